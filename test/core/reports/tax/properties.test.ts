import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import type { LedgerTransaction, TransactionType } from '../../../../core/portfolio/ledger/transaction.ts';
import { termOf } from '../../../../core/finance/tax-law/term.ts';
import { reportOf, yearsOf } from './year-of.ts';
import { sampled } from '../../../support/soak.ts';

const YEARS = ['2022-23', '2023-24', '2024-25', '2025-26'] as const;
const ZERO = new Decimal(0);

const amount = (max: number, places: number, min = 0) =>
  fc
    .integer({ min: min * 10 ** places, max: max * 10 ** places })
    .map((n) => new Decimal(n).div(10 ** places).toFixed());
/** From 1 April 2022 to 31 March 2026. */
const date = fc
  .integer({ min: 0, max: 1460 })
  .map((day) => new Date(Date.UTC(2022, 3, 1 + day)).toISOString().slice(0, 10));

const row = (type: TransactionType, quantity: fc.Arbitrary<string>, price: fc.Arbitrary<string>) =>
  fc.record({
    id: fc.constant(''),
    portfolio: fc.constantFrom('Main', 'Kids'),
    symbol: fc.constantFrom('TCS', 'MF'),
    date,
    type: fc.constant(type),
    quantity,
    price,
    fee_tax: fc.oneof(fc.constant('0'), amount(50, 2)),
    currency: fc.constant('INR'),
  });
const split = row('SPLIT', fc.constantFrom('2', '5', '0.5', '0.3333333333'), fc.constant('0'));
const bonus = row('BUY', amount(50, 0, 1), fc.constant('0'));
const buy = row('BUY', amount(100, 3, 1), amount(500, 4));
const sell = row('SELL', amount(120, 3, 1), amount(500, 4));
const undone = (of: typeof buy) => of.map((one) => ({ ...one, quantity: `-${one.quantity}` }));

const numbered = (rows: LedgerTransaction[]): LedgerTransaction[] =>
  rows.map((one, index) => ({ ...one, id: String(index + 1) }));
const plain = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: buy },
      { weight: 1, arbitrary: bonus },
      { weight: 5, arbitrary: sell },
      { weight: 1, arbitrary: split },
    ),
    { maxLength: 40 },
  )
  .map(numbered);
const withUndone = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: buy },
      { weight: 5, arbitrary: sell },
      { weight: 1, arbitrary: undone(buy) },
      { weight: 1, arbitrary: undone(sell) },
      { weight: 1, arbitrary: split },
    ),
    { maxLength: 40 },
  )
  .map(numbered);

const total = <T>(items: readonly T[], of: (item: T) => Decimal): Decimal =>
  items.reduce((sum, item) => sum.plus(of(item)), ZERO);
const same = (one: Decimal, other: Decimal, what: string) =>
  assert.ok(one.eq(other), `${what}: ${one.toString()} is not ${other.toString()}`);

/** All parts that were sold in any year, and what the last one leaves. */
function life(rows: readonly LedgerTransaction[]) {
  const last = yearsOf(rows, '2025-26');
  const sold = YEARS.flatMap((fy) =>
    yearsOf(rows, fy).flatMap(({ position, year }) =>
      year.sold.map((part) => ({ ...part, of: `${position.portfolio} ${position.symbol}` })),
    ),
  );
  return { last, sold };
}

describe('tax lots, properties', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('portfolio/Report rules 9: cost of what was sold and of what is left is all that was paid, fees included', () => {
    fc.assert(
      fc.property(plain, (rows) => {
        const { last, sold } = life(rows);
        const paid = total(
          rows.filter(({ type }) => type === 'BUY'),
          ({ quantity, price, fee_tax }) => new Decimal(quantity).times(price).plus(fee_tax),
        );
        const left = last.flatMap(({ year }) => year.held);
        same(total(sold, ({ cost }) => cost).plus(total(left, ({ cost }) => cost ?? ZERO)), paid, 'cost');
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });

  it('portfolio/Report rules 9: every sold unit is in a lot or unmatched; without splits every bought one is sold or left', () => {
    fc.assert(
      fc.property(plain, (rows) => {
        const { last, sold } = life(rows);
        const unmatched = YEARS.flatMap((fy) => yearsOf(rows, fy).flatMap(({ year }) => year.unmatched));
        const units = ({ quantity }: { quantity: Decimal | string }) => new Decimal(quantity);
        const ofType = (type: TransactionType) =>
          total(
            rows.filter((one) => one.type === type),
            (one) => new Decimal(one.quantity),
          );
        same(total(sold, units).plus(total(unmatched, units)), ofType('SELL'), 'sold');
        if (rows.some(({ type }) => type === 'SPLIT')) return;
        const left = last.flatMap(({ year }) => year.held);
        same(total(sold, units).plus(total(left, units)), ofType('BUY'), 'bought');
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });

  it('portfolio/Report rules 9: the gains of all years are the gains that the ledger realised, and what is left is its FIFO cost', () => {
    fc.assert(
      fc.property(withUndone, (rows) => {
        const { last, sold } = life(rows);
        for (const { position, year } of last) {
          const own = sold.filter(({ of }) => of === `${position.portfolio} ${position.symbol}`);
          same(
            total(own, ({ proceeds, cost }) => proceeds.minus(cost)),
            position.realised_fifo,
            'realised',
          );
          same(
            total(year.held, ({ cost }) => cost ?? ZERO),
            position.fifo_cost_basis,
            'left',
          );
          same(
            total(year.held, ({ quantity }) => quantity),
            position.quantity,
            'units',
          );
          // fees are shared out to the last digit
          const fees = total(position.disposals(), ({ fee }) => fee);
          same(
            total(own, ({ fee }) => fee),
            fees,
            'fees',
          );
        }
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });

  it('the totals of a report are those of its rows, and each row has the term of its days', async () => {
    await fc.assert(
      fc.asyncProperty(withUndone, fc.constantFrom(...YEARS), async (rows, fy) => {
        const { view } = await reportOf(rows, { fy });
        const close = (one: number | null, other: number, what: string) =>
          assert.ok(one !== null && Math.abs(one - other) < 1e-6, `${what}: ${String(one)} and ${other}`);
        for (const [term, totals] of [
          ['SHORT', view.short_term],
          ['LONG', view.long_term],
        ] as const) {
          const lots = view.lots.filter((lot) => lot.term === term && lot.cost !== null);
          close(
            totals.gain,
            lots.reduce((sum, { gain }) => sum + (gain ?? 0), 0),
            term,
          );
          assert.equal(totals.lots, lots.length);
          for (const lot of lots) assert.equal(termOf(lot.group, lot.buy_date, lot.sell_date), term);
        }
        close(
          view.remaining.cost,
          view.remaining_lots.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
          'left',
        );
        for (const { sell_date } of view.lots) assert.ok(sell_date >= view.from && sell_date <= view.to);
        assert.ok(!JSON.stringify(view).includes('NaN'));
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });
});
