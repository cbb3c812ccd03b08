import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BrokerTrade } from '../../../../core/brokers/adapter.ts';
import { dhanHistory } from '../../../../core/brokers/adapters/dhan-history.ts';
import { dhanHistoryRow, type DhanRow } from '../../../support/dhan-books.ts';
import { sampled } from '../../../support/soak.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const DAYS = { from: '2026-02-01', to: '2026-03-01' };
const row = (orderId: string, day: string, change: DhanRow = {}) =>
  dhanHistoryRow(1, NOW, 1, { orderId, exchangeTime: `${day}T10:00:15`, tradedQuantity: 10, ...change });

type AskPage = Parameters<typeof dhanHistory>[1];

async function read(ask: AskPage): Promise<BrokerTrade[]> {
  const trades: BrokerTrade[] = [];
  for await (const page of dhanHistory(DAYS, ask)) trades.push(...page.trades);
  return trades;
}

/** Quantity by order. */
const quantities = (trades: readonly BrokerTrade[]): Record<string, number> =>
  Object.fromEntries(
    trades.map(({ execution_id, quantity }) => [execution_id.split(':')[2], Number(quantity)]),
  );

/** Pages as Dhan makes them: windows on the rows of the days asked for, newest first. */
function windowsOn(rows: readonly DhanRow[], size: number) {
  const live = { rows: [...rows], requests: [] as string[], change: (_request: number): void => undefined };
  const time = (one: DhanRow) => String(one['exchangeTime']);
  const ask: AskPage = async (from, to, page) => {
    live.requests.push(`${from}..${to} ${page}`);
    const wanted = live.rows
      .filter((one) => time(one).slice(0, 10) >= from && time(one).slice(0, 10) <= to)
      .toSorted((one, other) => (time(one) < time(other) ? 1 : Number(time(one) > time(other)) * -1));
    const answer = wanted.slice(page * size, (page + 1) * size);
    live.change(live.requests.length);
    return await Promise.resolve(answer);
  };
  return { live, ask };
}

describe("portfolio/Connection sync rules 2: a row that dhan's history repeats on several pages counts once", () => {
  it('a trade of an earlier day that comes in while pages are read pushes a row onto the next page, and doubles nothing', async () => {
    // Newest first: A B | C D | E. While page 1 is on its way, X of an early day comes in before D: D would come twice.
    const rows = ['A', 'B', 'C', 'D', 'E'].map((orderId, index) => row(orderId, `2026-02-2${8 - index}`));
    const { live, ask } = windowsOn(rows, 2);
    live.change = (request) => {
      if (request === 2) live.rows.push(row('X', '2026-02-25', { exchangeTime: '2026-02-25T10:00:20' }));
    };
    const found = quantities(await read(ask));
    assert.deepEqual({ ...found, X: 10 }, { A: 10, B: 10, C: 10, D: 10, E: 10, X: 10 });
  });

  it('a page that begins with the last row of the one before has that row once', async () => {
    const [a, b, c] = ['A', 'B', 'C'].map((orderId) => row(orderId, '2026-02-20'));
    const pages = [[a, b], [b, c], [c]];
    const trades = await read(async (_from, _to, page) => await Promise.resolve(pages[page] ?? []));
    assert.deepEqual(quantities(trades), { A: 10, B: 10, C: 10 });
    // Charges of a row that came twice are those of one: 0.0002 + 5 + 0 + 0.0316 + 0.1571 + 0.77
    assert.deepEqual(new Set(trades.map(({ fee_tax }) => fee_tax)), new Set(['5.9589']));
  });

  it('a repeated row whose charges came in meanwhile is the same row', async () => {
    const before = row('B', '2026-02-20', { stt: 0 });
    const after = row('B', '2026-02-20', { stt: 5 });
    const pages = [
      [row('A', '2026-02-20'), before],
      [after, row('C', '2026-02-20')],
    ];
    const trades = await read(async (_from, _to, page) => await Promise.resolve(pages[page] ?? []));
    assert.deepEqual(quantities(trades), { A: 10, B: 10, C: 10 });
  });

  it('two fills that are alike, one at the end of a page and one at the beginning of the next, both count: their day alone has them on one', async () => {
    const rows = [
      row('A', '2026-02-21'),
      row('B', '2026-02-20'),
      row('B', '2026-02-20'),
      row('C', '2026-02-19'),
    ];
    const { live, ask } = windowsOn(rows, 2);
    assert.deepEqual(quantities(await read(ask)), { A: 10, B: 20, C: 10 });
    assert.deepEqual(
      live.requests.filter((request) => request.startsWith('2026-02-20..2026-02-20')),
      ['2026-02-20..2026-02-20 0', '2026-02-20..2026-02-20 1', '2026-02-20..2026-02-20 2'],
    );
  });

  it('two alike on one page are two fills, and no day is asked for again', async () => {
    const rows = [row('A', '2026-02-20'), row('A', '2026-02-20'), row('B', '2026-02-19')];
    const { live, ask } = windowsOn(rows, 2);
    assert.deepEqual(quantities(await read(ask)), { A: 20, B: 10 });
    assert.ok(live.requests.every((request) => request.startsWith('2026-02-01')));
  });

  it('an order in many equal fills goes on from page to page', async () => {
    const rows = [row('A', '2026-02-21'), ...Array.from({ length: 7 }, () => row('B', '2026-02-21'))];
    const { ask } = windowsOn(rows, 3);
    assert.deepEqual(quantities(await read(ask)), { A: 10, B: 70 });
  });

  it("a row with the exchange's number counts once wherever it stands, and two numbers are two fills", async () => {
    const numbered = (exchangeTradeId: string) => row('A', '2026-02-20', { exchangeTradeId });
    const pages = [
      [numbered('71'), numbered('71')],
      [numbered('72'), numbered('71')],
    ];
    const trades = await read(async (_from, _to, page) => await Promise.resolve(pages[page] ?? []));
    assert.deepEqual(quantities(trades), { A: 20 });
  });

  it('whatever comes in between two pages, every order has what was traded', async () => {
    // At most four rows a day and five a page: a day alone is one page, so what was traded can be told exactly.
    const fills = fc.array(
      fc.record({ day: fc.integer({ min: 1, max: 9 }), order: fc.nat(5), second: fc.nat(1) }),
      { minLength: 1, maxLength: 40 },
    );
    const late = fc.record({
      day: fc.integer({ min: 1, max: 9 }),
      second: fc.nat(3),
      after: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fills, late, fc.integer({ min: 5, max: 8 }), async (given, coming, size) => {
        const count = new Map<number, number>();
        const kept = given.filter(({ day }) => {
          count.set(day, (count.get(day) ?? 0) + 1);
          return (count.get(day) ?? 0) <= 4;
        });
        const at = (day: number, second: number) => `2026-02-0${day}T10:00:1${second}`;
        const rows = kept.map(({ day, order, second }) =>
          row(`${day}${order}`, '', { exchangeTime: at(day, second) }),
        );
        const { live, ask } = windowsOn(rows, size);
        live.change = (request) => {
          if (request === coming.after)
            live.rows.push(row('LATE', '', { exchangeTime: at(coming.day, coming.second) }));
        };
        // The slow way: every row that was traded, added up by order.
        const wanted: Record<string, number> = { LATE: 10 };
        for (const { day, order } of kept) wanted[`${day}${order}`] = (wanted[`${day}${order}`] ?? 0) + 10;
        // The late one is read now or by the next sync.
        assert.deepEqual({ ...quantities(await read(ask)), LATE: 10 }, wanted);
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });
});
