import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { sampled } from '../../../support/soak.ts';

const ZERO = new Decimal(0);

/** A unit of a position: what it cost, or null where nobody knows. */
type Unit = Decimal | null;

interface Event {
  kind: 'OPENING' | 'BUY' | 'SELL' | 'SPLIT' | 'DIVIDEND';
  units: number;
  price: number;
}

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('OPENING', 'BUY', 'BUY', 'SELL', 'SELL', 'SPLIT', 'DIVIDEND'),
  units: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 1, max: 500 }),
});

const TYPES = {
  OPENING: 'TRANSFER_IN',
  BUY: 'BUY',
  SELL: 'SELL',
  SPLIT: 'SPLIT',
  DIVIDEND: 'DIVIDEND',
} as const;

/** One event a day, so that the order is the one told. */
function rowsOf(events: readonly Event[]): LedgerTransaction[] {
  return events.map(({ kind, units, price }, at) => ({
    id: String(at + 1),
    portfolio: 'Main',
    symbol: 'TCS',
    date: new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    type: TYPES[kind],
    quantity: kind === 'SPLIT' ? '2' : String(units),
    price: kind === 'SPLIT' || kind === 'OPENING' ? '0' : String(price),
    fee_tax: '0',
    currency: 'INR',
  }));
}

/** The same, counting single units: slow, and without any of the ledger's own arithmetic. */
function byUnits(events: readonly Event[]) {
  let held: Unit[] = [];
  let [realised, bought, sold, dividends, proceedsUnknown] = [ZERO, ZERO, ZERO, ZERO, ZERO];
  let [unknownSold, missing] = [0, 0];
  for (const { kind, units, price } of events) {
    if (kind === 'OPENING') held.push(...Array<Unit>(units).fill(null));
    if (kind === 'BUY') {
      held.push(...Array<Unit>(units).fill(new Decimal(price)));
      bought = bought.plus(units * price);
    }
    // Each unit becomes two that cost half of it.
    if (kind === 'SPLIT')
      held = held.flatMap((cost) => (cost === null ? [null, null] : [cost.div(2), cost.div(2)]));
    if (kind === 'DIVIDEND' && held.length >= 0) dividends = dividends.plus(units * price);
    if (kind !== 'SELL') continue;
    for (let nth = 0; nth < units; nth += 1) {
      const cost = held.shift();
      if (cost === undefined) missing += 1;
      else if (cost === null) {
        unknownSold += 1;
        proceedsUnknown = proceedsUnknown.plus(price);
      } else {
        sold = sold.plus(price);
        realised = realised.plus(price).minus(cost);
      }
    }
  }
  const known = held.filter((cost) => cost !== null);
  return {
    units: held.length,
    unknown: held.length - known.length,
    cost: known.reduce((sum: Decimal, cost) => sum.plus(cost), ZERO),
    realised,
    unknownSold,
    missing,
    bought,
    sold,
    dividends,
    proceedsUnknown,
  };
}

describe('books with openings of unknown cost', () => {
  it('portfolio/Import and ledger rules 3: units, known cost, realised gain and what was sold are those of a count by single units', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 25 }), (events) => {
        // Twelve doublings would make millions of units.
        fc.pre(events.filter(({ kind }) => kind === 'SPLIT').length <= 4);
        const position = replay(rowsOf(events)).positions[0];
        const slow = byUnits(events);
        if (position === undefined) return;
        const same = (one: Decimal, other: Decimal.Value, what: string) =>
          assert.equal(one.toFixed(8), new Decimal(other).toFixed(8), what);
        same(position.quantity, slow.units, 'units');
        same(position.unknown_cost_quantity, slow.unknown, 'units of unknown cost');
        same(position.fifo_cost_basis, slow.cost, 'known cost');
        same(position.realised_fifo, slow.realised, 'realised');
        same(position.unknown_cost_sold, slow.unknownSold, 'sold of unknown cost');
        same(position.unmatched_quantity, slow.missing, 'sold without units');
        same(position.purchases, slow.bought, 'purchases');
        same(position.sales, slow.sold, 'sales');
        same(
          position
            .unmatched()
            .filter(({ kind }) => kind === 'NO_COST')
            .reduce((sum, { proceeds }) => sum.plus(proceeds), ZERO),
          slow.proceedsUnknown,
          'proceeds without a gain',
        );
        // Of the lots of a costless sale all units and proceeds are told.
        for (const one of position.unmatched().filter(({ kind }) => kind === 'NO_COST')) {
          same(
            one.parts.reduce((sum, part) => sum.plus(part.quantity), ZERO),
            one.quantity,
            'parts',
          );
          same(
            one.parts.reduce((sum, part) => sum.plus(part.proceeds), ZERO),
            one.proceeds,
            'shares',
          );
        }
        // Both methods agree on which units are unknown: an average is told only where all costs are known.
        assert.equal(position.average_cost === null, slow.units === 0 || slow.unknown > 0);
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('the money identity holds, with units of unknown cost on neither side', () => {
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 0, max: 900 }),
        (events, price) => {
          const position = replay(rowsOf(events)).positions[0];
          if (position === undefined) return;
          // The value of the units whose cost is known, at any price.
          const value = position.quantity.minus(position.unknown_cost_quantity).times(price);
          const { sales, dividends, purchases, fees } = position;
          const money = value.plus(sales).plus(dividends).minus(purchases).minus(fees);
          for (const [realised, cost] of [
            [position.realised_average, position.cost_basis],
            [position.realised_fifo, position.fifo_cost_basis],
          ] as const)
            assert.equal(realised.plus(value.minus(cost)).plus(dividends).toFixed(), money.toFixed());
        },
      ),
      { numRuns: sampled(60, 10_000) },
    );
  });
});
