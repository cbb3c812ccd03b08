import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { ApiClient, type TestApi, testApi } from '../../support/api-client.ts';
import { heldClock } from '../../support/core.ts';

const BASE = '/api/portfolio/reports/export';

interface Refusal {
  code: string;
  detail: string;
  errors?: { field: string }[];
}

describe('api exports of reports', () => {
  let world: TestApi;
  let client: ApiClient;

  /** Everything happens on 2 March 2026 in India. */
  const trade = async (date: string, type: string, quantity: number, price: number, symbol = 'TCS') => {
    const body = { portfolio: 'Long term', symbol, date, type, quantity, price, currency: 'INR' };
    const { status } = await client.post('/api/portfolio/transactions', body);
    assert.ok(status < 300, `${type} ${symbol}: ${status}`);
  };

  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    client = await world.signedIn();
    await trade('2024-01-05', 'BUY', 10, 3000);
    await trade('2024-06-10', 'BUY', 10, 3500);
    await trade('2025-06-10', 'SELL', 15, 4000);
    await trade('2025-07-01', 'DIVIDEND', 1, 150);
    for (let at = 0; at < 25; at++) await trade('2025-08-01', 'BUY', 1, 100 + at, `SYM${at}`);
    await client.post('/api/portfolio/income/recompute', {});
  });
  after(() => world.close());

  const fetched = async (query: string) => {
    // as bytes: reading an answer as text takes the mark of UTF-8 away
    const answer = await fetch(`${client.url}${BASE}?${query}`, {
      headers: { cookie: client.cookie ?? '' },
    });
    return { headers: answer.headers, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const rows = (bytes: Buffer) => {
    const text = bytes.toString('utf8');
    assert.equal(text.charCodeAt(0), 0xfeff, 'the mark of UTF-8');
    return parse<Record<string, string>>(text.slice(1), { columns: true });
  };

  it('portfolio/Reports: tax as CSV has every lot, sold and held, with dates and plain numbers', async () => {
    const { headers, status, bytes } = await fetched(
      'report=tax&fy=2025-26&format=csv&portfolio=Long%20term',
    );
    assert.equal(status, 200, bytes.toString());
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="munim-tax-2025-26-long-term-2026-03-02\.csv"$/,
    );
    const all = rows(bytes);
    const sold = all.filter(({ section }) => section === 'sold');
    // 15 sold: the 10 of January 2024, then 5 of the 10 of June; 40,000 - 30,000 and 20,000 - 17,500
    assert.deepEqual(
      sold.map((row) => [
        row['symbol'],
        row['quantity'],
        row['buy_date'],
        row['sell_date'],
        row['gain'],
        row['term'],
      ]),
      [
        ['TCS', '10', '2024-01-05', '2025-06-10', '10000', 'LONG'],
        ['TCS', '5', '2024-06-10', '2025-06-10', '2500', 'SHORT'],
      ],
    );
    assert.deepEqual(
      all
        .filter(({ section }) => section === 'total' || section === 'dividends')
        .map((row) => [row['term'], row['gain_base'], row['dividends_net']]),
      [
        ['SHORT', '2500', ''],
        ['LONG', '10000', ''],
        ['', '', '150'],
      ],
    );
    // 5 left of TCS and one of each of the others
    assert.equal(all.filter(({ section }) => section === 'held').length, 26);
  });

  it('portfolio/Reports: each report has one set of columns and a section in front of each row', async () => {
    for (const report of ['performance', 'tax', 'income', 'diversification']) {
      const { status, bytes } = await fetched(`report=${report}`);
      assert.equal(status, 200, `${report}: ${bytes.toString()}`);
      const found = rows(bytes);
      assert.ok(found.length > 0, report);
      assert.ok(
        found.every(({ section }) => (section ?? '') !== ''),
        report,
      );
    }
  });

  it('portfolio/Reports: PDF is one page, and the same figures give the same bytes', async function () {
    for (const report of ['performance', 'tax', 'income', 'diversification']) {
      const first = await fetched(`report=${report}&format=pdf`);
      assert.equal(first.status, 200, first.bytes.toString());
      assert.equal(first.headers.get('content-type'), 'application/pdf');
      assert.match(first.headers.get('content-disposition') ?? '', /\.pdf"$/);
      assert.equal(first.bytes.subarray(0, 5).toString(), '%PDF-');
      assert.ok(first.bytes.equals((await fetched(`report=${report}&format=pdf`)).bytes), report);
    }
  });

  it('a financial year stands for its days, and empty words in the address for none', async () => {
    const { bytes } = await fetched('report=income&fy=2025-26&from=&to=&portfolio=');
    assert.deepEqual(
      rows(bytes).map((row) => [row['date'], row['status'], row['net_amount']]),
      [['2025-07-01', 'PAID', '150']],
    );
    const before = await fetched('report=income&fy=2024-25');
    assert.deepEqual(rows(before.bytes), []);
  });

  it('takes the same dates and times as the report itself; an empty one is one left out', async () => {
    // 19:00 UTC on 31 March is 1 April in India
    const timed = await fetched('report=income&from=2025-03-31T19:00:00Z&to=&portfolio=');
    assert.equal(timed.status, 200);
    assert.deepEqual(timed.bytes, (await fetched('report=income&from=2025-04-01')).bytes);
  });

  it('refuses what it does not know, and says what to do', async () => {
    const refusals: [string, number, string][] = [
      ['', 422, 'VALIDATION_ERROR'],
      ['report=everything', 422, 'VALIDATION_ERROR'],
      ['report=tax&format=xlsx', 422, 'VALIDATION_ERROR'],
      ['report=tax&fy=2025', 422, 'VALIDATION_ERROR'],
      ['report=income&fy=2025-27', 422, 'VALIDATION_ERROR'],
      ['report=income&from=2026-02-30', 422, 'VALIDATION_ERROR'],
      ['report=performance&from=2026-02-02&to=2026-01-01', 422, 'VALIDATION_ERROR'],
      ['report=tax&from=soon', 422, 'VALIDATION_ERROR'],
      ['report=diversification&from=2026-02-02&to=2026-01-01', 422, 'VALIDATION_ERROR'],
      ['report=performance&from=2026-02-30T10:00:00Z', 422, 'VALIDATION_ERROR'],
      ['report=income&portfolio=Nobody', 404, 'PORTFOLIO_NOT_FOUND'],
      ['report=diversification&portfolio=Nobody&format=pdf', 404, 'PORTFOLIO_NOT_FOUND'],
    ];
    for (const [query, status, code] of refusals) {
      const { status: answered, body } = await client.get<Refusal>(`${BASE}?${query}`);
      assert.deepEqual([query, answered, body.code], [query, status, code]);
    }
    assert.equal((await new ApiClient(client.url).get(`${BASE}?report=tax`)).status, 401);
  });
});
