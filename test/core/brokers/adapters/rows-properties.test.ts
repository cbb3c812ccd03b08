import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dhanHoldings } from '../../../../core/brokers/adapters/dhan.ts';
import { refusalIn, refused } from '../../../../core/brokers/adapters/dhan-errors.ts';
import { byOrder, readFills, todaysTrades } from '../../../../core/brokers/adapters/dhan-fills.ts';
import { dhanHistory } from '../../../../core/brokers/adapters/dhan-history.ts';
import { momentOf } from '../../../../core/brokers/adapters/dhan-session.ts';
import { exact, together } from '../../../../core/brokers/adapters/figures.ts';
import { equityHoldings, fundHoldings } from '../../../../core/brokers/adapters/zerodha-holdings.ts';
import { fills, fundOrders } from '../../../../core/brokers/adapters/zerodha-trades.ts';
import type { BrokerTrade } from '../../../../core/brokers/adapter.ts';
import { Decimal, decimal } from '../../../../core/platform/index.ts';
import { dhanHistoryRow, dhanHolding, dhanTodaysFill } from '../../../support/dhan-books.ts';
import { kiteFund, kiteFundOrder, kiteHolding, kiteTrade } from '../../../support/kite-books.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const DAYS = { from: '2026-01-01', to: '2026-03-02' };

/** A row of the right kind in which some fields hold anything at all. */
function damaged(row: Record<string, unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.jsonValue() },
    {
      weight: 4,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...Object.keys(row)), fc.jsonValue()), { maxLength: 3 })
        .map((changes) => ({ ...row, ...Object.fromEntries(changes) })),
    },
  );
}

const EXACT = /^-?\d+(\.\d{1,10})?$/;

describe('rows of brokers, whatever stands in them', () => {
  const readers: [
    string,
    Record<string, unknown>,
    (rows: unknown[]) => { left_out: readonly { what: string }[] },
  ][] = [
    ['holdings of zerodha', kiteHolding(1), (rows) => equityHoldings(rows)],
    ['funds of zerodha', kiteFund(1), (rows) => fundHoldings(rows, '2026-03-02')],
    ['fills of zerodha', kiteTrade(1, NOW), (rows) => fills(rows, DAYS, [])],
    ['fund orders of zerodha', kiteFundOrder(1, NOW), (rows) => fundOrders(rows, DAYS)],
    ['holdings of dhan', dhanHolding(1), (rows) => dhanHoldings(rows)],
    ['history of dhan', dhanHistoryRow(1, NOW, 1), (rows) => byOrder(readFills(rows, DAYS))],
    ["today's fills of dhan", dhanTodaysFill(1, 0, NOW), (rows) => todaysTrades(rows, rows, DAYS)],
  ];
  for (const [title, row, read] of readers)
    it(`${title}: read or left out with a reason, and no figure that is none`, () => {
      fc.assert(
        fc.property(fc.array(damaged(row), { maxLength: 6 }), (rows) => {
          const answer = read(rows) as ReturnType<typeof read> &
            Partial<{ trades: BrokerTrade[]; holdings: { quantity: string }[] }>;
          for (const { what } of answer.left_out) assert.notEqual(what.trim(), '');
          for (const { quantity } of answer.holdings ?? []) assert.match(quantity, EXACT);
          for (const trade of answer.trades ?? []) {
            for (const text of [trade.quantity, trade.price, trade.fee_tax ?? '0']) assert.match(text, EXACT);
            assert.ok(decimal(trade.quantity).gt(0));
            assert.match(trade.date, /^\d{4}-\d\d-\d\d$/);
          }
        }),
      );
    });

  it('answers of dhan: a refusal or none, and a time or none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 200, max: 599 }), (body, status) => {
        const refusal = refusalIn(body);
        if (refusal !== null)
          assert.match(refused(refusal, status).message, /^Dhan refused \([\w -]+, status \d+\)\.$/);
        const at = momentOf(body);
        if (at !== null) assert.ok(!Number.isNaN(at.getTime()));
      }),
    );
  });

  it('a figure is the same as a number, in quotes and with an exponent', () => {
    const amount = fc.tuple(
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
      fc.integer({ min: 0, max: 6 }),
    );
    fc.assert(
      fc.property(amount, ([digits, places]) => {
        const text = new Decimal(digits).div(new Decimal(10).pow(places)).toFixed();
        assert.equal(exact(Number(text)), text);
        assert.equal(exact(text), text);
        assert.equal(exact(Number(text).toExponential().toUpperCase()), text);
      }),
    );
    for (const none of [
      '',
      'NA',
      '1,000',
      '0x10',
      'Infinity',
      '1e',
      'NaN',
      null,
      undefined,
      {},
      [],
      true,
      Number.NaN,
    ])
      assert.equal(exact(none), null);
  });

  it('lots together cost what they cost apart', () => {
    const lot = fc.record({
      quantity: fc.integer({ min: 0, max: 100_000 }).map(decimal),
      average: fc.integer({ min: 1, max: 10_000_000 }).map((paise) => decimal(paise).div(100)),
    });
    fc.assert(
      fc.property(fc.array(lot, { minLength: 1, maxLength: 5 }), (lots) => {
        const all = together(lots);
        const cost = Decimal.sum(...lots.map(({ quantity, average }) => quantity.times(average)));
        assert.ok(all.quantity.eq(Decimal.sum(...lots.map(({ quantity }) => quantity))));
        if (all.average === null) assert.ok(all.quantity.isZero());
        else
          assert.ok(
            all.average
              .times(all.quantity)
              .minus(cost)
              .abs()
              .lte(decimal('0.0000000001').times(all.quantity)),
          );
      }),
    );
  });
});

describe("portfolio/Connection sync rules 2: dhan's history, however it is cut into pages", () => {
  /** Orders, and for each how its quantity was filled. */
  const orders = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 25,
  });
  const cut = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
    isDoubled: fc.boolean(),
    order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
    emptyAt: fc.option(fc.nat(6)),
  });

  it('is one transaction for each order with all that was filled', async () => {
    await fc.assert(
      fc.asyncProperty(orders, cut, async (filled, { sizes, isDoubled, order, emptyAt }) => {
        const rows = filled.flatMap((parts, index) =>
          // The second of each fill tells the pages apart, as it does at the broker.
          parts.map((tradedQuantity, part) =>
            dhanHistoryRow(index, NOW, 1 + (index % 40), {
              tradedQuantity,
              exchangeTime: `2026-02-0${1 + (index % 9)}T10:00:${10 + part}`,
            }),
          ),
        );
        let pages: unknown[][] = [];
        for (let at = 0; at < rows.length;) {
          const size = sizes[pages.length % sizes.length] ?? 1;
          pages.push(rows.slice(at, at + size));
          at += size;
        }
        pages = pages
          .map((page, index) => ({ page, key: order[index % order.length] ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ page }) => page);
        if (isDoubled) pages = pages.flatMap((page) => (page.length > 1 ? [page, page] : [page]));
        if (emptyAt !== null && emptyAt < pages.length) pages.splice(emptyAt, 0, []);
        const trades: BrokerTrade[] = [];
        for await (const page of dhanHistory(
          DAYS,
          async (_from, _to, page) => await Promise.resolve(pages[page] ?? []),
        ))
          trades.push(...page.trades);
        const sums = trades.map(({ execution_id, quantity }) => [
          execution_id.split(':')[2],
          Number(quantity),
        ]);
        const wanted = filled.map((parts, index) => [
          `3125100${String(index).padStart(7, '0')}`,
          parts.reduce((sum, part) => sum + part, 0),
        ]);
        assert.deepEqual(Object.fromEntries(sums), Object.fromEntries(wanted));
        assert.equal(sums.length, wanted.length);
      }),
    );
  });
});
