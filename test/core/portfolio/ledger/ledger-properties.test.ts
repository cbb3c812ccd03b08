import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLedger, type Ledger, replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import type { LedgerTransaction, TransactionType } from '../../../../core/portfolio/ledger/transaction.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

const sum = (values: Decimal[]): Decimal =>
  values.reduce((total, value) => total.plus(value), new Decimal(0));

/** Exact text with up to `places` decimals. */
const amount = (max: number, places: number, min = 0) =>
  fc
    .integer({ min: min * 10 ** places, max: max * 10 ** places })
    .map((n) => new Decimal(n).div(10 ** places).toFixed());
const date = fc
  .integer({ min: 0, max: 40 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));

/** Of TCS, what was bought on the day of a sale leaves first. */
function row(type: TransactionType, quantity: fc.Arbitrary<string>, price: fc.Arbitrary<string>) {
  return recordOf(type, quantity, price).map((one) => ({
    ...one,
    intraday_first: type === 'SELL' && one.symbol === 'TCS',
  }));
}

function recordOf(type: TransactionType, quantity: fc.Arbitrary<string>, price: fc.Arbitrary<string>) {
  return fc.record({
    id: fc.constant(''),
    portfolio: fc.constantFrom('Main', 'Kids'),
    symbol: fc.constantFrom('TCS', 'MF'),
    date,
    type: fc.constant(type),
    quantity,
    price,
    fee_tax: fc.oneof(fc.constant('0'), amount(50, 4)),
    currency: fc.constant('INR'),
  });
}

/** Ledgers of every kind of row: odd fractions, splits that do not divide, cancellations, sales beyond what is held. */
const anyLedger: fc.Arbitrary<LedgerTransaction[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: row('BUY', amount(100, 3, 1), amount(500, 4)) },
      { weight: 5, arbitrary: row('SELL', amount(120, 3, 1), amount(500, 4)) },
      {
        weight: 1,
        arbitrary: row(
          'SPLIT',
          fc.constantFrom('2', '0.5', '10', '0.3333333333', '1.5', '0.1'),
          fc.constant('0'),
        ),
      },
      { weight: 1, arbitrary: row('DIVIDEND', fc.oneof(fc.constant('0'), amount(100, 3)), amount(20, 2)) },
      {
        weight: 1,
        arbitrary: row(
          'BUY',
          amount(40, 3, 1).map((n) => `-${n}`),
          amount(500, 4),
        ),
      },
      {
        weight: 1,
        arbitrary: row(
          'SELL',
          amount(40, 3, 1).map((n) => `-${n}`),
          amount(500, 4),
        ),
      },
      { weight: 1, arbitrary: row('CASH_IN', amount(1000, 2), fc.constant('1')) },
    ),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((one, index) => ({ ...one, id: String(index + 1) })));

/** Everything a ledger says, as text that can be compared. */
function told(ledger: Ledger): string {
  const figures = (p: LedgerPosition) => ({
    of: [p.portfolio, p.symbol, p.currency],
    held: [p.quantity, p.cost_basis, p.fifo_cost_basis, p.realised_average, p.realised_fifo],
    totals: [p.purchases, p.sales, p.fees, p.dividends, p.tax_withheld, p.cash_in, p.cash_out],
    lots: p.lots(),
    disposals: p.disposals(),
    flows: p.cash_flows(),
    unmatched: p.unmatched(),
  });
  return JSON.stringify({ positions: ledger.positions.map(figures), skipped: ledger.skipped });
}

/** Held units at any price, in exact decimals. */
function identityHolds(position: LedgerPosition, price: Decimal, realised: Decimal, cost: Decimal): void {
  const value = position.quantity.times(price);
  const gained = realised.plus(value.minus(cost)).plus(position.dividends);
  const moved = value
    .plus(position.sales)
    .plus(position.dividends)
    .minus(position.purchases)
    .minus(position.fees);
  assert.equal(gained.toFixed(), moved.toFixed());
}

describe('properties of every ledger', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('money identity: realised + unrealised + dividends = value + sales + dividends − purchases − fees', () => {
    fc.assert(
      fc.property(anyLedger, amount(1000, 4), (rows, price) => {
        for (const position of replay(rows).positions) {
          identityHolds(position, new Decimal(price), position.realised_average, position.cost_basis);
          identityHolds(position, new Decimal(price), position.realised_fifo, position.fifo_cost_basis);
        }
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('the parts add up to the whole: lots, sales, matches and cash flows', () => {
    fc.assert(
      fc.property(anyLedger, (rows) => {
        for (const p of replay(rows).positions) {
          const lots = p.lots();
          const disposals = p.disposals();
          assert.equal(sum(lots.map((lot) => lot.quantity)).toFixed(), p.quantity.toFixed());
          assert.equal(
            sum(lots.map((lot) => lot.cost ?? new Decimal(0))).toFixed(),
            p.fifo_cost_basis.toFixed(),
          );
          assert.equal(sum(disposals.map((d) => d.average_gain)).toFixed(), p.realised_average.toFixed());
          assert.equal(sum(disposals.map((d) => d.fifo_gain)).toFixed(), p.realised_fifo.toFixed());
          for (const disposal of disposals) {
            assert.equal(sum(disposal.matches.map((m) => m.quantity)).toFixed(), disposal.quantity.toFixed());
            assert.equal(sum(disposal.matches.map((m) => m.cost)).toFixed(), disposal.fifo_cost.toFixed());
            assert.equal(sum(disposal.matches.map((m) => m.gain)).toFixed(), disposal.fifo_gain.toFixed());
          }
          const flows = p.sales
            .plus(p.dividends)
            .plus(p.cash_out)
            .minus(p.purchases)
            .minus(p.fees)
            .minus(p.cash_in);
          assert.equal(sum(p.cash_flows().map((flow) => flow.amount)).toFixed(), flows.toFixed());
        }
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('nothing is ever held below zero, and nothing held means no cost left', () => {
    fc.assert(
      fc.property(anyLedger, (rows) => {
        for (const p of replay(rows).positions) {
          assert.ok(p.quantity.gte(0));
          for (const lot of p.lots()) assert.ok(lot.quantity.gt(0));
          if (!p.quantity.isZero()) continue;
          assert.equal(p.cost_basis.toFixed(), '0');
          assert.equal(p.fifo_cost_basis.toFixed(), '0');
        }
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('the order of the rows never matters, with ids or without', () => {
    const shuffled = anyLedger.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.boolean(), ([rows, mixed], named) => {
        const strip = (one: LedgerTransaction): LedgerTransaction => (named ? one : { ...one, id: null });
        const [a, b] = [replay(rows.map(strip)), replay(mixed.map(strip))];
        assert.equal(told(a), told(b));
      }),
    );
  });

  it('a replay changes nothing in its rows and gives the same again, fed at once or by the day', () => {
    fc.assert(
      fc.property(anyLedger, (rows) => {
        const before = JSON.stringify(rows);
        const once = told(replay(rows));
        assert.equal(told(replay(rows)), once);
        assert.equal(JSON.stringify(rows), before);
        const stream = createLedger();
        for (const one of rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))))
          stream.apply(one);
        assert.equal(told(stream.result()), once);
      }),
    );
  });

  it('a split changes no money: units × ratio, prices ÷ ratio, and every gain stays', () => {
    const trades = fc.array(
      fc.oneof(row('BUY', amount(50, 2, 1), amount(400, 2)), row('SELL', amount(60, 2, 1), amount(400, 2))),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(trades, fc.constantFrom(2, 5, 10), (list, ratio) => {
        const rows = list.map((one, index) => ({ ...one, id: String(index + 1) }));
        const day = '2024-01-20';
        const after = rows.map((one) => {
          if (one.date < day) return one;
          const price = new Decimal(one.price).div(ratio).toFixed();
          return { ...one, quantity: new Decimal(one.quantity).times(ratio).toFixed(), price };
        });
        const splits = replay(rows).positions.map((p, index) => ({
          id: `s${index}`,
          portfolio: p.portfolio,
          symbol: p.symbol,
          date: day,
          type: 'SPLIT' as const,
          quantity: String(ratio),
          price: '0',
          fee_tax: '0',
          currency: 'INR',
        }));
        const [plain, split] = [replay(rows), replay([...after, ...splits])];
        for (const p of plain.positions) {
          const q = split.find(p.portfolio, p.symbol);
          assert.ok(q);
          assert.equal(
            q.fifo_cost_basis.toDecimalPlaces(12).toFixed(),
            p.fifo_cost_basis.toDecimalPlaces(12).toFixed(),
          );
          assert.equal(
            q.realised_fifo.toDecimalPlaces(12).toFixed(),
            p.realised_fifo.toDecimalPlaces(12).toFixed(),
          );
          assert.equal(
            q.cost_basis.toDecimalPlaces(12).toFixed(),
            p.cost_basis.toDecimalPlaces(12).toFixed(),
          );
          const held =
            p.last_date >= day || q.transactions > p.transactions ? p.quantity.times(ratio) : p.quantity;
          assert.equal(q.quantity.toFixed(), held.toFixed());
        }
      }),
    );
  });

  it('agrees with a bookkeeper who keeps one slip of paper for each unit', () => {
    // Whole units only: a slip is what one unit cost. The oldest slip goes first.
    const trades = fc.array(
      fc.record({
        buy: fc.boolean(),
        units: fc.integer({ min: 1, max: 20 }),
        price: fc.integer({ min: 0, max: 99 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(trades, (list) => {
        const slips: number[] = [];
        let [gained, unmatched] = [0, 0];
        for (const { buy, units, price } of list) {
          for (let unit = 0; unit < units; unit++) {
            if (buy) slips.push(price);
            else if (slips.length === 0) unmatched++;
            else gained += price - (slips.shift() ?? 0);
          }
        }
        const rows = list.map(({ buy, units, price }, index): LedgerTransaction => ({
          id: String(index + 1),
          portfolio: 'Main',
          symbol: 'TCS',
          date: new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
          type: buy ? 'BUY' : 'SELL',
          quantity: String(units),
          price: String(price),
          fee_tax: '0',
          currency: 'INR',
        }));
        const position = replay(rows).find('Main', 'TCS');
        assert.equal(position?.quantity.toFixed() ?? '0', String(slips.length));
        assert.equal(position?.realised_fifo.toFixed() ?? '0', String(gained));
        assert.equal(position?.fifo_cost_basis.toFixed() ?? '0', String(slips.reduce((a, b) => a + b, 0)));
        assert.equal(position?.unmatched_quantity.toFixed() ?? '0', String(unmatched));
      }),
    );
  });
});
