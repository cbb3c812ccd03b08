import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  AMOUNT_ONE,
  amountToNumber,
  fixedToNumber,
  parseAmount,
} from '../../../../core/platform/fixed-point.ts';
import {
  type Allocation,
  MOST_TARGET_DAYS,
  PolicyLedger,
  planContribution,
  type Targets,
  takeContributions,
  valuationOf,
} from '../../../../core/strategies/engine/index.ts';
import { near } from '../../../support/near.ts';
import { DAY, plannedMarket, type PlannedMarket } from '../../../support/planned-market.ts';

interface Case extends PlannedMarket {
  amount: number;
  /** Targets by rank; all shares of the market unless told. */
  targets?: readonly string[] | null;
  targetsOn?: string;
  isOutdated?: boolean;
}

function allocated({ amount, targets, targetsOn = '2023-03-01', isOutdated = false, ...of }: Case) {
  const { market, ledger, at, place, config } = plannedMarket(of);
  const named = targets === undefined ? Object.keys(of.prices) : targets;
  const kept: Targets | null =
    named === null
      ? null
      : {
          day: targetsOn,
          shares: named.map((symbol, nr) => ({ security: place(symbol), rank: nr + 1 })),
          isOutdated,
        };
  ledger.deposit(parseAmount(String(amount)));
  const allocation = planContribution(market, ledger, config, at, (security) => market.close(security, at), {
    amount: parseAmount(String(amount)),
    targets: kept,
  });
  return { allocation, symbol: (security: number) => market.symbol(security), ledger };
}

const bought = ({ allocation, symbol }: ReturnType<typeof allocated>) =>
  Object.fromEntries(
    allocation.orders
      .filter(({ quantity }) => quantity > 0n)
      .map(({ security, quantity }) => [symbol(security), fixedToNumber(quantity)]),
  );
const limits = ({ allocation, symbol }: ReturnType<typeof allocated>) =>
  Object.fromEntries(
    allocation.orders.map(({ security, limited_by }) => [symbol(security), limited_by] as const),
  );
const spentOn = ({ orders }: Allocation): bigint =>
  orders.reduce(
    (sum, { quantity, price, charges }) => sum + quantity * (price ?? 0n) + (charges?.total ?? 0n),
    0n,
  );

describe('new money for the current targets', () => {
  it('policies/buy_only_current_targets: each target gets its part of the money by what it lacks, in whole shares', () => {
    // Two places. Worth 10,000 + 4,000 with the money: 7,000 each. A lacks 1,000 and B 3,000, so that 1,000 and 3,000 go
    // into them; 10 A of 100 and 59 B of 50 would cost the charges more, and what is left buys no further share.
    const done = allocated({
      prices: { A: 100, B: 50 },
      held: { A: { units: 60 }, B: { units: 80 } },
      amount: 4000,
    });
    assert.deepEqual(bought(done), { A: 10, B: 59 });
    assert.deepEqual(
      done.allocation.orders.map(({ side, rule, limited_by }) => [side, rule, limited_by]),
      [
        ['BUY', 'TOP_UP', null],
        ['BUY', 'TOP_UP', null],
      ],
    );
    assert.ok(spentOn(done.allocation) <= 4000n * AMOUNT_ONE);
  });

  it('policies/buy_only_current_targets: nothing is sold, however far above its part a share stands', () => {
    const done = allocated({
      prices: { A: 100, B: 50 },
      held: { A: { units: 300 }, B: { units: 10 } },
      amount: 1000,
    });
    assert.deepEqual(bought(done), { B: 19 });
    assert.ok(done.allocation.orders.every(({ side }) => side === 'BUY'));
  });

  it('policies/buy_only_current_targets: other cash stays where it is', () => {
    const done = allocated({ prices: { A: 100, B: 50 }, cash: 90_000, amount: 1000 });
    assert.ok(spentOn(done.allocation) <= 1000n * AMOUNT_ONE);
    assert.ok(amountToNumber(spentOn(done.allocation)) > 900);
  });

  it('policies/buy_only_current_targets: caps on a share and on a sector cut it, and the reason is kept', () => {
    const capped = allocated({
      prices: { A: 10, B: 10 },
      held: { A: { units: 290 } },
      cash: 6100,
      amount: 1000,
      config: { max_stock_pct: 30 },
      targets: ['A'],
    });
    // 30 % of 10,000 are 3,000: ten more, of the hundred that the money would buy.
    assert.deepEqual([bought(capped), limits(capped)], [{ A: 10 }, { A: 'STOCK_CAP' }]);
    const sector = allocated({
      prices: { A: 10, B: 10 },
      held: { A: { units: 290 } },
      shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' } },
      cash: 6100,
      amount: 1000,
      config: { max_sector_pct: 35 },
      targets: ['B'],
    });
    // 3,500 for Banks, of which A has 2,900.
    assert.deepEqual([bought(sector), limits(sector)], [{ B: 60 }, { B: 'SECTOR_CAP' }]);
  });

  it('policies/buy_only_current_targets: no more shares than top_n, those by rank first', () => {
    const done = allocated({
      prices: { A: 100, B: 50, C: 20 },
      held: { C: { units: 100 } },
      amount: 3000,
      targets: ['A', 'B'],
    });
    // C has one of the two places although it is no target any more.
    assert.deepEqual(Object.keys(bought(done)), ['A']);
  });

  const FALLBACKS: [what: string, code: string, reason: RegExp, of: Partial<Case>][] = [
    ['before the first rebalance', 'NO_TARGETS', /No rebalance has set targets yet/, { targets: null }],
    ['none of the targets is left', 'NO_TARGETS', /still in the universe/, { targets: [] }],
    [
      'the targets are older than they may be',
      'TARGETS_TOO_OLD',
      /13 Feb 2023, more than 45 days/,
      { targetsOn: '2023-02-13' },
    ],
    ['they were ranked by other rules', 'OTHER_STRATEGY_VERSION', /other rules/, { isOutdated: true }],
    ['a target has no price', 'PRICE_UNAVAILABLE', /price for B\./, { prices: { A: 100, B: null } }],
    ['the money buys no whole share', 'NOTHING_TO_BUY', /one whole share/, { amount: 40 }],
  ];
  for (const [what, code, reason, of] of FALLBACKS)
    it(`policies/buy_only_current_targets: it waits for the next rebalance where ${what}`, () => {
      const { allocation } = allocated({ prices: { A: 100, B: 50 }, amount: 5000, ...of });
      assert.deepEqual([allocation.orders, allocation.fallback?.code], [[], code]);
      assert.match(allocation.fallback?.reason ?? '', reason);
    });

  it('policies/buy_only_current_targets: targets of 45 days ago are young enough', () => {
    assert.equal(MOST_TARGET_DAYS, 45);
    // 14 February to 31 March.
    assert.equal(DAY, '2023-03-31');
    const { allocation } = allocated({ prices: { A: 100, B: 50 }, amount: 5000, targetsOn: '2023-02-14' });
    assert.equal(allocation.fallback, null);
  });

  it('policies/buy_only_current_targets: whatever is held, never more than the money with its charges, whole shares, no cap broken', () => {
    const share = fc.record({
      price: fc.integer({ min: 1, max: 400_000 }).map((paise) => paise / 100),
      units: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
        fc.integer({ min: 1, max: 6 }),
        (shares, amount, cash, cap, top_n) => {
          const named = shares.map((one, nr) => [`S${nr}`, one] as const);
          const done = allocated({
            prices: Object.fromEntries(named.map(([symbol, { price }]) => [symbol, price])),
            held: Object.fromEntries(
              named.flatMap(([symbol, { units }]) => (units > 0 ? [[symbol, { units }]] : [])),
            ),
            cash,
            amount,
            config: { top_n, ...(cap === undefined ? {} : { max_stock_pct: cap }) },
          });
          const { allocation, ledger } = done;
          assert.ok(spentOn(allocation) <= BigInt(amount) * AMOUNT_ONE);
          const assets = ledger.cash + ledger.positionsValue();
          for (const { security, quantity, price } of allocation.orders) {
            assert.equal(fixedToNumber(quantity) % 1, 0);
            const own = ledger.positions.get(security);
            const value = ((own?.quantity ?? 0n) + quantity) * (price ?? 0n);
            if (cap !== undefined && quantity > 0n) assert.ok(value * 100n <= assets * BigInt(cap));
          }
          assert.equal(
            allocation.fallback === null,
            allocation.orders.some(({ quantity }) => quantity > 0n),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('money that comes in', () => {
  const books = (): PolicyLedger =>
    plannedMarket({ prices: { A: 120, B: 50 }, held: { A: { units: 100, cost: 100 } }, cash: 0 }).ledger;

  it('policies/Policy rules 10 and 11: several of a day at one NAV, by hand', () => {
    // 100 A bought at 100 with 10,000 rupees and 1,000 units; at 120 the NAV is 12. 600 and 1,200 rupees: 50 and 100 units.
    const ledger = books();
    const flow = takeContributions(
      ledger,
      [{ amount: 600n * AMOUNT_ONE }, { amount: 1200n * AMOUNT_ONE }],
      DAY,
    );
    assert.deepEqual(flow?.units.map(fixedToNumber), [50, 100]);
    assert.deepEqual(
      [fixedToNumber(ledger.units), amountToNumber(ledger.cash), amountToNumber(ledger.deposits)],
      [1150, 1800, 11_800],
    );
    // Before and after it, the NAV is 12.
    const { before, after } = flow ?? assert.fail();
    assert.deepEqual(
      [before, after].map(({ navNetOfTax }) => fixedToNumber(navNetOfTax)),
      [12, 12],
    );
    assert.equal(amountToNumber(after.assets - before.assets), 1800);
  });

  it('policies/Contribution states: without a NAV above 0, or for less than the smallest unit, nothing is taken', () => {
    const empty = new PolicyLedger({ legalKind: () => null, priceOf2018: () => null });
    assert.equal(takeContributions(empty, [{ amount: AMOUNT_ONE }], DAY), null);
    const ledger = books();
    assert.equal(takeContributions(ledger, [{ amount: AMOUNT_ONE }, { amount: 1n }], DAY), null);
    assert.equal(ledger.cash, 0n);
    near(fixedToNumber(valuationOf(ledger, DAY).navNetOfTax), 12, 1e-12);
  });
});
