import {
  type ReadUndecided,
  type UndecidedAction,
  undecidedIn,
  undecidedReason,
  undecidedWarnings,
} from '../corporate-actions/index.ts';
import type { SyncHealth } from '../../brokers/index.ts';
import {
  holdingsToValue,
  type LedgerTotals,
  ledgerTotals,
  lifetimeGain,
  type Totals,
  type Fx,
  type LoadFx,
  valueHoldings,
} from '../valuation/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import {
  answerJson,
  type Context,
  createCache,
  type Topic,
  type DbTransaction,
} from '../../platform/index.ts';
import { SnapshotModel } from '../models.ts';
import { ensureNetworth, listPortfolios } from '../records/index.ts';
import { toSnapshotView } from '../snapshots/index.ts';
import type { DashboardView, Earnings, GoalHighlight } from './view.ts';

/** Reads how a person's next goals stand. */
type ReadGoalHighlights = (userId: string) => Promise<GoalHighlight[]>;

/** Reads how a person's syncs stand. */
type ReadSyncHealth = (userId: string) => Promise<SyncHealth[]>;

/** A computed overview, with its JSON in UTF-8. */
interface Overview {
  view: DashboardView;
  body: Buffer;
}

/** Holdings and what they are worth, the recorded hours, how the syncs and the goals stand. */
const RESTS_ON: readonly Topic[] = ['ledger', 'prices', 'rates', 'snapshots', 'goals', 'connections'];
const RECENT_SNAPSHOTS = 48;
/** Prices grow stale with the clock and not with a change: an unchanged overview is computed again after this. */
const KEPT_MS = 10_000;
const KEPT_OWNERS = 1000;

/** Facts of other areas that the overview shows. */
interface DashboardPorts {
  readSyncHealth: ReadSyncHealth;
  readGoalHighlights: ReadGoalHighlights;
  /** Symbols with a corporate action that waits for a decision. */
  readUndecided: ReadUndecided;
  sessions: PriceSessions;
}

/** The overview of everything a person holds. */
export type DashboardService = ReturnType<typeof createDashboardService>;

export function createDashboardService(
  context: Context,
  loadFx: LoadFx,
  { readSyncHealth, readGoalHighlights, readUndecided, sessions }: DashboardPorts,
) {
  const { database, clock, log } = context;
  const overviews = createCache<Overview>({
    most: KEPT_OWNERS,
    keptMs: KEPT_MS,
    now: () => clock.now().getTime(),
  });

  async function compute(
    trx: DbTransaction,
    userId: string,
    syncs: SyncHealth[],
    goal_highlights: GoalHighlight[],
    undecided: readonly UndecidedAction[] | null,
  ): Promise<DashboardView> {
    const networth = await ensureNetworth(trx, userId);
    const portfolios = (await listPortfolios(trx)).filter((row) => !row.is_protected).map((row) => row.name);
    const holdings = await holdingsToValue(trx);
    const ledgers = await ledgerTotals(trx);
    const fx = await loadFx(trx, {
      from: [...holdings, ...ledgers].map(({ currency }) => currency),
      to: [networth.base_currency],
    });
    const valuation = valueHoldings(holdings, {
      base: networth.base_currency,
      fx,
      now: clock.now(),
      sessions,
      portfolios,
      failed_syncs: syncs.filter((one) => one.is_failing).map(({ label }) => label),
    });
    const snapshots = await SnapshotModel.query(trx)
      .where({ portfolio_id: networth.id, currency: networth.base_currency })
      .orderBy('hour', 'desc')
      .limit(RECENT_SNAPSHOTS);
    return {
      ...valuation,
      portfolios: valuation.portfolios.map((one) => ({
        ...one,
        provisional_reason: undecidedReason(undecided && undecidedIn(undecided, one.portfolio)),
      })),
      provisional_reason: undecidedReason(undecided),
      warnings: [...valuation.warnings, ...undecidedWarnings(undecided)],
      earnings: earningsOf(ledgers, valuation.total, fx),
      recent_snapshots: snapshots.toReversed().map((row) => toSnapshotView(row, networth.name)),
      goal_highlights,
      sync_health: syncs,
    };
  }

  const current = async (userId: string): Promise<Overview> =>
    await overviews.read(userId, await database.revision(userId, RESTS_ON), () => renew(userId));

  async function renew(userId: string): Promise<Overview> {
    // What is not known of the syncs or the goals must not take the figures away.
    const syncs = await readSyncHealth(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'the sync states could not be read');
      return [];
    });
    const goals = await readGoalHighlights(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'the goals could not be read');
      return [];
    });
    const undecided = await readUndecided(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'the undecided corporate actions could not be read');
      return null;
    });
    const view = await database.asUser(
      userId,
      async (trx) => await compute(trx, userId, syncs, goals, undecided),
    );
    return { view, body: Buffer.from(answerJson(view)) };
  }

  return {
    /** The overview of everything a person holds. At most ten seconds old, and never older than the last change of what is in it. */
    async read(userId: string): Promise<DashboardView> {
      return (await current(userId)).view;
    },
    /** The same as JSON in UTF-8, made once for all requests that find nothing changed. */
    async readJson(userId: string): Promise<Buffer> {
      return (await current(userId)).body;
    },
  };
}

/** Adds the ledgers of all currencies up in the base currency. */
function earningsOf(totals: LedgerTotals[], total: Totals, fx: Fx): Earnings {
  const base = total.currency;
  const missing = totals.filter((one) => fx(one.currency, base) === null).map((one) => one.currency);
  const { charges, reason, ...made } = lifetimeGain(totals, total, fx);
  return {
    ...made,
    fees: charges,
    made_reason: reason,
    transactions_count: totals.reduce((all, one) => all + one.transactions_count, 0),
    first_date: totals
      .map((one) => one.first_date)
      .reduce((least, date) => (least === null || (date !== null && date < least) ? date : least), null),
    unmatched_symbols: totals.flatMap((one) => one.unmatched_symbols),
    unknown_cost_symbols: totals.flatMap((one) => one.unknown_cost_symbols),
    reason: missing.length > 0 ? `No exchange rate from ${missing.join(', ')} to ${base}.` : null,
  };
}
