import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nearestFixed } from '../../../../core/platform/fixed-point.ts';
import { Position, worthOf } from '../../../../core/strategies/engine/position.ts';
import { purchaseLots } from '../../../../core/strategies/engine/purchase-lots.ts';
import { fixedOfClose, scaledOfClose } from '../../../../core/strategies/engine/scaled-close.ts';

const DAY = '2024-01-01';
const held = (quantity: bigint) =>
  new Position(
    {
      security: 0,
      quantity,
      cost: 0n,
      charges: 0n,
      heldSince: DAY,
      price: 0n,
      pricedOn: DAY,
      missed: 2,
    },
    purchaseLots(),
  );

/** Whole shares and parts of one, up to more than a double can count in paise. */
const quantities = fc.oneof(
  fc.bigInt(0n, 10n ** 6n).map((shares) => shares * 10n ** 10n),
  fc.bigInt(0n, 10n ** 13n).map((shares) => shares * 10n ** 10n),
  fc.bigInt(0n, 10n ** 14n),
);
/** Paise, values of funds, prices with more decimals, and prices that no share has. */
const closes = fc.oneof(
  fc.integer({ min: 0, max: 10 ** 7 }).map((paise) => paise / 100),
  fc.integer({ min: 0, max: 10 ** 9 }).map((scaled) => scaled / 1e4),
  fc.double({ min: 0, max: 1e5, noNaN: true }),
  fc.double({ min: 1e9, max: 1e13, noNaN: true }),
);

describe('positions of a policy', () => {
  it('are worth quantity times price to the last digit, however large or small', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(quantities, closes), { maxLength: 8 }), (all) => {
        const positions = all.map(([quantity, close]) => {
          const position = held(quantity);
          position.priceAt(close, scaledOfClose(close), DAY);
          return position;
        });
        let worth = 0n;
        for (const [quantity, close] of all) worth += quantity * (nearestFixed(String(close)) ?? 0n);
        assert.equal(worthOf(positions), worth);
        for (const [at, [, close]] of all.entries()) assert.equal(positions[at]?.price, fixedOfClose(close));
        // The same by exact prices, as a ledger is restored with them.
        for (const [at, position] of positions.entries()) {
          position.quantity = all[at]?.[0] ?? 0n;
          position.price = fixedOfClose(all[at]?.[1] ?? 0);
        }
        assert.equal(worthOf(positions), worth);
      }),
      { numRuns: 500 },
    );
  });

  it('take a close with its day, and keep all else as it is stored', () => {
    const position = held(3n * 10n ** 10n);
    position.priceAt(101.25, scaledOfClose(101.25), '2024-01-02');
    assert.deepEqual(position.state(), {
      security: 0,
      quantity: 30_000_000_000n,
      cost: 0n,
      charges: 0n,
      heldSince: DAY,
      price: 1_012_500_000_000n,
      pricedOn: '2024-01-02',
      missed: 0,
      lots: [],
    });
  });
});
