import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  DisposalLog,
  LotQueue,
  type LotReader,
  matchedLots,
  shareOut,
  type TakenLot,
} from '../../../../core/finance/lots/index.ts';
import { FIXED_ONE, parseFixed } from '../../../../core/platform/fixed-point.ts';
import { sampled } from '../../../support/soak.ts';

/** A record of a book that is no ledger: fills by number, in whole last decimals of units. */
interface Fill {
  nr: number;
  units: bigint;
  price: bigint;
  /** Units that came without a purchase, of unknown cost. */
  isGift: boolean;
}

const FILLS: LotReader<Fill> = {
  read: ({ nr, units, price, isGift }) => ({
    units,
    cost: isGift ? null : units * price,
    heldSince: `day ${nr}`,
  }),
  price: ({ price, isGift }) => (isGift ? null : price),
  compare: (a, b) => a.nr - b.nr,
  dayOf: ({ nr }) => `day ${nr}`,
};

/** One last decimal of a unit, and what it cost; null where nobody knows. */
interface Token {
  nr: number;
  price: bigint;
  cost: bigint | null;
}

/**
 * The slow way: every last decimal of a unit stands in a list of its own, oldest first, with its own cost. Prices are
 * multiples of what splits divide by, so that nothing is ever rounded.
 */
class Tokens {
  all: Token[] = [];

  add({ nr, units, price, isGift }: Fill): void {
    for (let left = units; left > 0n; left -= 1n) this.all.push({ nr, price, cost: isGift ? null : price });
  }

  takeOldest(units: bigint): Token[] {
    return this.all.splice(0, Number(units));
  }

  takeNewest(units: bigint): Token[] {
    return this.all.splice(this.all.length - Number(units));
  }

  /** One after the other: the newest that was bought at this price, else the newest of known cost. */
  takeCancelled(units: bigint, price: bigint): Token[] {
    return Array.from({ length: Number(units) }, () => {
      const same = this.all.findLastIndex((one) => one.cost !== null && one.price === price);
      const at = same === -1 ? this.all.findLastIndex(({ cost }) => cost !== null) : same;
      return this.all.splice(at, 1)[0] as Token;
    });
  }

  putBack(tokens: readonly Token[]): void {
    this.all = [...this.all, ...tokens].sort((a, b) => a.nr - b.nr);
  }

  split(times: bigint): void {
    this.all = this.all.flatMap((one) =>
      Array.from({ length: Number(times) }, () => ({
        ...one,
        cost: one.cost === null ? null : one.cost / times,
      })),
    );
  }

  lots(): [number, bigint, bigint | null][] {
    const byFill = new Map<number, Token[]>();
    for (const one of this.all) byFill.set(one.nr, [...(byFill.get(one.nr) ?? []), one]);
    return [...byFill].map(([nr, tokens]) => [nr, BigInt(tokens.length), costOf(tokens)]);
  }
}

const costOf = (tokens: readonly Token[]): bigint | null =>
  tokens[0]?.cost === null ? null : tokens.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n);
const knownCost = (tokens: readonly Token[]): bigint =>
  tokens.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n);

/** Divisible by the splits that a case may have: six by 2 or 3. */
const PRICE = 6n ** 6n;
const share = fc.integer({ min: 0, max: 100 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    units: fc.integer({ min: 1, max: 8 }),
    price: fc.integer({ min: 0, max: 2 }),
    isGift: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  }),
  fc.record({ kind: fc.constant('oldest' as const), share }),
  fc.record({ kind: fc.constant('newest' as const), share }),
  fc.record({ kind: fc.constant('cancel' as const), share, price: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('back' as const) }),
  fc.record({ kind: fc.constant('split' as const), by: fc.integer({ min: 2, max: 3 }) }),
);

describe('the queue of lots', () => {
  it('two ways: for any book, what every last decimal of a unit with a cost of its own gives', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
        const queue = new LotQueue(FILLS);
        const tokens = new Tokens();
        let [nr, splits] = [0, 0];
        let gone: { parts: TakenLot<Fill>[]; tokens: Token[] } | null = null;
        const some = (of: number, percent: number) => BigInt(Math.floor((of * percent) / 100));
        for (const one of steps) {
          const parts: TakenLot<Fill>[] = [];
          if (one.kind === 'add') {
            const { units, price, isGift } = one;
            const fill = { nr: (nr += 1), units: BigInt(units), price: BigInt(price) * PRICE, isGift };
            queue.add(fill);
            tokens.add(fill);
          } else if (one.kind === 'oldest' || one.kind === 'newest') {
            const units = some(tokens.all.length, one.share);
            const way = one.kind === 'oldest' ? 'takeOldest' : 'takeNewest';
            const taken = tokens[way](units);
            assert.equal(queue[way](units, parts), knownCost(taken));
            gone = { parts, tokens: taken };
          } else if (one.kind === 'cancel') {
            const known = tokens.all.filter(({ cost }) => cost !== null).length;
            const units = some(known, one.share);
            const price = BigInt(one.price) * PRICE;
            const taken = tokens.takeCancelled(units, price);
            assert.equal(queue.takeCancelled(units, price, parts), knownCost(taken));
            gone = { parts, tokens: taken };
          } else if (one.kind === 'back') {
            queue.putBack(gone?.parts ?? []);
            tokens.putBack(gone?.tokens ?? []);
            gone = null;
          } else if (splits < 6) {
            splits += 1;
            assert.equal(
              queue.rescale((units) => units * BigInt(one.by)),
              0n,
            );
            tokens.split(BigInt(one.by));
            // The units of before are of another kind.
            gone = null;
          }
          assert.deepEqual(
            Array.from(queue.open(), (lot) => [
              lot.record.nr,
              lot.quantity,
              lot.isCostKnown ? lot.cost : null,
            ]),
            tokens.lots(),
          );
        }
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('a lot of which part was sold keeps its place when the sale is taken back, and its day', () => {
    const queue = new LotQueue(FILLS);
    for (const nr of [1, 2]) queue.add({ nr, units: 10n, price: 5n, isGift: false });
    const parts: TakenLot<Fill>[] = [];
    assert.equal(queue.takeOldest(15n, parts), 75n);
    queue.putBack(parts);
    assert.deepEqual(
      Array.from(queue.open(), ({ heldSince, quantity }) => [heldSince, quantity]),
      [
        ['day 1', 10n],
        ['day 2', 10n],
      ],
    );
  });

  it('what is rounded by a consolidation adds up, and a lot without units hands its cost on', () => {
    const queue = new LotQueue(FILLS);
    for (const nr of [1, 2, 3]) queue.add({ nr, units: 1n, price: 100n, isGift: false });
    // 3 become 1: the running sum rounds down to 0, 0 and 1.
    assert.equal(
      queue.rescale((units) => units / 3n),
      0n,
    );
    assert.deepEqual(
      Array.from(queue.open(), ({ record, quantity, cost }) => [record.nr, quantity, cost]),
      [[3, 1n, 300n]],
    );
  });

  it('a demerger takes its part of the cost, and units stay', () => {
    const queue = new LotQueue(FILLS);
    for (const nr of [1, 2]) queue.add({ nr, units: 4n, price: 100n, isGift: nr === 2 });
    assert.equal(queue.releaseCost(FIXED_ONE / 4n), 100n);
    assert.deepEqual(
      Array.from(queue.open(), ({ quantity, cost }) => [quantity, cost]),
      [
        [4n, 300n],
        [4n, 0n],
      ],
    );
  });

  it('more than there is cannot be taken', () => {
    assert.throws(() => new LotQueue(FILLS).takeOldest(1n, []), /more units taken than the lots hold/);
  });
});

describe('what left the lots', () => {
  it('a disposal lot by lot: proceeds by units, and gains that add up to its own', () => {
    const queue = new LotQueue(FILLS);
    for (const nr of [1, 2])
      queue.add({ nr, units: parseFixed('1'), price: parseFixed('100'), isGift: false });
    const parts: TakenLot<Fill>[] = [];
    queue.takeOldest(parseFixed('1.5'), parts);
    // 1.5 units for 300: 200 and 100, which had cost 100 and 50.
    const found = matchedLots({
      parts,
      quantity: parseFixed('1.5'),
      proceeds: parseFixed('300') * FIXED_ONE,
    });
    assert.deepEqual(
      found.map(({ lot, proceeds, gain }) => [lot.record.nr, proceeds / FIXED_ONE, gain / FIXED_ONE]),
      [
        [1, parseFixed('200'), parseFixed('100')],
        [2, parseFixed('100'), parseFixed('50')],
      ],
    );
  });

  it('shares add up to the amount, whatever its sign, and none is off by more than the last decimal', () => {
    const units = fc.array(fc.bigInt({ min: 1n, max: 1000n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(units, fc.bigInt({ min: -10_000n, max: 10_000n }), fc.boolean(), (all, amount, isBack) => {
        const parts = all.map((quantity) => ({ quantity: isBack ? -quantity : quantity }));
        const whole = parts.reduce((sum, { quantity }) => sum + quantity, 0n);
        const shares = shareOut(amount, whole, parts);
        assert.equal(
          shares.reduce((sum, own) => sum + own, 0n),
          amount,
        );
        for (const [at, own] of shares.entries()) {
          const off = own * whole - amount * (parts[at]?.quantity ?? 0n);
          assert.ok((off < 0n ? -off : off) < (whole < 0n ? -whole : whole), `${own} of ${amount}`);
        }
      }),
    );
  });

  it('a sale is taken back by its price and size first, else the latest; after a split none is', () => {
    const log = new DisposalLog<Fill>();
    const queue = new LotQueue(FILLS);
    queue.add({ nr: 1, units: 30n, price: 2n, isGift: false });
    for (const price of [7n, 8n, 9n]) {
      const parts: TakenLot<Fill>[] = [];
      const averageCost = queue.takeOldest(10n, parts);
      log.stand({ price, quantity: 10n, averageCost, parts });
    }
    assert.deepEqual(
      [log.takeBack(10n, 8n), log.takeBack(4n, 1n)].map(({ quantity, averageCost }) => [
        quantity,
        averageCost,
      ]),
      [
        [10n, 20n],
        [4n, 8n],
      ],
    );
    // 10 at 7 and 6 of those at 9 are left.
    assert.equal(log.takeBack(50n, 9n).quantity, 16n);
    log.stand({ price: 5n, quantity: 1n, averageCost: 0n, parts: [] });
    log.forgetSales();
    assert.equal(log.takeBack(1n, 5n).quantity, 0n);
  });
});
