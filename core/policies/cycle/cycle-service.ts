import {
  type Context,
  dayInWords,
  istDate,
  istTime,
  type Leased,
  LeaseLost,
  Problem,
} from '../../platform/index.ts';
import { isRebalanceDay } from '../../strategies/index.ts';
import { ONLY_VALUED } from '../valued-cycles.ts';
import type { WrittenCycle } from './cycle-rows-store.ts';
import {
  type PolicyToRun,
  type Progress,
  readDuePolicies,
  readProgress,
  writeFailure,
} from './cycle-store.ts';
import { createLiveSessions } from './live-session.ts';
import { createPolicyPanels, type ReadPolicyPanel } from './policy-panel.ts';
import { type CycleParts, createPolicyWork } from './policy-work.ts';
import { readyDays } from './ready-days.ts';
import { type PolicySession, startRebalance, startSession } from './run-session.ts';
import { DueMoneyChanged } from './session-contributions.ts';
import { writeValuation } from './valuation-store.ts';

/** A cycle that failed so often waits for a person. */
export const MOST_ATTEMPTS = 3;
/** Sessions that are gone through from one panel, so that a policy that slept for years needs no more memory than another. */
const MOST_SESSIONS = 250;

/** What a policy went through. */
export interface AdvanceResult {
  sessions: number;
  cycles: WrittenCycle[];
  /** Why it stopped before the last session: closes that are not there yet, or a cycle that failed. */
  stopped: { day: string; why: 'NO_CLOSES' | 'FAILED'; message: string } | null;
}

interface AdvanceOptions {
  requestedBy: string;
  /** Trades on the last session even where it is no day of the policy's own. */
  rebalanceNow?: boolean;
  /** Takes up a cycle that failed too often. */
  retriesFailed?: boolean;
  signal?: AbortSignal;
  panels?: ReadPolicyPanel;
}

/** What may be otherwise in a moment: it is no fault of the session. */
const isTransient = (error: unknown): boolean =>
  error instanceof LeaseLost || (error instanceof Problem && error.status === 503);

export type Cycles = ReturnType<typeof createCycles>;

/**
 * Brings policies up to date, session by session; those that trade plan where those on paper fill (`live-session.ts`): corporate actions, closes, on a rebalance the plan and its
 * simulated fills, taxes, valuation. Each session is one transaction, behind a lease of the policy: a process that dies leaves
 * either all of it or nothing, and whoever comes next goes on with the session after the last one that is written. Quotes are
 * asked for before the transaction.
 */
export function createCycles(context: Context, parts: CycleParts) {
  const { database, clock, config: settings, log } = context;
  const { calendar, leases } = parts;
  const { keyOf, quotes, sessionOf, withPolicy, write } = createPolicyWork(context, parts);
  const live = parts.live === undefined ? null : createLiveSessions(context, { ...parts, terms: parts.live });

  const progressOf = async (policy: PolicyToRun): Promise<Progress | null> =>
    await database.readAsSystem('read how far a policy is', (trx) => readProgress(trx, keyOf(policy)));

  /** The last session that may be gone through at this moment: today's from the time of cycles, or of valuations, on. */
  function lastSession(isRebalance: (day: string) => boolean): string {
    const now = clock.now();
    const today = istDate(now);
    const from = isRebalance(today) ? settings.POLICY_CYCLE_TIME_IST : settings.POLICY_EOD_TIME_IST;
    return istTime(now) >= from
      ? calendar.sessionOnOrBefore('NSE', today)
      : calendar.previousSession('NSE', today);
  }

  /** Goes through the sessions of a policy that nobody went through yet. Null while another process does. */
  async function advance(policyId: string, options: AdvanceOptions): Promise<AdvanceResult | null> {
    const panels = options.panels ?? createPolicyPanels(parts.loader);
    return await withPolicy(policyId, options.signal, async (policy, held, signal) => {
      const done: AdvanceResult = { sessions: 0, cycles: [], stopped: null };
      if (policy.status !== 'ACTIVE' || (policy.mode === 'LIVE' && live === null)) return done;
      for (;;) {
        const last = lastSession((day) => isRebalanceDay(calendar, policy.config.rebalance, day));
        const before = await progressOf(policy);
        if (before === null) return done;
        const first = before.day === null ? policy.starts_on : calendar.nextSession('NSE', before.day);
        const wanted =
          first > last ? [] : calendar.sessionsBetween('NSE', first, last).slice(0, MOST_SESSIONS);
        const to = wanted.at(-1);
        if (to === undefined) break;
        if (waitsForPerson(before, first, options, done)) return done;
        let [day, ready]: [string, string[]] = [first, []];
        try {
          const panel = await panels({ config: policy.config, from: first, to, held: before.held });
          ready = readyDays(panel, wanted);
          for (day of ready) {
            signal.throwIfAborted();
            await oneSession(policy, held, day, panel, options, signal, done);
          }
        } catch (error) {
          if (signal.aborted || isTransient(error)) throw error;
          await fail(policy, held, day, error, options, done);
          return done;
        }
        const missing = wanted[ready.length];
        if (missing !== undefined) {
          const message = `The closes of ${dayInWords(missing)} have not arrived yet.`;
          done.stopped = { day: missing, why: 'NO_CLOSES', message };
          break;
        }
      }
      if (options.rebalanceNow === true) await rebalanceNow(policy, held, panels, options, signal, done);
      return done;
    });
  }

  /** Whether the next session failed so often that it is left to a person. */
  function waitsForPerson(
    before: Progress,
    day: string,
    { retriesFailed = false }: AdvanceOptions,
    done: AdvanceResult,
  ): boolean {
    const failed = before.failed.find((one) => one.day === day);
    if (failed === undefined || failed.attempts < MOST_ATTEMPTS || retriesFailed) return false;
    done.stopped = { day, why: 'FAILED', message: failed.failure };
    return true;
  }

  async function oneSession(
    policy: PolicyToRun,
    held: Leased<'id'>,
    day: string,
    panel: PolicySession['panel'],
    { requestedBy }: AdvanceOptions,
    signal: AbortSignal,
    done: AdvanceResult,
  ): Promise<void> {
    const trades = policy.mode === 'LIVE' ? live : null;
    const onPaper = async (session: PolicySession) => {
      const started = startSession(session);
      const fills = await quotes(policy, panel, started.traded, day, signal);
      return await write(policy, held, started.finish(fills), requestedBy);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const session = await sessionOf(policy, day, panel, signal);
        const cycle =
          trades === null ? await onPaper(session) : await trades.session(policy, held, session, requestedBy);
        done.sessions += 1;
        if (cycle !== null) done.cycles.push(cycle);
        return;
      } catch (error) {
        if (!(error instanceof DueMoneyChanged) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /** Records that a session could not be calculated; nothing of it was written. */
  async function fail(
    policy: PolicyToRun,
    held: Leased<'id'>,
    day: string,
    error: unknown,
    { requestedBy }: AdvanceOptions,
    done: AdvanceResult,
  ): Promise<void> {
    log.error({ err: error, policy_id: policy.id, day }, 'a cycle of a policy failed');
    const message = `The session of ${dayInWords(day)} could not be calculated. Nothing was changed.`;
    await database.asSystem({ why: 'record a failed cycle', owner: policy.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, held);
      await writeFailure(trx, keyOf(policy), day, message, { requestedBy, now: clock.now() });
    });
    done.stopped = { day, why: 'FAILED', message };
  }

  /** Trades on the last session that the books went through, unless that has its cycle. */
  async function rebalanceNow(
    policy: PolicyToRun,
    held: Leased<'id'>,
    panels: ReadPolicyPanel,
    options: AdvanceOptions,
    signal: AbortSignal,
    done: AdvanceResult,
  ): Promise<void> {
    const { day = null, held: ids = [] } = (await progressOf(policy)) ?? {};
    if (day === null) return;
    const hasCycle = await database.readAsSystem('look for a cycle', (trx) =>
      trx('policy.policy_cycles')
        .where({ policy_id: policy.id, mode: policy.mode, cycle_date: day, cycle_type: 'NORMAL_REBALANCE' })
        .whereNot('status', 'FAILED')
        .whereRaw(`not ${ONLY_VALUED('policy_cycles')}`)
        .first('id'),
    );
    if (hasCycle !== undefined) return;
    const panel = await panels({ config: policy.config, from: day, to: day, held: ids });
    const session = await sessionOf(policy, day, panel, signal);
    const onPaper = async () => {
      const started = startRebalance(session);
      const fills = await quotes(policy, panel, started.traded, day, signal);
      return await write(policy, held, started.finish(fills), options.requestedBy);
    };
    const trades = policy.mode === 'LIVE' ? live : null;
    const cycle =
      trades === null ? await onPaper() : await trades.rebalance(policy, held, session, options.requestedBy);
    if (cycle !== null) done.cycles.push(cycle);
  }

  /**
   * Values a policy as of now, at quotes where today's closes are missing: a row of today's session that its end writes anew.
   * The books stay as they are. @returns the day; null while another process works on the policy, or where there are no books.
   */
  async function snapshot(policyId: string, signal?: AbortSignal): Promise<string | null> {
    const panels = createPolicyPanels(parts.loader);
    return await withPolicy(policyId, signal, async (policy, held, inner) => {
      const { day = null, held: ids = [] } = (await progressOf(policy)) ?? {};
      const today = istDate(clock.now());
      if (day === null) return null;
      if (day >= today || !calendar.isSession('NSE', today)) return day;
      const panel = await panels({ config: policy.config, from: today, to: today, held: ids });
      const session = await sessionOf(policy, today, panel, inner);
      const nothing = { isRebalance: false, isYearEnd: false, contributions: [], pendingAllocation: 0n };
      const finished = startSession({ ...session, ...nothing }).finish(new Map());
      await database.asSystem(
        { why: 'write a snapshot of a policy', owner: policy.owner_user_id },
        async (trx) => {
          await leases.assertLease(trx, held);
          await writeValuation(trx, keyOf(policy), finished, `Snapshot of ${istTime(clock.now())}.`);
        },
      );
      return today;
    });
  }

  return {
    advance,
    snapshot,

    /** Everything that is due: each active policy on paper whose books end before the last session. */
    async advanceAll(
      signal: AbortSignal,
    ): Promise<{ policies: number; sessions: number; cycles: number; failed: number }> {
      const due = await database.readAsSystem('find policies that are due', (trx) =>
        readDuePolicies(
          trx,
          lastSession(() => true),
        ),
      );
      const panels = createPolicyPanels(parts.loader);
      const sum = { policies: 0, sessions: 0, cycles: 0, failed: 0 };
      for (const id of due) {
        signal.throwIfAborted();
        const done = await advance(id, { requestedBy: 'scheduler', signal, panels }).catch(
          (error: unknown) => {
            if (signal.aborted) throw error;
            // One that cannot be gone on with keeps no other one waiting.
            log.warn({ err: error, policy_id: id }, 'a policy is taken up again by the next run');
            return null;
          },
        );
        if (done === null) continue;
        sum.policies += 1;
        sum.sessions += done.sessions;
        sum.cycles += done.cycles.length;
        if (done.stopped?.why === 'FAILED') sum.failed += 1;
      }
      return sum;
    },
  };
}
