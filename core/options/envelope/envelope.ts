import type { Calendar } from '../../market/calendar/index.ts';
import type { Notice } from '../../notifications/index.ts';
import { type Actor, type Context, istInstant, istDate, Problem } from '../../platform/index.ts';
import { markMoment, rupeesOf, rupeesOrNull } from '../records/index.ts';
import { limitsOf } from '../settings/index.ts';
import { type OptionsStore, type Workspace, writeAudit } from '../store/index.ts';
import { type EnvelopeRows, readEnvelopeRows } from './envelope-rows.ts';
import type { EnvelopeState, EnvelopeView, GuardReason } from './envelope-shape.ts';
import { type Criterion, judge, type Judgement, type MarketMoment } from './judge.ts';

/** Kinds of records that a limit depends on. */
const KINDS = ['position', 'closed_trade', 'margin'] as const;

/** The limits of trading with money, and the state that they put it in (portfolio/Go-live state machine). */
export interface Envelope {
  /** @throws Problem 503 OPTIONS_UNAVAILABLE */
  read(userId: string): Promise<EnvelopeView>;
  /**
   * Ends a halt: what was lost before counts no more.
   * @throws Problem 409 ENVELOPE_NOT_HALTED; 409 ENVELOPE_STILL_OVER where a limit is exceeded by what is open now
   */
  resume(userId: string, reason: string | null, actor: Actor): Promise<EnvelopeView>;
  /** Writes down what follows from a batch of records; nothing where none of its kinds matters. */
  readonly afterBatch: (
    workspace: Workspace,
    batch: { kinds: ReadonlySet<string> },
    now: Date,
  ) => Promise<void>;
  /** Writes down how the limits stand now, in somebody's change. */
  readonly follow: (workspace: Workspace, now: Date) => Promise<void>;
  /** What follows from time alone, and what the owner is told. */
  readonly look: (userId: string, now: Date) => Promise<readonly Notice[]>;
}

/** How the limits stand with what a person has not ended yet. */
interface Standing extends Judgement {
  rows: EnvelopeRows;
  state: EnvelopeState;
  reasons: GuardReason[];
}

/** A halt stays until a person resumes, whatever is reported and whatever the day. */
export function standingOf(rows: EnvelopeRows, capital: number, at: MarketMoment): Standing {
  const judged = judge(rows, limitsOf(rows.settings, capital), at);
  const reasons = judged.criteria.map(({ reason }) => reason).filter((reason) => reason !== null);
  return rows.persisted?.state === 'HALTED'
    ? { rows, ...judged, state: 'HALTED', reasons: rows.persisted.reasons }
    : { rows, ...judged, reasons };
}

/** Whether the exchange of options trades; where its hours are not known it counts as trading. */
const isTradingAt = (calendar: Calendar, now: Date): boolean => calendar.isOpen('NSE', now) !== false;

/** A moment as the limits are held against it. */
export const marketMoment = (calendar: Calendar, now: Date): MarketMoment => ({
  ...markMoment(calendar, now),
  isTrading: isTradingAt(calendar, now),
});

export function createEnvelope(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  calendar: Calendar,
): Envelope {
  const stand = async (workspace: Workspace, now: Date): Promise<Standing> =>
    standingOf(await readEnvelopeRows(workspace, now), config.PHASE1_CAPITAL, marketMoment(calendar, now));

  async function follow(workspace: Workspace, now: Date): Promise<void> {
    const standing = await stand(workspace, now);
    if (isWritten(standing)) return;
    await write(workspace, standing, now);
  }

  return {
    read: async (userId) =>
      await store.read(userId, async (workspace) => {
        const now = clock.now();
        return toEnvelopeView(await stand(workspace, now), now);
      }),
    resume: async (userId, reason, actor) =>
      await store.change(userId, async (workspace) => {
        const now = clock.now();
        const before = await stand(workspace, now);
        if (before.state !== 'HALTED')
          throw new Problem(
            409,
            'ENVELOPE_NOT_HALTED',
            `The risk envelope is ${before.state}, so there is nothing to resume.`,
          );
        await rememberTrades(workspace, before.rows, now);
        const resumed: EnvelopeRows = {
          ...(await readEnvelopeRows(workspace, now)),
          persisted: null,
        };
        const after = standingOf(resumed, config.PHASE1_CAPITAL, marketMoment(calendar, now));
        if (after.state === 'HALTED')
          throw new Problem(
            409,
            'ENVELOPE_STILL_OVER',
            `${after.criteria
              .filter(({ state }) => state === 'HALTED')
              .map((one) => one.reason?.message ?? '')
              .join(' ')} Close trades or raise the limit first, then resume.`,
          );
        const at = now.toISOString();
        const row = {
          state: after.state,
          since: at,
          reasons_json: JSON.stringify(after.reasons),
          resumed_at: at,
        };
        await workspace.insert('envelope', [row], { key: [], columns: Object.keys(row) });
        await writeAudit(
          workspace,
          {
            actor: actor.actor,
            action: 'ENVELOPE_RESUMED',
            subject: 'envelope',
            reason,
            evidence: {
              halted_since: before.rows.persisted?.since ?? null,
              halted_by: before.reasons,
              criteria: before.criteria.map(toCriterionView),
              state: after.state,
            },
          },
          now,
        );
        return toEnvelopeView(
          { ...after, rows: { ...resumed, persisted: { ...row, resumedAt: at, reasons: after.reasons } } },
          now,
        );
      }),
    async afterBatch(workspace, { kinds }, now) {
      if (KINDS.some((kind) => kinds.has(kind))) await follow(workspace, now);
    },
    follow,
    async look(userId, now) {
      const found = await store.read(userId, async (workspace) => await stand(workspace, now));
      if (!isWritten(found)) await store.change(userId, async (workspace) => await follow(workspace, now));
      const { persisted } = isWritten(found)
        ? found.rows
        : await store.read(userId, async (workspace) => await readEnvelopeRows(workspace, now));
      return persisted?.state === 'HALTED' ? [haltNotice(persisted.since, persisted.reasons)] : [];
    },
  };
}

const isWritten = ({ rows, state }: Standing): boolean => rows.persisted?.state === state;

async function write(workspace: Workspace, standing: Standing, now: Date): Promise<void> {
  const { rows, state, reasons, criteria } = standing;
  const before = rows.persisted?.state ?? null;
  const row = { state, since: now.toISOString(), reasons_json: JSON.stringify(reasons) };
  await workspace.insert('envelope', [row], { key: [], columns: Object.keys(row) });
  // Everybody begins OPEN.
  if (before === null && state === 'OPEN') return;
  await writeAudit(
    workspace,
    {
      actor: 'workspace',
      action: state === 'OPEN' ? 'ENVELOPE_OPENED' : `ENVELOPE_${state}`,
      subject: 'envelope',
      reason: reasons.map(({ message }) => message).join(' ') || null,
      evidence: { before, criteria: criteria.map(toCriterionView), limits: rows.settings },
    },
    now,
  );
}

/** Writes down how LIVE trades stand: those of today, those of the row of losses, and the open ones. */
async function rememberTrades(workspace: Workspace, rows: EnvelopeRows, now: Date): Promise<void> {
  const trades = await workspace.select<{ tag: string; net_e4: number }>(
    `select tag, realised_net_e4 as net_e4 from closed_trades
     where owner_user_id = :owner and is_counted = 1 and mode = 'LIVE' and realised_net_e4 is not null
       and (at >= :today or at >= coalesce((select at from closed_trades where owner_user_id = :owner and is_counted = 1
         and mode = 'LIVE' and realised_net_e4 >= 0 order by at desc limit 1), ''))`,
    { today: istInstant(istDate(now), '00:00').toISOString() },
  );
  const open = rows.open.flatMap(({ tag, gross, exitCosts }) =>
    gross === null || exitCosts === null ? [] : [{ tag, net_e4: Math.min(0, gross - exitCosts) }],
  );
  await workspace.rows('envelope_resumed_trades').delete();
  const closed = new Set(trades.map(({ tag }) => tag));
  await workspace.insert('envelope_resumed_trades', [
    ...trades,
    ...open.filter(({ tag }) => !closed.has(tag)),
  ]);
}

const UNITS = {
  daily_loss: 'INR',
  open_risk: 'INR',
  margin_use: 'PERCENT',
  consecutive_losses: 'TRADES',
} as const;

function toCriterionView({ name, value, limit, state, reason }: Criterion): EnvelopeView['criteria'][number] {
  const unit = UNITS[name];
  return {
    name,
    value: unit === 'INR' ? rupeesOrNull(value) : value,
    limit: unit === 'INR' ? rupeesOf(limit) : limit,
    unit,
    state,
    reason: reason?.message ?? null,
  };
}

export function toEnvelopeView({ rows, state, criteria, reasons }: Standing, now: Date): EnvelopeView {
  const { persisted } = rows;
  return {
    state,
    since: persisted === null ? null : persisted.state === state ? persisted.since : now.toISOString(),
    resumed_at: persisted?.resumedAt ?? null,
    reasons,
    criteria: criteria.map(toCriterionView),
    as_of: now.toISOString(),
  };
}

const haltNotice = (since: string, reasons: readonly GuardReason[]): Notice => ({
  kind: 'options_envelope_halted',
  dedupKey: `options_envelope_halted:${since}`,
  title: 'Risk envelope halted',
  body: `${reasons.map(({ message }) => message).join('\n')}\nNo strategy may enter with money until you resume.`,
  payload: { since },
});
