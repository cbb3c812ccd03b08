import assert from 'node:assert/strict';
import type { TaxReportPage } from '../../../core/reports/index.ts';
import { type ApiClient, type TestApi, testApi } from '../../support/api-client.ts';
import { heldClock } from '../../support/core.ts';

const BASE = '/api/portfolio/reports/tax-lots';

describe('tax lots over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    owner = await world.signedIn();
    const trade = { portfolio: 'Main', currency: 'INR', asset_class: 'Indian Equity', isin: 'INE467B01029' };
    for (const [type, symbol, quantity, price, date, fee_tax] of [
      ['BUY', 'TCS', 10, 3000, '2024-01-05', 10],
      ['BUY', 'TCS', 10, 3200, '2025-02-05', 0],
      ['SELL', 'TCS', 15, 3500, '2025-06-02', 15],
    ] as const)
      await owner.post('/api/portfolio/transactions', {
        ...trade,
        type,
        symbol,
        quantity,
        price,
        date,
        fee_tax,
      });
  });
  after(() => world.close());

  it('portfolio/Reports tax-lots: lots, gains by term, remaining lots at the end of the year, unmatched_sells', async () => {
    const { status, body } = await owner.get<TaxReportPage>(`${BASE}?portfolio=Main&fy=2025-26`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), [
      'alternatives',
      'as_of',
      'counts',
      'currency',
      'disclaimer',
      'dividends',
      'explanations',
      'from',
      'fy',
      'intraday',
      'intraday_first',
      'intraday_lots',
      'long_term',
      'lots',
      'notes',
      'page',
      'page_size',
      'portfolio',
      'remaining',
      'remaining_lots',
      'short_term',
      'to',
      'unmatched_sells',
      'years',
    ]);
    // 10 at 3,500 less 10 of the fee: 34,990 - 30,010 = 4,980, long. 5: 17,495 - 16,000 = 1,495, short.
    assert.deepEqual([body.long_term.gain, body.short_term.gain], [4980, 1495]);
    assert.deepEqual([body.remaining_lots[0]?.quantity, body.remaining.cost], [5, 16000]);
    assert.deepEqual(body.unmatched_sells, []);
    // within the free 1,25,000; 20 % of 1,495
    assert.deepEqual(
      body.alternatives.map(({ rule, tax }) => [rule, tax]),
      [
        ['IN_LISTED_EQUITY_2024_SHORT', 299],
        ['IN_LISTED_EQUITY_2024_LONG', 0],
      ],
    );
    const explained = await owner.get<TaxReportPage>(`${BASE}?explain=true&page_size=1`);
    assert.deepEqual(
      explained.body.explanations?.map(({ figure }) => figure),
      ['short_term.gain', 'long_term.gain', 'remaining.cost', 'dividends.net'],
    );
    assert.equal(explained.body.lots.length, 1);
  });

  it('PUT tax-lots/settings switches intraday matching, and refuses a body without it by field', async () => {
    const refused = await owner.put<{ errors: { field: string }[] }>(`${BASE}/settings`, {});
    assert.deepEqual([refused.status, refused.body.errors[0]?.field], [422, 'intraday_first']);
    for (const intraday_first of [false, true]) {
      const { status, body } = await owner.put(`${BASE}/settings`, { intraday_first });
      assert.deepEqual([status, body], [200, { intraday_first }]);
      assert.equal((await owner.get<TaxReportPage>(BASE)).body.intraday_first, intraday_first);
    }
  });

  it('Schedule 112A is a CSV file that a spreadsheet opens as it is', async () => {
    const { status, headers, text } = await owner.get(`${BASE}?fy=2025-26&format=112a`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(
      headers.get('content-disposition'),
      'attachment; filename="munim-schedule-112a-2025-26.csv"',
    );
    // fetch takes the mark of UTF-8 off
    const lines = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    assert.equal(lines.length, 2);
    assert.equal(
      lines[1],
      'AE,INE467B01029,TCS,10,3500,35000.00,30010.00,30010.00,,,,10.00,30020.00,4980.00',
    );
  });

  it('a year that is none, a portfolio that is not there and a format that is unknown are refused with what is right', async () => {
    for (const [query, status, words] of [
      ['fy=2025', 422, /such as 2025-26/],
      ['fy=2025-27', 422, /such as 2025-26/],
      ['fy=2026-27', 422, /has not started/],
      ['format=pdf', 422, /json or 112a/],
      ['portfolio=nobody', 404, /no such portfolio/],
      ['year=2025', 422, /year/],
      ['page_size=5000', 422, /1000/],
    ] as const) {
      const answer = await owner.get<{ detail: string }>(`${BASE}?${query}`);
      assert.equal(answer.status, status, query);
      assert.match(answer.body.detail, words, query);
    }
    assert.equal((await owner.get(`${BASE}?fy=2025&format=112a`)).status, 422);
  });
});
