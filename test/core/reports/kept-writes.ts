import type { MarketPart } from '../../../core/market/instruments/index.ts';
import { DAY_MS, type Topic } from '../../../core/platform/index.ts';
import { backtest } from '../../support/backtests.ts';
import { policyBody } from '../../support/policies.ts';
import { storeRun } from '../../support/published-runs.ts';
import { by, closes, contents, type KeptWorld, levels, OYO, price, rate, TODAY } from './kept-world.ts';

interface Write {
  topics: readonly Topic[];
  /** Market data, which all people share. It counts within a minute. */
  market?: readonly MarketPart[];
  write: (world: KeptWorld) => Promise<unknown>;
}

/** Writes market data, as a job does. */
const written = async ({ core }: KeptWorld, sql: string): Promise<unknown> =>
  await core.database.asSystem('market data for a test', (trx) => trx.raw(sql));

/** Kinds of changes, with the topics that they are about. Each may come at any time, once. */
export const WRITES: Readonly<Record<string, Write>> = {
  transactions: {
    topics: ['ledger'],
    write: async ({ core, owner }) => {
      const of = (row: object) => core.portfolio.transactions.create(owner, row, by);
      const tcs = { portfolio: 'Main', symbol: 'TCS', currency: 'INR' };
      const aapl = { portfolio: 'World', symbol: 'AAPL', currency: 'USD' };
      await of({ ...tcs, type: 'BUY', date: '2025-03-03', quantity: 2, price: 120 });
      await of({ ...aapl, type: 'SELL', date: '2025-11-03', quantity: 1, price: 190 });
      await of({ ...aapl, type: 'DIVIDEND', date: '2026-02-03', quantity: 1, price: 2 });
      await of({ ...OYO, date: '2025-12-15', quantity: 10, price: 30 });
    },
  },
  'another name of a portfolio': {
    topics: ['ledger'],
    // The same to who asks by it, spelled otherwise.
    write: async ({ core, owner, spare }) =>
      await core.portfolio.portfolios.update(owner, spare, { name: 'SPARE' }, by),
  },
  'a holding by hand': {
    topics: ['ledger', 'prices'],
    write: async ({ core, owner }) =>
      await core.portfolio.holdings.create(
        owner,
        {
          portfolio: 'World',
          symbol: 'GOLD',
          asset_class: 'Commodity',
          currency: 'INR',
          quantity: 3,
          avg_buy_price: 50,
          current_price: 70,
        },
        by,
      ),
  },
  'prices from the market': {
    topics: ['prices'],
    write: async ({ core, owner }) => await price(core, owner, { TCS: 166, AAPL: 220, FUND: 112 }),
  },
  'a price by hand': {
    topics: ['prices'],
    write: async ({ core, owner, unlisted }) =>
      await core.portfolio.holdings.updatePrice(
        owner,
        unlisted,
        { price: 45, valuation_date: '2026-01-30' },
        by,
      ),
  },
  'exchange rates': {
    topics: ['rates'],
    market: ['rates'],
    write: async ({ core, yahoo }) =>
      await rate(core, yahoo, { '2024-02-05': 83.5, '2025-07-10': 86, '2025-12-31': 85.5, [TODAY]: 90 }),
  },
  'a recorded hour': {
    topics: ['snapshots'],
    write: async ({ core, owner }) => await core.portfolio.snapshots.take(owner),
  },
  'income worked out': {
    topics: ['income'],
    market: ['prices'],
    write: async ({ core, owner }) => {
      await core.database.asSystem('an announcement for a test', (trx) =>
        trx.raw(
          `insert into market.corporate_actions
             (exchange, symbol, instrument_id, kind, ex_date, record_date, amount, raw, status, source)
           select 'NSE', 'TCS', id, 'DIVIDEND', '2026-03-20', '2026-03-20', 3, 'Dividend - Rs 3 Per Share', 'READ', 'FILE'
           from market.instruments where isin = 'INE467B01029'`,
        ),
      );
      await core.income.recompute(owner, by);
    },
  },
  'another goal': {
    topics: ['goals'],
    write: async ({ core, owner, goal }) => {
      await core.goals.goals.update(owner, goal, { target_corpus: 60_000 }, by);
    },
  },
  'a debt': {
    topics: ['liabilities'],
    write: async ({ core, owner, debt }) => await core.liabilities.update(owner, debt, { balance: 250 }, by),
  },
  'something to watch': {
    topics: ['watchlist'],
    write: async ({ core, owner }) =>
      await core.watchlist.items.create(
        owner,
        { symbol: 'INFY', asset_class: 'Indian Equity', currency: 'INR' },
        by,
      ),
  },
  'a connection': {
    topics: ['connections'],
    write: async ({ core, owner, connection }) =>
      await core.connections.update(owner, connection, { label: 'Dhan, mine' }, by),
  },
  'contents of a fund': {
    topics: ['fund_holdings'],
    write: async ({ core, owner }) => await core.reports.fundHoldings.replace(owner, 'FUND', contents(9), by),
  },
  'a backtest': {
    topics: ['strategies'],
    write: async ({ core, owner }) => await core.strategies.runs.create(owner, backtest(), by),
  },
  'a pinned thesis': {
    topics: ['research'],
    write: async ({ core, owner }) =>
      await core.research.thesis.setBaseline(
        owner,
        await storeRun(core, owner, { instrument_id: '7', symbol: 'TCS' }),
        by,
      ),
  },
  'how lots are matched': {
    topics: ['ledger', 'settings'],
    write: async ({ core, owner }) =>
      await core.portfolio.lotSettings.save(owner, { intraday_first: false }, by),
  },
  'a policy': {
    topics: ['policies'],
    write: async ({ core, owner }) => await core.policies.create(owner, policyBody(), by),
  },
  'a setting': {
    topics: ['settings'],
    write: async ({ core, owner }) =>
      await core.portfolio.actions.changeSettings(owner, { apply_actions: true }, by),
  },
  'a close of a share that is held': {
    topics: [],
    market: ['prices'],
    write: async ({ core }) => await closes(core, { '2026-02-27': 159, '2025-06-11': 151 }),
  },
  'a corrected close of long ago': {
    topics: [],
    market: ['prices'],
    write: async ({ core }) => await closes(core, { '2024-01-05': 99 }),
  },
  'a level of an index': {
    topics: [],
    market: ['prices', 'registry'],
    write: async ({ core }) => await levels(core, { '2025-06-11': 22_500, '2026-02-27': 25_000 }),
  },
  'a rate without a topic': {
    topics: [],
    market: ['rates'],
    write: async (world) => await written(world, `update market.fx_rates set rate = rate * 1.01`),
  },
  'a split that waits for a decision': {
    topics: [],
    market: ['prices'],
    write: async (world) =>
      await written(
        world,
        `insert into market.corporate_actions
           (exchange, symbol, instrument_id, kind, ex_date, new_shares, old_shares, raw, status, source)
         select 'NSE', 'TCS', id, 'SPLIT', '2025-08-01', 2, 1, 'Face Value Split From Rs 2 To Rs 1', 'READ', 'NSE'
         from market.instruments where isin = 'INE467B01029'`,
      ),
  },
  'another symbol of a share': {
    topics: [],
    market: ['registry'],
    write: async (world) =>
      await written(
        world,
        `update market.instruments set symbol = 'TCSL', name = 'Tata' where isin = 'INE467B01029'`,
      ),
  },
};

/** Moves of the clock, with how far the time of day counts for what they change. Each may come at any time, once. */
export const MOVES: Readonly<Record<string, { clocks: readonly string[]; to: (now: Date) => Date }>> = {
  'a minute later': { clocks: ['minute'], to: (now) => new Date(now.getTime() + 60_000) },
  'prices grow stale': { clocks: ['minute', 'session'], to: (now) => new Date(now.getTime() + 31 * 60_000) },
  'the end of a session': {
    clocks: ['minute', 'session', 'day'],
    // 15:30 in India.
    to: (now) => new Date(Math.ceil((now.getTime() - 10 * 3_600_000) / DAY_MS) * DAY_MS + 10 * 3_600_000),
  },
  'the next day': { clocks: ['minute', 'session', 'day'], to: (now) => new Date(now.getTime() + DAY_MS) },
};
