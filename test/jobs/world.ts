import { createCalendar } from '../../core/market/calendar/index.ts';
import type { ActionUpdate } from '../../core/market/index.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import type { World } from '../core/notifications/world.ts';
import { someLetter } from '../support/letters.ts';

const mover = (label: string, change_pct: number) => ({
  label,
  name: null,
  change: null,
  change_pct,
  market_value: null,
  day_change_label: 'Today',
});
const slice = (label: string, share_pct: number | null) => ({
  label,
  share_pct,
  value: share_pct === null ? null : share_pct * 10_000,
  holdings_count: 1,
  unvalued_count: share_pct === null ? 1 : 0,
});

export const someTotal: DashboardView['total'] = {
  state: 'AVAILABLE',
  currency: 'INR',
  is_estimated: false,
  current_value: 1_234_567.5,
  total_invested: 1_000_000,
  total_profit: 234_567.5,
  total_profit_pct: 23.45675,
  day_change: -5_432.1,
  day_change_pct: -0.438,
  holdings_count: 26,
  valued_count: 26,
  partial: {},
  reasons: {},
  day_change_date: '2026-03-10',
  day_change_label: 'Today',
};

export const someFigures: DashboardView = {
  calculated_at: '2026-03-10T10:15:00.000Z',
  base_currency: 'INR',
  total: someTotal,
  by_currency: [someTotal],
  portfolios: [],
  provisional_reason: null,
  allocation: {
    basis: 'value',
    asset_class: [slice('Indian Equity', 80), slice('ETF', 20), slice('Unlisted', null)],
    sector: [],
    currency: [],
    portfolio: [],
  },
  movers: {
    day: { gainers: [mover('TCS', 3.2)], losers: [mover('WIPRO', -4), mover('INFY', -1.5)] },
    total: { gainers: [], losers: [] },
  },
  fx_rates: [],
  freshness: {
    threshold_minutes: 30,
    valuation_timestamp: '2026-03-10T10:00:00.000Z',
    oldest_priced_at: '2026-03-10T10:00:00.000Z',
    stale_holdings: 0,
    unavailable_holdings: 0,
    outdated_holdings: 0,
    prices_of: null,
    age: null,
    age_message: null,
  },
  warnings: [],
  earnings: {
    made: 249_967.5,
    unrealised_gain: 234_567.5,
    made_reason: null,
    coverage: null,
    realised_gain: 12_000,
    dividends: 3_400,
    fees: 100,
    transactions_count: 40,
    first_date: '2021-01-01',
    unmatched_symbols: [],
    unknown_cost_symbols: [],
    reason: null,
  },
  recent_snapshots: [],
  goal_highlights: [],
  sync_health: [],
};

/** No holdings at all: worth nothing, and known. */
export const emptyFigures: DashboardView = {
  ...someFigures,
  total: {
    ...someTotal,
    current_value: 0,
    total_invested: 0,
    total_profit: 0,
    total_profit_pct: null,
    day_change: 0,
    day_change_pct: null,
    holdings_count: 0,
    valued_count: 0,
  },
  allocation: { ...someFigures.allocation, asset_class: [] },
  movers: { day: { gainers: [], losers: [] }, total: { gainers: [], losers: [] } },
  earnings: { ...someFigures.earnings, realised_gain: 0, dividends: 0 },
};

/** What asking for announcements gives where that is switched off. */
export const NO_ANNOUNCEMENTS: ActionUpdate = {
  isOn: false,
  asked: 0,
  added: 0,
  unreadable: 0,
  withdrawn: 0,
  failure: null,
};

/** The jobs' world on a test database, with figures and snapshots as a test wants them. */
export function jobsWorld(
  world: World,
  over: {
    read?: JobContext['portfolio']['dashboard']['read'];
    take?: JobContext['portfolio']['snapshots']['take'];
    backUp?: JobContext['backups']['write'];
    completeLabels?: JobContext['portfolio']['labels']['complete'];
    refreshAll?: JobContext['prices']['refreshAll'];
    begin?: JobContext['prices']['begin'];
    letter?: JobContext['reports']['letter']['read'];
  } = {},
): JobContext {
  const { database, clock, log, config } = world.context;
  const list = () =>
    database.asSystem('test users', async (trx) => await trx('identity.users').select('id').orderBy('id'));
  const everybody = async () => ((await list()) as { id: string }[]).map(({ id }) => id);
  return {
    config,
    options: {
      pruning: { prune: async () => 0 },
      watch: { round: async () => ({ workspaces: 0, told: 0, failed: 0 }) },
    },
    research: {
      thesis: { recheckNext: async () => null, evaluateOutcomes: async () => 0 },
      pruning: { documents: async () => 0, facts: async () => 0 },
    },
    policies: {
      cycles: { advanceAll: async () => ({ policies: 0, sessions: 0, cycles: 0, failed: 0 }) },
      contributions: { round: async () => ({ policies: 0, due: 0, skipped: 0 }) },
      live: {
        round: async () => ({ expired: 0, accounts: 0, failed: 0, planned: 0 }),
        tellStart: async () => 0,
        audit: { auditAll: async () => ({ accounts: 0, differences: 0, failed: 0 }) },
      },
      tellFailures: async () => 0,
      digest: async () => null,
    },
    database,
    clock,
    log,
    notifications: world.notifications,
    calendar: createCalendar(),
    holidays: { keepUp: async () => [], read: async () => ({ items: [] }) },
    identity: {
      users: {
        list,
        ensureOwner: () =>
          database.asSystem(
            'test owner',
            async (trx) => (await trx('identity.users').orderBy('id').first('id')) as { id: string },
          ),
      },
      prune: () => Promise.resolve(0),
    },
    capacity: { record: () => Promise.resolve(0) },
    backups: { write: over.backUp ?? (() => Promise.resolve('')) },
    corporateActions: { tellNews: () => Promise.resolve(0) },
    reports: { letter: { read: over.letter ?? (() => Promise.resolve(someLetter)) } },
    quality: {
      audit: { run: () => Promise.resolve({ audited_at: null, identities: [], findings: [] }) },
    },
    instruments: {
      resolver: () => Promise.resolve({ resolve: () => ({ outcome: 'UNKNOWN', reason: 'NOT_IN_REGISTRY' }) }),
    },
    prices: {
      refreshAll: over.refreshAll ?? (() => Promise.resolve()),
      begin:
        over.begin ??
        (() => Promise.resolve({ ready: (all) => Promise.resolve(all), write: () => Promise.resolve() })),
    },
    fx: { keepUp: () => Promise.resolve({ pairs: 0, changed: 0, failed: [] }) },
    dayFilling: { lacking: () => Promise.resolve([]), fill: () => Promise.resolve(0) },
    betas: { begin: () => Promise.resolve({ enrich: () => Promise.resolve(0) }) },
    goals: {
      sips: { remind: () => Promise.resolve(0), owners: everybody },
      goals: { takeSnapshots: () => Promise.resolve(0), owners: everybody },
    },
    watchlist: {
      refreshAll: () => Promise.resolve(),
      alertOwners: everybody,
      evaluateAlerts: () => Promise.resolve({ evaluated: 0, fired: 0, unknown: 0 }),
      items: { list: () => Promise.resolve([]) },
      narrate: () => Promise.resolve(null),
    },
    income: {
      recompute: () => Promise.resolve({ added: 0, changed: 0, cancelled: 0 }),
      behind: () => Promise.resolve([]),
      tellNews: () => Promise.resolve(0),
    },
    brokers: { maintain: () => Promise.resolve('nothing was due') },
    benchmarks: { keepUp: () => Promise.resolve([]) },
    closes: { priceEverybody: () => Promise.resolve({ priced: 0, refused: [], failed: 0 }) },
    backfill: {
      keepUp: () => Promise.resolve({ sessions: [], asked: 0, failed: 0, added: 0 }),
      keepUpActions: () => Promise.resolve(NO_ANNOUNCEMENTS),
    },
    portfolio: {
      labels: { complete: over.completeLabels ?? (() => Promise.resolve(0)) },
      dashboard: { read: over.read ?? (() => Promise.resolve(someFigures)) },
      brokerChanges: { tellNews: () => Promise.resolve(0) },
      snapshotThinning: { run: () => Promise.resolve(0) },
      snapshots: {
        take: over.take ?? (() => Promise.resolve(1)),
        lacking: (userIds) => Promise.resolve([...userIds]),
      },
    },
  };
}
