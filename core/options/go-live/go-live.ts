import type { Calendar } from '../../market/calendar/index.ts';
import { type Actor, conflict, type Context, istDate, notFound, parseInput } from '../../platform/index.ts';
import type { Mode } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { writeMode } from './change-mode.ts';
import { readStanding, readStandings, type Standing } from './evidence-reads.ts';
import { type BrokerLevels, createEvidenceReader } from './gate-evidence.ts';
import { confidenceOf, missingOf, statusOf } from './gate-view.ts';
import type { GateSettings } from './gate.ts';
import {
  type Changed,
  type ConfidenceView,
  type GoLiveStatus,
  type HistoryPage,
  type HistoryQuery,
  revertInput,
  stepInput,
} from './go-live-view.ts';
import { readHistory } from './history.ts';
import { type Action, decide, isUp, MODE_WORDS } from './steps.ts';

/** Evaluations of people that are kept until their workspace changes. */
const MOST_KEPT = 100;

/** Who may trade for real: every strategy begins in dry run and goes to shadow and live one step at a time. */
export interface GoLive {
  status(userId: string): Promise<GoLiveStatus>;
  /** Everything that the next step needs, and the whole gate. @throws Problem 404 STRATEGY_NOT_FOUND */
  confidence(userId: string, strategy: string): Promise<ConfidenceView>;
  /** The same of every strategy, kept until something changes. */
  all(userId: string): Promise<readonly ConfidenceView[]>;
  /** Changes of modes, newest first. */
  history(userId: string, query: HistoryQuery): Promise<HistoryPage>;
  /**
   * Takes the next step. The gate is worked out anew, in the change itself.
   * @throws Problem 404 STRATEGY_NOT_FOUND, 409 MODE_CHANGED, ALREADY_LIVE, GATE_NOT_PASSED
   */
  promote(userId: string, strategy: string, body: unknown, actor: Actor): Promise<Changed>;
  /** Goes to SHADOW: up from DRY_RUN as `promote` does, or back from LIVE, which needs nothing. */
  shadow(userId: string, strategy: string, body: unknown, actor: Actor): Promise<Changed>;
  /** Goes back to DRY_RUN, from everywhere and whatever the gate says. @throws Problem 404 STRATEGY_NOT_FOUND */
  revert(userId: string, strategy: string, body: unknown, actor: Actor): Promise<Changed>;
}

interface GoLiveNeeds {
  calendar: Calendar;
  brokers: BrokerLevels;
}

interface Wanted {
  action: Action;
  strategy: string;
  from: Mode | undefined;
  reason: string | null;
  actor: string;
}

export function createGoLive(
  { clock, config, log }: Pick<Context, 'clock' | 'config' | 'log'>,
  store: OptionsStore,
  { calendar, brokers }: GoLiveNeeds,
): GoLive {
  const reader = createEvidenceReader(calendar, brokers);
  const settings: GateSettings = {
    capital: config.PHASE1_CAPITAL,
    maxDrawdownPct: config.OPTIONS_MAX_DRAWDOWN_PCT,
    maxSlippagePct: config.OPTIONS_MAX_SLIPPAGE_PCT,
    aiStrategy: config.OPTIONS_AI_STRATEGY,
  };
  const kept = new Map<string, { key: string; views: readonly ConfidenceView[] }>();

  async function evaluate(
    workspace: Workspace,
    standings: readonly Standing[],
    now: Date,
  ): Promise<ConfidenceView[]> {
    const shared = await reader.shared(workspace, now);
    const views: ConfidenceView[] = [];
    for (const standing of standings)
      views.push(
        confidenceOf(standing, await reader.of(workspace, standing.strategy, shared, now), settings, now),
      );
    return views;
  }

  /** Evaluated again after each change of the workspace, and each day: sessions pass by themselves. */
  async function all(userId: string): Promise<readonly ConfidenceView[]> {
    const now = clock.now();
    // Before the reads: what changes meanwhile makes the result one of an older revision.
    const key = `${await store.revision(userId)} ${istDate(now)}`;
    const known = kept.get(userId);
    if (known?.key === key) return known.views;
    const views = await store.read(
      userId,
      async (workspace) => await evaluate(workspace, await readStandings(workspace), now),
    );
    kept.delete(userId);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(userId, { key, views });
    return views;
  }

  /** What a step back is put on record with. It does not wait for figures that cannot be had. */
  async function seenBefore(userId: string, strategy: string): Promise<object> {
    try {
      const view = (await all(userId)).find((one) => one.strategy === strategy);
      return view === undefined ? { criteria: null } : evidenceOf(view);
    } catch (error) {
      log.error({ err: error, strategy }, 'the confidence gate could not be worked out before a step back');
      return { criteria: null, unknown: 'The gate could not be calculated.' };
    }
  }

  async function change(userId: string, wanted: Wanted): Promise<Changed> {
    const { action, strategy, actor, reason } = wanted;
    const seen = action === 'promote' ? null : await seenBefore(userId, strategy);
    return await store.change(userId, async (workspace) => {
      const now = clock.now();
      const standing = await readStanding(workspace, strategy);
      if (standing === null) throw unknownStrategy(strategy);
      const { mode: present, since, changed_by } = standing;
      const to = decide({ action, from: wanted.from ?? present, present });
      if (to === null) return { strategy, mode: present, since, changed_by, was: present, changed: false };
      const evidence = isUp(present, to)
        ? evidenceOf(await earned(workspace, standing, to, now))
        : (seen ?? { criteria: null });
      await writeMode(workspace, { strategy, from: present, to, actor, reason, evidence }, now);
      return {
        strategy,
        mode: to,
        since: now.toISOString(),
        changed_by: actor,
        was: present,
        changed: true,
      };
    });
  }

  /** @throws Problem 409 GATE_NOT_PASSED, with all that is missing */
  async function earned(
    workspace: Workspace,
    standing: Standing,
    to: Mode,
    now: Date,
  ): Promise<ConfidenceView> {
    const [view] = await evaluate(workspace, [standing], now);
    if (view === undefined) throw unknownStrategy(standing.strategy);
    const missing = missingOf(to === 'LIVE' ? view.live.criteria : view.shadow.criteria);
    if (missing.length === 0) return view;
    const told = missing.map(
      ({ title, words, reason }) => `${title}: ${words}${reason === null ? '' : ` ${reason}`}`,
    );
    throw conflict(
      'GATE_NOT_PASSED',
      `${standing.strategy} cannot go to ${MODE_WORDS[to]} yet. ${told.join(' ')}`,
    );
  }

  return {
    status: async (userId) => ({ strategies: (await all(userId)).map(statusOf) }),
    all,
    async confidence(userId, strategy) {
      const view = (await all(userId)).find((one) => one.strategy === strategy);
      if (view === undefined) throw unknownStrategy(strategy);
      return view;
    },
    history: async (userId, query) =>
      await store.read(userId, async (workspace) => await readHistory(workspace, query)),
    async promote(userId, strategy, body, { actor }) {
      const { from, reason = null } = parseInput(stepInput, body);
      return await change(userId, { action: 'promote', strategy, from, reason, actor });
    },
    async shadow(userId, strategy, body, { actor }) {
      const { from, reason = null } = parseInput(stepInput, body);
      return await change(userId, { action: 'shadow', strategy, from, reason, actor });
    },
    async revert(userId, strategy, body, { actor }) {
      const { from, reason = null } = parseInput(revertInput, body);
      return await change(userId, { action: 'revert', strategy, from, reason, actor });
    },
  };
}

const evidenceOf = ({ shadow, live, expectancy, evaluated_at }: ConfidenceView): object => ({
  criteria: [...shadow.criteria, ...live.criteria],
  expectancy,
  evaluated_at,
});

const unknownStrategy = (strategy: string) =>
  notFound(
    'STRATEGY',
    `No strategy named ${JSON.stringify(strategy.slice(0, 60))} has reported anything. /golive_status lists those that have.`,
  );
