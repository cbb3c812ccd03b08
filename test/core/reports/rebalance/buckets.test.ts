import assert from 'node:assert/strict';
import { bucketsOf, targetsOfHoldings } from '../../../../core/reports/rebalance/buckets.ts';
import { held } from '../held-builder.ts';

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

  it('money that no target names is a bucket whose target is nothing; everything else is outside', () => {
    const { buckets, outside } = bucketsOf({ ETF: 100 }, [
      held('USD', 10, 1, { asset_class: 'Cash', currency: 'USD', rate: 82 }),
      held('TCS', 1, 1),
    ]);
    assert.deepEqual(
      buckets.map(({ name, target_pct, holdings }) => [name, target_pct, holdings.length]),
      [
        ['ETF', 100, 0],
        ['Cash', 0, 1],
      ],
    );
    assert.deepEqual(
      outside.map(({ symbol }) => symbol),
      ['TCS'],
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
