import assert from 'node:assert/strict';
import fc from 'fast-check';
import { axisOf, tickText } from '../../../../core/research/pdf/figures/axis.ts';
import {
  priceRange,
  returnRows,
  segmentRows,
  yearlyFigures,
} from '../../../../core/research/pdf/figures/chart-data.ts';
import type { Publication } from '../../../../core/research/publication/index.ts';

type Fact = Publication['facts'][number];

function fact(metric: string, key: string, value: string, given: Partial<Fact> = {}): Fact {
  return {
    fact_id: `${metric}.${key}`,
    metric,
    title: metric,
    scope: 'consolidated',
    scope_detail: null,
    period: { key, start: null, end: `${key.slice(2, 6)}-03-31` },
    unit: 'INR',
    value,
    value_high: null,
    authority: 'FILING',
    label: 'VERIFIED_FACT',
    is_validated: true,
    source_ids: [],
    derivation: null,
    ...given,
  };
}
const crores = (count: number): string => String(count * 1e7);
const price = (metric: string, value: string, end = '2026-09-30'): Fact =>
  fact(metric, end, value, { scope: 'market', unit: 'INR/share', period: { key: end, start: null, end } });

describe('research/pdf: what charts are drawn of', () => {
  it('revenue and profit stand by fiscal year in crores, the oldest first', () => {
    const found = yearlyFigures([
      fact('revenue', 'FY2026', crores(1120)),
      fact('net_income', 'FY2026', crores(104)),
      fact('revenue', 'FY2025', crores(950)),
      fact('net_income', 'FY2025', crores(-20)),
    ]);
    assert.deepEqual(found, {
      unit: '₹ crore',
      years: ['FY2025', 'FY2026'],
      revenue: [950, 1120],
      profit: [-20, 104],
      notes: ['Consolidated figures.'],
    });
  });

  it('a year without a figure keeps its place, and is told, never drawn as 0', () => {
    const found = yearlyFigures([
      fact('revenue', 'FY2023', crores(700)),
      fact('revenue', 'FY2026', crores(1120)),
      fact('net_income', 'FY2026', 'N/A'),
      fact('net_income', 'FY2025', crores(88)),
    ]);
    assert.deepEqual(found?.years, ['FY2023', 'FY2024', 'FY2025', 'FY2026']);
    assert.deepEqual(found.revenue, [700, null, null, 1120]);
    assert.deepEqual(found.profit, [null, null, 88, null]);
    assert.deepEqual(found.notes.slice(1), [
      'Revenue of FY2024, FY2025 is not among the facts.',
      'Profit after tax of FY2023, FY2024, FY2026 is not among the facts.',
    ]);
  });

  it('the unit is such that labels stay short, in rupees and in dollars', () => {
    const of = (value: string, unit: string): [string | undefined, number | null | undefined] => {
      const found = yearlyFigures([
        fact('revenue', 'FY2025', '1', { unit }),
        fact('revenue', 'FY2026', value, { unit }),
      ]);
      return [found?.unit, found?.revenue.at(-1)];
    };
    // 99,999 crore, and 10,71,174 crore
    assert.deepEqual(of('999990000000', 'INR'), ['₹ crore', 99999]);
    assert.deepEqual(of('10711740000000', 'INR'), ['₹ lakh crore', 10.71174]);
    assert.deepEqual(of('416161000000', 'USD'), ['USD billion', 416.161]);
    assert.equal(of('9'.repeat(400), 'INR')[0], undefined);
  });

  it('scopes and currencies are never mixed in one chart', () => {
    const standalone = { scope: 'standalone' } as const;
    const found = yearlyFigures([
      fact('revenue', 'FY2026', crores(1120)),
      fact('revenue', 'FY2026', crores(900), standalone),
      fact('revenue', 'FY2025', crores(800), standalone),
      fact('revenue', 'FY2024', '5000000', { ...standalone, unit: 'USD' }),
    ]);
    assert.deepEqual(found?.revenue, [800, 900]);
    assert.deepEqual(found.notes, [
      'Standalone figures.',
      'Profit after tax is not among the facts.',
      'Figures in currencies other than INR are excluded.',
    ]);
  });

  it('one year is no chart; quarters, ranges, segments and peers are no years', () => {
    assert.equal(yearlyFigures([]), null);
    assert.equal(yearlyFigures([fact('revenue', 'FY2026', crores(1120))]), null);
    assert.equal(
      yearlyFigures([
        fact('revenue', 'FY2026', crores(1120)),
        fact('revenue', 'FY2026Q1', crores(200)),
        fact('revenue', 'FY2027', crores(1300), { value_high: crores(1400) }),
        fact('revenue', 'FY2025', crores(80), { scope_detail: 'Pumps' }),
        fact('revenue', 'FY2024', crores(80), { scope: 'peer', scope_detail: 'DEEP' }),
      ]),
      null,
    );
  });

  it('second-hand figures are told, dollars are in millions, and no more than ten years stand', () => {
    const weak = { unit: 'USD', authority: 'AGGREGATOR', is_validated: false, scope: 'company' } as const;
    const found = yearlyFigures(
      Array.from({ length: 14 }, (_, at) => fact('revenue', `FY${2010 + at}`, `${(at + 1) * 1e6}`, weak)),
    );
    assert.deepEqual([found?.unit, found?.years.length, found?.revenue.at(-1)], ['USD million', 10, 14]);
    assert.ok(found?.notes.some((note) => note.startsWith('Second-hand figures in FY2014,')));
  });

  it('segments and peers without a figure are told and not drawn', () => {
    assert.deepEqual(segmentRows([{ name: 'Pumps', revenue_share_pct: 0 }, { name: 'Motors' }]), {
      rows: [{ name: 'Pumps', value: 0, isSubject: false }],
      notes: ['The share of revenue is unknown for Motors.'],
    });
    const peers = [
      { symbol: 'DEEP', name: 'Deep', rating: 'HOLD' as const, return_1y_pct: -12.4, rationale: 'x' },
      { symbol: 'SONE', name: 'Sone', rating: 'HOLD' as const, return_1y_pct: null, rationale: 'x' },
    ];
    const own = { ...price('price_return_1y_pct', '31.4'), unit: 'pct' };
    assert.deepEqual(returnRows({ symbol: 'KAVERI', peers, facts: [own] }), {
      rows: [
        { name: 'KAVERI', value: 31.4, isSubject: true },
        { name: 'DEEP', value: -12.4, isSubject: false },
      ],
      notes: ['The return is unknown for SONE.'],
    });
    assert.deepEqual(returnRows({ symbol: 'KAVERI', peers: peers.slice(0, 1), facts: [] }).notes, [
      'The return of KAVERI is not among the facts.',
    ]);
  });

  it('a close stands in the range of its own year, and in none where a figure is missing or of another day', () => {
    const low = price('low_52w_close', '171.2');
    const high = price('high_52w_close', '268.4');
    const close = price('close', '246.95');
    const old = price('close', '100', '2026-08-31');
    assert.deepEqual(priceRange([old, low, high, close, price('sma_50', '239.8'), price('sma_200', '300')]), {
      low: 171.2,
      high: 268.4,
      close: 246.95,
      unit: 'INR/share',
      day: '2026-09-30',
      averages: [{ name: '50-day average', value: 239.8 }],
    });
    for (const facts of [
      [],
      [close, low],
      [old, low, high],
      [close, low, price('high_52w_close', '200')],
      [close, low, { ...high, unit: 'USD/share' }],
      [price('close', 'N/A'), low, high],
    ])
      assert.equal(priceRange(facts), null);
  });

  it('an axis holds every figure and 0, in a few round steps', () => {
    // 1,120 and -22 in four steps: 1,142 / 4 = 285.5, the next round step is 500
    assert.deepEqual(axisOf([1120, -22]), { from: -500, to: 1500, ticks: [-500, 0, 500, 1000, 1500] });
    assert.deepEqual(axisOf([0.3]).ticks, [0, 0.1, 0.2, 0.3]);
    assert.deepEqual(axisOf([]).from, 0);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e15, max: 1e15, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (values) => {
          const { from, to, ticks } = axisOf(values);
          const slack = (to - from) * 1e-6;
          assert.ok(from <= Math.min(0, ...values) + slack && to >= Math.max(0, ...values) - slack);
          assert.ok(ticks.length >= 2 && ticks.length <= 8, `${ticks.length} ticks`);
          assert.ok(to > from);
        },
      ),
    );
  });

  it('figures on an axis stand in the groups of their currency', () => {
    assert.equal(tickText(123456, '₹ crore'), '1,23,456');
    assert.equal(tickText(123456, 'USD million'), '123,456');
    assert.equal(tickText(-12.44, '%'), '-12.4');
    assert.equal(tickText(0.125, '%'), '0.13');
  });
});
