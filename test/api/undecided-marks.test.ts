import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ROUTES } from '../../api/routes/index.ts';
import type { Tag } from '../../api/route.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { sampled } from '../support/soak.ts';

/** Tags whose routes show figures of the books; policies, options and research have books of their own. */
const TAGS: readonly Tag[] = ['Portfolio', 'Reports', 'Goals', 'Income', 'Watchlist', 'CSV', 'People'];

/** Reads without a mark, each with its reason. A new route is in none of them and fails until it has a mark. */
const UNMARKED: Readonly<Record<string, string>> = {
  '/api/portfolio/transactions': 'rows as they were recorded',
  '/api/portfolio/transactions/:id': 'a row as it was recorded',
  '/api/portfolio/corporate-actions': 'the actions themselves',
  '/api/portfolio/broker-changes': 'changes by brokers, each with its own effect',
  '/api/portfolio/openings': 'proposals, of which the action is another',
  '/api/portfolio/openings.csv': 'proposals, of which the action is another',
  '/api/parts': 'which parts are shown',
  '/api/portfolio/holdings/recent-closes': 'prices in the shares of today, and a split that waits is counted',
  '/api/portfolio/market-data/catch-up': 'progress of fetching prices',
  '/api/portfolio/market-data/calendars': 'days of exchanges',
  '/api/portfolio/data-quality': 'counts of what is open, the actions among them',
  '/api/portfolio/data-quality/audit': 'differences between figures',
  '/api/portfolio/data-quality/prices': 'prices of the market',
  '/api/portfolio/data-quality/instruments': 'names of instruments',
  '/api/portfolio/data-quality/left-out': 'rows as they were recorded',
  '/api/portfolio/data-quality/unmatched': 'rows as they were recorded',
  '/api/portfolio/data-quality/recorded-values': 'values as they were recorded',
  '/api/portfolio/data-quality/fund-values': 'prices of the market',
  '/api/portfolio/data-quality/findings': 'prices of the market',
  '/api/portfolio/data-quality/actions': 'announcements of the market',
  '/api/portfolio/instruments': 'names of instruments',
  '/api/portfolio/holdings/:id/ltp': 'prices that were entered',
  '/api/portfolio/csv/imports': 'files as they were imported',
  '/api/portfolio/csv/imports/:id': 'a file as it was imported',
  '/api/portfolio/csv/imports/:id/undo': 'rows of a file',
  '/api/portfolio/csv/sample': 'an example',
  '/api/portfolio/csv/imports/:id/undecided.csv': 'rows of a file',
  '/api/portfolio/csv/imports/:id/undecided': 'rows of a file',
  '/api/portfolio/reports/definitions': 'words',
  '/api/portfolio/reports/activity': 'rows as they came on record',
  '/api/portfolio/reports/snapshots': 'values as they were recorded',
  '/api/portfolio/reports/snapshots/latest': 'values as they were recorded',
  '/api/portfolio/reports/snapshots/settings': 'a setting',
  '/api/portfolio/reports/goals/:id/history': 'values as they were recorded',
  '/api/portfolio/reports/fund-holdings': 'contents of funds as they were entered',
  '/api/portfolio/reports/fund-holdings/:fund_symbol': 'contents of a fund as they were entered',
  '/api/portfolio/income/bonds': 'terms of bonds',
  '/api/portfolio/goals/:id/links': 'shares of what is linked',
  '/api/portfolio/sip-plans': 'payments as they were planned',
  '/api/portfolio/sip-plans/:id': 'payments as they were planned',
  '/api/portfolio/watchlist': 'prices of the market',
  '/api/portfolio/watchlist/:id': 'a price of the market',
  '/api/portfolio/watchlist/:id/news': 'headlines',
  '/api/people': 'names',
};

/** Shares with an action in the shipped register between these days. */
const SHARES = [
  { symbol: 'IRCTC', bought: '2021-10-13', dividend: '2022-05-05' },
  { symbol: 'WIPRO', bought: '2024-01-04', dividend: '2025-01-28' },
  { symbol: 'HDFC', bought: '2021-01-04', dividend: '2023-08-01' },
  { symbol: 'CGCL', bought: '2023-01-04', dividend: '2024-08-01' },
] as const;

const WAITS = /corporate actions? waits? for your decision|Corporate actions wait for a decision/;

interface Book {
  share: (typeof SHARES)[number];
  units: number;
  sold: number;
  others: number[];
  isApplied: boolean;
}

const books: fc.Arbitrary<Book> = fc.record({
  share: fc.constantFrom(...SHARES),
  units: fc.integer({ min: 10, max: 500 }),
  sold: fc.integer({ min: 0, max: 9 }),
  others: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 3 }),
  isApplied: fc.boolean(),
});

describe('figures over HTTP while a corporate action waits', () => {
  let world: TestApi;
  let people = 0;
  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
  });
  after(() => world.close());

  const made = async (client: ApiClient, address: string, body: unknown): Promise<{ id: string }> => {
    const { status, text, body: answer } = await client.post<{ id: string }>(address, body);
    assert.equal(status, 201, `${address}: ${text}`);
    return answer;
  };

  /** A book with an open action, and the address of every read of it. */
  async function record(
    client: ApiClient,
    { share, units, sold, others }: Book,
  ): Promise<Map<string, string>> {
    const trade = async (symbol: string, date: string, type: string, quantity: number, price: number) =>
      await made(client, '/api/portfolio/transactions', {
        portfolio: 'Main',
        symbol,
        date,
        type,
        quantity,
        price,
        currency: 'INR',
        asset_class: 'Indian Equity',
      });
    await trade(share.symbol, share.bought, 'BUY', units, 1000);
    if (sold > 0) await trade(share.symbol, '2025-11-20', 'SELL', sold, 900);
    await trade(share.symbol, share.dividend, 'DIVIDEND', units, 5);
    for (const [at, quantity] of others.entries())
      await trade(`OTHER${at}`, '2024-01-04', 'BUY', quantity, 100);
    const base = '/api/portfolio';
    const portfolios = await client.get<{ items: { id: string; name: string }[] }>(`${base}/portfolios`);
    const portfolio = portfolios.body.items.find(({ name }) => name === 'Main')?.id ?? '';
    const target_allocation = { 'Indian Equity': 60, Bond: 40 };
    await client.put(`${base}/portfolios/${portfolio}`, { target_allocation });
    const goal = await made(client, `${base}/goals`, {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 120_000,
      target_date: '2027-03-02',
      expected_return_pct: 0,
    });
    await made(client, `${base}/goals/${goal.id}/links`, {
      link_type: 'PORTFOLIO',
      link_id: portfolio,
      percentage: 50,
    });
    const drop = { kind: 'DRAWDOWN_PCT', portfolio: 'Main', threshold: 10 };
    const alert = await made(client, `${base}/alerts`, drop);
    await client.post(`${base}/income/recompute`, {});
    await client.put('/api/household', { agreed: true });
    const list = await client.get<{ items: { id: string; symbol: string }[] }>(`${base}/holdings`);
    const holding = list.body.items.find(({ symbol }) => symbol === share.symbol)?.id ?? '';
    const ids: Record<string, string> = {
      portfolios: portfolio,
      holdings: holding,
      goals: goal.id,
      alerts: alert.id,
    };
    const queries: Record<string, string> = {
      [`${base}/csv`]: '?type=holdings',
      [`${base}/reports/tax-lots`]: '?fy=2025-26',
      [`${base}/reports/export`]: '?report=performance&format=csv',
      [`${base}/reports/calendar`]: '?from=2021-06-01&to=2026-06-01',
      [`${base}/reports/rebalance`]: '?portfolio=Main',
    };
    const files = ['tax', 'income', 'diversification'].map((report): [string, string] => [
      `export of ${report}`,
      `${base}/reports/export?report=${report}&format=csv`,
    ]);
    const reads = ROUTES.filter(
      ({ method, tag, path }) => method === 'GET' && TAGS.includes(tag) && !(path in UNMARKED),
    ).map(({ path }): [string, string] => [
      path,
      path
        .replace(/:symbol/, share.symbol)
        .replace(/([\w-]+)\/:id/, (_, of: string) => `${of}/${ids[of.replace(/^v2$/, '')] ?? ''}`) +
        (queries[path] ?? ''),
    ]);
    return new Map([...reads, ...files]);
  }

  /** Where an answer says something of the share without the mark, or marks another share. */
  function* wrongRows(answer: unknown, symbol: string, at = ''): Generator<string> {
    if (typeof answer !== 'object' || answer === null) return;
    if ('provisional_reason' in answer && 'symbol' in answer) {
      const isOwn = answer.symbol === symbol;
      const isOther = String(answer.symbol).startsWith('OTHER');
      if ((isOwn && answer.provisional_reason === null) || (isOther && answer.provisional_reason !== null))
        yield at;
    }
    for (const [key, part] of Object.entries(answer)) yield* wrongRows(part, symbol, `${at}.${key}`);
  }

  it('every read of the books says which action waits, until it is applied or declined', async () => {
    await fc.assert(
      fc.asyncProperty(books, async (book) => {
        const client = await world.signedIn(`person${(people += 1)}`);
        const addresses = await record(client, book);
        assert.ok(addresses.size > 25, `only ${addresses.size} routes`);
        const faults: string[] = [];
        for (const [path, address] of addresses) {
          const { status, text, body } = await client.get<unknown>(address);
          if (status !== 200) faults.push(`${address} answers ${text}`);
          else if (!WAITS.test(text)) faults.push(`${path} has no mark: ${text.slice(0, 300)}`);
          for (const row of wrongRows(body, book.share.symbol))
            faults.push(`${path} is marked wrongly at ${row}`);
        }
        const scenario = await client.post('/api/portfolio/reports/goal-scenario', {
          goal_id: addresses.get('/api/portfolio/goals/:id')?.split('/').at(-1),
          monthly_sip: 100,
        });
        if (!WAITS.test(scenario.text)) faults.push(`goal-scenario has no mark: ${scenario.text}`);
        assert.deepEqual(faults, []);
        for (let round = 0; round < 4; round += 1) {
          const { open } = (await client.get<{ open: { id: string }[] }>('/api/portfolio/corporate-actions'))
            .body;
          if (open.length === 0) break;
          const ids = open.map(({ id }) => id);
          const decide = book.isApplied ? 'apply' : 'decline';
          const { status, text } = await client.post(`/api/portfolio/corporate-actions/${decide}`, { ids });
          assert.equal(status, 200, text);
        }
        for (const [path, address] of addresses) {
          const { status, text } = await client.get<unknown>(address);
          // A share that became another one has another holding.
          if (status !== 404) assert.doesNotMatch(text, WAITS, path);
        }
      }),
      { numRuns: sampled(1, 60) },
    );
  });
});
