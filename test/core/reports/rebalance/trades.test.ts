import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import type { Held } from '../../../../core/reports/held.ts';
import { type Bucket, bucketsOf, targetsOfHoldings } from '../../../../core/reports/rebalance/buckets.ts';
import { type Plan, planTrades } from '../../../../core/reports/rebalance/trades.ts';
import { held } from '../held-builder.ts';

const plan = (targets: Record<string, number>, holdings: Held[]): Plan => {
  const { buckets, outside } = bucketsOf(targets, holdings);
  const total = holdings.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0));
  return planTrades({ buckets, outside, total });
};
const told = ({ trades }: Plan): string[] =>
  trades.map(({ side, quantity, held: of }) => `${side} ${quantity.toString()} ${of.symbol}`);

describe('buckets of targets', () => {
  it('a holding belongs to the bucket that names it most narrowly', () => {
    const holdings = [
      held('TCS', 10, 100, { sector: 'Technology' }),
      held('INFY', 10, 100, { sector: 'Technology' }),
      held('ITC', 10, 100, { sector: 'FMCG' }),
      held('AAPL', 1, 100, { asset_class: 'US Equity', sector: 'Technology' }),
      held('GOLDBEES', 1, 100, { asset_class: 'ETF' }),
    ];
    const { buckets, outside } = bucketsOf(
      { infy: 20, technology: 20, 'Indian equity': 30, Equity: 10, Debt: 20 },
      holdings,
    );
    assert.deepEqual(
      buckets.map(({ name, matched_by, holdings: of }) => [
        name,
        matched_by,
        of.map(({ symbol }) => symbol).join(),
      ]),
      [
        ['infy', 'SYMBOL', 'INFY'],
        ['technology', 'SECTOR', 'TCS,AAPL'],
        ['Indian equity', 'ASSET_CLASS', 'ITC'],
        ['Equity', null, ''],
        ['Debt', null, ''],
      ],
    );
    assert.deepEqual(
      outside.map(({ symbol }) => symbol),
      ['GOLDBEES'],
    );
  });

  it('Equity and Debt stand for the classes that people mean by them', () => {
    const { buckets, outside } = bucketsOf({ Equity: 60, debt: 40 }, [
      held('TCS', 1, 1),
      held('AAPL', 1, 1, { asset_class: 'US Equity' }),
      held('GSEC', 1, 1, { asset_class: 'Bond' }),
    ]);
    assert.deepEqual(
      buckets.map(({ matched_by, holdings }) => [matched_by, holdings.length]),
      [
        ['GROUP', 2],
        ['GROUP', 1],
      ],
    );
    assert.equal(outside.length, 0);
  });

  it('targets on holdings count where they make a whole', () => {
    const target = (symbol: string, pct: number | null) => held(symbol, 1, 1, { target_allocation_pct: pct });
    assert.deepEqual(targetsOfHoldings([target('A', 60.5), target('B', 40), target('C', null)]).targets, {
      A: 60.5,
      B: 40,
    });
    assert.match(targetsOfHoldings([target('A', 60)]).reason ?? '', /add up to 60%/);
    assert.deepEqual(targetsOfHoldings([target('A', null)]), { targets: null, reason: null });
  });
});

describe('trades against drift', () => {
  it('portfolio/Report rules 10: what is above its target pays for what is below, in proportion, in whole units', () => {
    // 1,000 in all; Indian Equity 700 against 500, ETF 100 against 200, Mutual Fund 200 against 300: 200 move.
    // TCS has 6/7 of its bucket, so 171.43 of it go: 2 units at 60 (a third would be 180). ITC: 28.57 at 10 make 2.
    // 140 come in, 70 for each: 14 units of the ETF at 5, 3.5 units of the fund at 20.
    const found = plan({ 'Indian Equity': 50, ETF: 20, 'Mutual Fund': 30 }, [
      held('TCS', 10, 60),
      held('ITC', 10, 10),
      held('NIFTYBEES', 20, 5, { asset_class: 'ETF' }),
      held('PPFAS', 10, 20, { asset_class: 'Mutual Fund' }),
    ]);
    assert.deepEqual(told(found), ['SELL 2 TCS', 'SELL 2 ITC', 'BUY 14 NIFTYBEES', 'BUY 3.5 PPFAS']);
    assert.deepEqual([found.sells, found.buys, found.cash_change].map(Number), [140, 140, 0]);
  });

  it('a target of nothing sells all of it; a fund goes to the thousandth', () => {
    const found = plan({ Bond: 0, 'Mutual Fund': 100 }, [
      held('GSEC', 7, 33.33, { asset_class: 'Bond' }),
      held('PPFAS', 3, 70, { asset_class: 'Mutual Fund' }),
    ]);
    // 233.31 / 70 = 3.333
    assert.deepEqual(told(found), ['SELL 7 GSEC', 'BUY 3.333 PPFAS']);
    assert.equal(found.cash_change.toFixed(), '0');
  });

  it('money that no target names is there to be invested, and never more than that', () => {
    const found = plan({ 'Indian Equity': 50, ETF: 50 }, [
      held('TCS', 4, 100),
      held('NIFTYBEES', 30, 10, { asset_class: 'ETF' }),
      held('INR', 300, 1, { asset_class: 'Cash' }),
    ]);
    assert.deepEqual(told(found), ['BUY 20 NIFTYBEES', 'BUY 1 TCS']);
    assert.equal(found.cash_change.toNumber(), -300);
  });

  it('money with a target is kept or raised to it without being traded', () => {
    const found = plan({ 'Indian Equity': 50, Cash: 50 }, [
      held('TCS', 9, 100),
      held('INR', 100, 1, { asset_class: 'Cash' }),
    ]);
    assert.deepEqual(told(found), ['SELL 4 TCS']);
    assert.deepEqual([found.cash_change.toNumber(), found.money.get('Cash')?.toNumber()], [400, 400]);
  });

  it('portfolio/Report rules 10: sells stop where there is nothing to buy: no money is left lying about', () => {
    const found = plan({ 'Indian Equity': 50, Bond: 50 }, [held('TCS', 10, 100)]);
    assert.deepEqual(told(found), []);
    assert.equal(found.cash_change.toNumber(), 0);
  });

  it('what cannot be priced or has no market is left out with the reason', () => {
    const found = plan({ Unlisted: 10, 'Indian Equity': 40, ETF: 50 }, [
      held('OYO', 10, 50, { asset_class: 'Unlisted' }),
      held('TCS', 4, 100),
      held('DARK', 5, null),
      held('NIFTYBEES', 1, 100, { asset_class: 'ETF' }),
    ]);
    assert.deepEqual(told(found), []);
    assert.deepEqual(
      found.left_out.map(({ held: of, reason }) => `${of.symbol}: ${reason}`),
      ['OYO: It is unlisted: no market takes or gives units of it.', 'DARK: No price is known for DARK.'],
    );
  });

  it('less than one unit is said and not traded', () => {
    // 1 of 200 ought to move; TCS costs 100.
    const found = plan({ 'Indian Equity': 49.5, ETF: 50.5 }, [
      held('TCS', 1, 100),
      held('NIFTYBEES', 100, 1, { asset_class: 'ETF' }),
    ]);
    assert.deepEqual(told(found), []);
    assert.match(found.left_out[0]?.reason ?? '', /Less than one unit would have to be sold/);
  });
});

describe('trades against drift, whatever is held', () => {
  const classes = ['Indian Equity', 'US Equity', 'ETF', 'Mutual Fund', 'Bond', 'Cash', 'Unlisted'] as const;
  const holdings = fc.array(
    fc.record({
      asset_class: fc.constantFrom(...classes),
      quantity: fc.integer({ min: 1, max: 2_000_000 }).map((n) => n / 10_000),
      price: fc.option(
        fc.integer({ min: 1, max: 5_000_000 }).map((n) => n / 100),
        { freq: 8, nil: null },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const targets = fc
    .uniqueArray(fc.constantFrom(...classes), { minLength: 1, maxLength: classes.length })
    .chain((names) =>
      fc
        .array(fc.integer({ min: 0, max: 100 }), { minLength: names.length, maxLength: names.length })
        .map((weights) => {
          const sum = weights.reduce((all, one) => all + one, 0) || 1;
          return Object.fromEntries(names.map((name, at) => [name, ((weights[at] ?? 0) * 100) / sum]));
        }),
    );
  const world = fc.tuple(holdings, targets).map(([rows, wanted]) => {
    const all = rows.map(({ asset_class, quantity, price }, at) =>
      held(`S${at}`, quantity, asset_class === 'Cash' ? 1 : price, { asset_class }),
    );
    return { all, wanted, ...bucketsOf(wanted, all), found: plan(wanted, all) };
  });
  const valueOf = ({ holdings: rows }: Pick<Bucket, 'holdings'>) =>
    rows.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0));
  const DUST = 1e-6;

  it('portfolio/Report rules 10: no bucket drifts further, nothing is sold that is not held, in whole units', () => {
    fc.assert(
      fc.property(world, ({ all, buckets, found }) => {
        const total = valueOf({ holdings: all });
        const units = found.trades.reduce(
          (sum, { value, quantity, held: of }) =>
            sum.plus(value.div(quantity).times(of.asset_class === 'Mutual Fund' ? 0.001 : 1)),
          new Decimal(0),
        );
        for (const bucket of buckets) {
          const want = total.times(bucket.target_pct).div(100);
          const before = valueOf(bucket);
          const moved = found.trades
            .filter((trade) => trade.bucket === bucket.name)
            .reduce(
              (sum, { side, value }) => sum.plus(side === 'BUY' ? value : value.negated()),
              new Decimal(0),
            )
            .plus(found.money.get(bucket.name) ?? 0);
          // What rounding leaves over lies with the money.
          const slack = bucket.name === 'Cash' ? units : new Decimal(0);
          assert.ok(
            before.plus(moved).minus(want).abs().lte(before.minus(want).abs().plus(slack).plus(DUST)),
            bucket.name,
          );
        }
        for (const { held: of, quantity, side } of found.trades) {
          assert.ok(quantity.gt(0), 'nothing is traded');
          if (side === 'SELL') assert.ok(quantity.lte(of.quantity), 'more is sold than is held');
          const whole = of.asset_class === 'Mutual Fund' ? quantity.times(1000) : quantity;
          if (side === 'BUY' || !quantity.eq(of.quantity)) assert.ok(whole.isInteger(), quantity.toString());
          assert.ok(
            of.asset_class !== 'Cash' && of.asset_class !== 'Unlisted' && of.price !== null,
            of.asset_class,
          );
        }
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('portfolio/Report rules 10: the trades pay for themselves within one unit of each, and need no more than the money at hand', () => {
    fc.assert(
      fc.property(world, ({ all, buckets, found }) => {
        const units = found.trades.reduce(
          (sum, { value, quantity, held: of }) =>
            sum.plus(value.div(quantity).times(of.asset_class === 'Mutual Fund' ? 0.001 : 1)),
          new Decimal(0),
        );
        const cash = all.filter(({ asset_class }) => asset_class === 'Cash');
        const money = valueOf({ holdings: cash });
        assert.ok(found.cash_change.gte(money.negated().minus(DUST)), 'more is spent than there is');
        const hasRoom = buckets.some(({ name, target_pct }) => name === 'Cash' && target_pct > 0);
        if (cash.length === 0)
          assert.ok(found.cash_change.abs().lte(units.plus(DUST)), 'no money, and still some moves');
        if (!hasRoom) assert.ok(found.cash_change.lte(units.plus(DUST)), 'money is left lying about');
        const paid = [...found.money.values()].reduce((sum, one) => sum.plus(one), new Decimal(0));
        assert.ok(paid.minus(found.cash_change).abs().lte(DUST), 'the money does not add up');
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
});
