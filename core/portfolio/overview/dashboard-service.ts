import {
  type ReadUndecided,
  type UndecidedAction,
  undecidedIn,
  undecidedReason,
  undecidedWarnings,
} from '../corporate-actions/index.ts';
import type { SyncHealth } from '../../brokers/index.ts';
import {
  type Freshness,
  goesStaleAt,
  holdingsToValue,
  type LedgerTotals,
  ledgerTotals,
  lifetimeGain,
  type Totals,
  type Fx,
  type HoldingToValue,
  type LoadFx,
  valueHoldings,
} from '../valuation/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import type { ReadMarketState } from '../../market/instruments/index.ts';
import {
  answerJson,
  type Context,
  createCache,
  createReadOfPeople,
  istDate,
  memoryShare,
  type Topic,
} from '../../platform/index.ts';
import type { PortfolioModel } from '../models.ts';
import { listPortfolios, networthScope } from '../records/index.ts';
import { newestSnapshots, type ShownSnapshot, toSnapshotView } from '../snapshots/index.ts';
import type { DashboardView, Earnings, GoalHighlight } from './view.ts';

/** Reads how a person's next goals stand. */
type ReadGoalHighlights = (userId: string) => Promise<GoalHighlight[]>;

/** Reads how a person's syncs stand. */
type ReadSyncHealth = (userId: string) => Promise<SyncHealth[]>;

/** Holdings and what they are worth, the recorded hours, how the syncs and the goals stand. */
const RESTS_ON: readonly Topic[] = ['ledger', 'prices', 'rates', 'snapshots', 'goals', 'connections'];
const RECENT_SNAPSHOTS = 48;
/** Longest use of an overview: a sync that begins changes no revision, and an overview shows its time. */
const KEPT_MS = 10_000;
/** Bytes of everybody's overviews together. */
const MOST_BYTES = memoryShare({ of: 256, least: 8, most: 32 });
/** Bytes of an overview beside its text. */
const OVERVIEW_BYTES = 1000;

/** All that an overview is made of. */
interface OverviewRows {
  portfolios: readonly PortfolioModel[];
  holdings: readonly HoldingToValue[];
  ledgers: LedgerTotals[];
  /** Newest first. */
  snapshots: readonly ShownSnapshot[];
  syncs: SyncHealth[];
  goals: GoalHighlight[];
  /** Null if they could not be read. */
  undecided: readonly UndecidedAction[] | null;
}

interface KeptOverview {
  /** JSON in UTF-8. */
  body: Buffer;
  /** The object that knows when prices go stale; a copy, which does not, if not all could be read. */
  freshness: Freshness;
}

/** Facts of other areas that the overview shows. */
interface DashboardPorts {
  readSyncHealth: ReadSyncHealth;
  readGoalHighlights: ReadGoalHighlights;
  /** Symbols with a corporate action that waits for a decision. */
  readUndecided: ReadUndecided;
  /** Of the market data that the mark and the amounts follow from. */
  readMarketState: ReadMarketState;
  sessions: PriceSessions;
}

/** The overview of everything a person holds. */
export type DashboardService = ReturnType<typeof createDashboardService>;

export function createDashboardService(
  context: Context,
  loadFx: LoadFx,
  { readSyncHealth, readGoalHighlights, readUndecided, readMarketState, sessions }: DashboardPorts,
) {
  const { database, clock, log } = context;
  const overviews = createCache<KeptOverview>({
    most: Number.POSITIVE_INFINITY,
    mostSize: MOST_BYTES,
    sizeOf: ({ body }) => OVERVIEW_BYTES + body.length,
    keptMs: KEPT_MS,
    until: ({ freshness }) => goesStaleAt(freshness) ?? Number.POSITIVE_INFINITY,
    now: () => clock.now().getTime(),
  });

  const readPortfolios = createReadOfPeople(database, 'read the portfolios of overviews', listPortfolios);
  const readHoldings = createReadOfPeople(database, 'read the holdings of overviews', holdingsToValue);
  const readLedgers = createReadOfPeople(database, 'read the ledgers of overviews', (trx, owners) =>
    ledgerTotals(trx, { owners }),
  );
  const readSnapshots = createReadOfPeople(database, 'read the recorded hours of overviews', (trx, owners) =>
    newestSnapshots(trx, owners, RECENT_SNAPSHOTS),
  );

  async function compute(userId: string, rows: OverviewRows): Promise<DashboardView> {
    const { holdings, ledgers, syncs, undecided } = rows;
    const networth = networthScope(rows.portfolios.find((one) => one.is_protected));
    // Books in one currency need no rates.
    const fx = await database.readAsUser(userId, (trx) =>
      loadFx(trx, {
        from: [...holdings, ...ledgers].map(({ currency }) => currency),
        to: [networth.currency],
      }),
    );
    const valuation = valueHoldings(holdings, {
      base: networth.currency,
      fx,
      now: clock.now(),
      sessions,
      portfolios: rows.portfolios.filter((one) => !one.is_protected).map(({ name }) => name),
      failed_syncs: syncs.filter((one) => one.is_failing).map(({ label }) => label),
      asked_names: syncs.flatMap((one) => one.asked_names),
    });
    return {
      ...valuation,
      portfolios: valuation.portfolios.map((one) => ({
        ...one,
        provisional_reason: undecidedReason(undecided && undecidedIn(undecided, one.portfolio)),
      })),
      provisional_reason: undecidedReason(undecided),
      warnings: [...valuation.warnings, ...undecidedWarnings(undecided)],
      earnings: earningsOf(ledgers, valuation.total, fx),
      recent_snapshots: rows.snapshots.toReversed().map((row) => toSnapshotView(row, networth.name)),
      goal_highlights: rows.goals,
      sync_health: syncs,
    };
  }

  async function current(userId: string): Promise<KeptOverview> {
    const now = clock.now();
    const [own, market] = await Promise.all([
      database.revision(userId, RESTS_ON),
      readMarketState(['prices', 'registry', 'rates']),
    ]);
    const state = `${own} ${market} ${istDate(now)} ${sessions.stateAt(now)}`;
    return await overviews.read(userId, state, () => renew(userId));
  }

  async function renew(userId: string): Promise<KeptOverview> {
    // An unknown state of the syncs, goals or actions must not take the figures away.
    const unless = <T>(read: Promise<T>, otherwise: T, message: string): Promise<T> =>
      read.catch((error: unknown) => {
        log.warn({ err: error }, message);
        return otherwise;
      });
    const [portfolios, holdings, ledgers, snapshots, syncs, goals, undecided] = await Promise.all([
      readPortfolios(userId),
      readHoldings(userId),
      readLedgers(userId),
      readSnapshots(userId),
      unless(readSyncHealth(userId), [], 'the sync states could not be read'),
      unless(readGoalHighlights(userId), [], 'the goals could not be read'),
      unless(readUndecided(userId), null, 'the undecided corporate actions could not be read'),
    ]);
    const rows = { portfolios, holdings, ledgers, snapshots, syncs, goals, undecided };
    const view = await compute(userId, rows);
    const freshness = undecided === null ? { ...view.freshness } : view.freshness;
    return { body: Buffer.from(answerJson(view)), freshness };
  }

  return {
    /** The overview of all holdings of a person: at most ten seconds old, and never older than their last change. */
    async read(userId: string): Promise<DashboardView> {
      const { body, freshness } = await current(userId);
      return { ...(JSON.parse(body.toString()) as DashboardView), freshness };
    },
    /** The same as JSON in UTF-8, made once for all requests that find nothing changed. */
    readJson: async (userId: string): Promise<Buffer> => (await current(userId)).body,
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
