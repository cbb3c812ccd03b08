import type { Core } from '../../../core/assembly/index.ts';
import type { TestCore } from '../../support/core.ts';
import type { YahooServer } from '../../support/yahoo-server.ts';

export const by = { actor: 'test' };
export const TODAY = '2026-03-02';
const DOLLARS = 'USDINR=X';

/** A person's data with something of everything. */
export interface KeptWorld {
  core: Core;
  owner: string;
  yahoo: YahooServer;
  goal: string;
  debt: string;
  connection: string;
  unlisted: string;
  spare: string;
}

/** Fills a person's data in over some days, the last of which is today; amounts are small and round. */
export async function fillWorld({ core, owner, clock }: TestCore, yahoo: YahooServer): Promise<KeptWorld> {
  const { portfolio, goals, liabilities, reports } = core;
  await listed(core);
  const traded = [
    ['Main', 'TCS', 'BUY', '2024-01-05', 10, 100, 'INR'],
    ['Main', 'TCS', 'SELL', '2025-06-10', 4, 150, 'INR'],
    ['Main', 'TCS', 'DIVIDEND', '2025-12-01', 6, 5, 'INR'],
    ['World', 'AAPL', 'BUY', '2024-02-05', 3, 180, 'USD'],
    ['World', 'AAPL', 'SELL', '2025-07-10', 1, 200, 'USD'],
  ] as const;
  for (const [name, symbol, type, date, quantity, price, currency] of traded)
    await portfolio.transactions.create(
      owner,
      { portfolio: name, symbol, type, date, quantity, price, currency },
      by,
    );
  const held = { portfolio: 'Main', currency: 'INR', quantity: 5, avg_buy_price: 100 };
  await portfolio.holdings.create(
    owner,
    { ...held, symbol: 'FUND', asset_class: 'Mutual Fund', current_price: 110, isin: 'INF879O01027' },
    by,
  );
  // Priced by hand at the ends of months, in a portfolio that counts in dollars.
  await portfolio.portfolios.create(owner, { name: 'Private', base_currency: 'USD' }, by);
  await portfolio.transactions.create(owner, { ...OYO, date: '2025-11-03', quantity: 10, price: 40 }, by);
  const [oyo] = await portfolio.holdings.ofSymbol(owner, 'OYO');
  const unlisted = oyo?.id ?? '';
  for (const [valuation_date, of] of [
    ['2025-11-28', 41],
    ['2025-12-31', 44],
    ['2026-01-30', 42],
  ] as const)
    await portfolio.holdings.updatePrice(owner, unlisted, { price: of, valuation_date }, by);
  const bond = {
    maturity_date: '2027-01-15',
    face_value: 100,
    coupon_rate: 8,
    coupon_frequency: 2,
    isin: 'INE002A08427',
    current_price: 98,
  };
  await portfolio.holdings.create(owner, { ...held, symbol: 'BOND', asset_class: 'Bond', ...bond }, by);
  await portfolio.portfolios.update(
    owner,
    await portfolioId(core, owner, 'World'),
    { target_allocation },
    by,
  );
  const { id: spare } = await portfolio.portfolios.create(owner, { name: 'Spare' }, by);
  await goals.sips.create(
    owner,
    {
      name: 'Monthly',
      amount: 100,
      frequency: 'monthly',
      start_date: '2026-01-05',
      portfolio: 'Spare',
    },
    by,
  );
  const { id: goal } = await goals.goals.create(
    owner,
    {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 50_000,
      target_date: '2031-03-31',
      inflation_pct: 5,
      expected_return_pct: 10,
    },
    by,
  );
  for (const name of ['Main', 'World'])
    await goals.links.put(
      owner,
      goal,
      { link_type: 'PORTFOLIO', link_id: await portfolioId(core, owner, name), percentage: 50 },
      by,
    );
  const { id: debt } = await liabilities.create(owner, { name: 'Car', type: 'LOAN', balance: 300 }, by);
  await reports.fundHoldings.replace(owner, 'FUND', contents(8), by);
  const { id: connection } = await core.connections.create(
    owner,
    {
      broker: 'dhan',
      label: 'Dhan',
      role: 'SYNC',
      credentials: { client_id: '1000000001', access_token: 'a-token-of-some-length' },
    },
    by,
  );
  await rate(core, yahoo, { '2024-01-01': 83, '2025-06-02': 85, '2026-02-24': 86, '2026-02-27': 87 });
  for (const [day, tcs] of [
    ['2026-02-25', 150],
    ['2026-02-26', 162],
    ['2026-02-27', 158],
  ] as const) {
    clock.at = new Date(`${day}T06:00:00.000Z`);
    await price(core, owner, { TCS: tcs, AAPL: tcs + 50, FUND: 110 }, day);
    await portfolio.snapshots.take(owner);
  }
  clock.at = new Date(`${TODAY}T06:00:00.000Z`);
  await rate(core, yahoo, { [TODAY]: 88 });
  await price(core, owner, { TCS: 160, AAPL: 210, FUND: 110 });
  await core.income.recompute(owner, by);
  return { core, owner, yahoo, goal, debt, connection, unlisted, spare };
}

export const OYO = {
  portfolio: 'Private',
  symbol: 'OYO',
  type: 'BUY',
  currency: 'INR',
  asset_class: 'Unlisted',
};
const target_allocation = { 'US Equity': 60, Commodity: 40 };

export const contents = (weight_pct: number) => ({
  as_of: '2026-03-01',
  holdings: [{ stock_symbol: 'TCS', weight_pct }],
});

/** The registry and the history know one share, and the history an index. */
async function listed(core: Core): Promise<void> {
  await core.database.asSystem('instruments for a test', (trx) =>
    trx.raw(
      `insert into market.instruments (exchange, symbol, isin, name, asset_class)
       values ('NSE', 'TCS', 'INE467B01029', 'Tata Consultancy', 'Indian Equity')`,
    ),
  );
  await closes(core, { '2024-01-05': 101, '2025-06-10': 149, '2026-02-20': 155, '2026-02-27': 158 });
  await levels(core, { '2024-01-05': 20_000, '2025-06-10': 22_000, '2026-02-27': 24_000 });
}

/** Closes of the share by day. */
export async function closes(core: Core, of: Record<string, number>): Promise<void> {
  await core.database.asSystem('closes for a test', (trx) =>
    trx.raw(
      `insert into portfolio.price_history (instrument_id, day, close, source)
       select id, day::date, close::numeric, 'NSE' from market.instruments, jsonb_each_text(?::jsonb) as c (day, close)
       where isin = 'INE467B01029' on conflict (instrument_id, day) do update set close = excluded.close`,
      [JSON.stringify(of)],
    ),
  );
}

/** Levels of the index that rupees are held against, by day. */
export async function levels(core: Core, of: Record<string, number>): Promise<void> {
  const instrument_id = await core.history.seriesId('NIFTY50');
  await core.history.store(
    Object.entries(of).map(([day, close]) => ({ instrument_id, day, close })),
    { source: 'NSE', replace: true },
  );
}

async function portfolioId(core: Core, owner: string, name: string): Promise<string> {
  return (await core.portfolio.portfolios.findByName(owner, name))?.id ?? '';
}

export async function price(
  core: Core,
  owner: string,
  prices: Record<string, number>,
  day = TODAY,
): Promise<void> {
  const { quotes } = core.portfolio;
  const holdings = (await quotes.holdings(owner)).filter(({ symbol }) => symbol in prices);
  await quotes.apply(
    owner,
    holdings.map((holding) => ({
      holding,
      quote: { price: prices[holding.symbol] ?? 0, previous_close: null, as_of: day, source: 'TEST' },
    })),
  );
}

/** Rupees for a dollar from a day on, as they are fetched. */
export async function rate(core: Core, yahoo: YahooServer, days: Record<string, number>): Promise<void> {
  const { series = {} } = yahoo.listings.get(DOLLARS) ?? {};
  yahoo.listings.set(DOLLARS, {
    currency: 'INR',
    zone: 'Europe/London',
    series: { ...series, ...days },
  });
  await core.fx.keepUp();
}
