import type { Topic } from '../../../core/platform/index.ts';
import { backtest } from '../../support/backtests.ts';
import { policyBody } from '../../support/policies.ts';
import { storeRun } from '../../support/published-runs.ts';
import { by, contents, type KeptWorld, OYO, price, rate, TODAY } from './kept-world.ts';

/** Kinds of changes, with the topics that they are about. Each may come at any time, once. */
export const WRITES: Readonly<
  Record<string, { topics: readonly Topic[]; write: (world: KeptWorld) => Promise<unknown> }>
> = {
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
    write: async ({ core, yahoo }) =>
      await rate(core, yahoo, { '2024-02-05': 83.5, '2025-07-10': 86, '2025-12-31': 85.5, [TODAY]: 90 }),
  },
  'a recorded hour': {
    topics: ['snapshots'],
    write: async ({ core, owner }) => await core.portfolio.snapshots.take(owner),
  },
  'income worked out': {
    topics: ['income'],
    write: async ({ core, owner }) => {
      await core.database.asSystem('an announcement for a test', (trx) =>
        trx.raw(
          `insert into market.corporate_actions (exchange, symbol, kind, ex_date, record_date, amount, raw, status, source)
           values ('NSE', 'TCS', 'DIVIDEND', '2026-03-20', '2026-03-20', 3, 'Dividend - Rs 3 Per Share', 'READ', 'FILE')`,
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
};
