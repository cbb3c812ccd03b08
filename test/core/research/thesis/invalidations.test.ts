import assert from 'node:assert/strict';
import { cameTrue, conditionOf } from '../../../../core/research/thesis/invalidations.ts';
import { factOf, thesis } from './theses.ts';

const read = (text: string): string | null => {
  const found = conditionOf(text);
  if (found === null) return null;
  const { metric, direction, limit, currency } = found;
  return [metric, direction, limit?.toFixed() ?? 'any', currency ?? ''].join(' ').trim();
};

describe('what would prove a thesis wrong', () => {
  const CASES: readonly [text: string, wanted: string | null][] = [
    ['Revenue falls', 'revenue DOWN any'],
    ['Revenue falls.', 'revenue DOWN any'],
    ['If the company’s sales growth drops below 10%', 'revenue_growth_pct DOWN 10'],
    ['Net margin falls under 8 per cent.', 'net_margin_pct DOWN 8'],
    ['Debt to equity rises above 1', 'debt_to_equity UP 1'],
    ['Debt-to-equity exceeds 0.75x', 'debt_to_equity UP 0.75'],
    ['Return on equity is below 12%', 'return_on_equity_pct DOWN 12'],
    ['Annual revenue falls below ₹1,000 crore', 'revenue DOWN 10000000000 INR'],
    ['Debt rises above $500 million', 'total_debt UP 500000000 USD'],
    ['Net profit turns negative', 'net_income DOWN 0'],
    ['Free cash flow turns negative', 'free_cash_flow DOWN 0'],
    ['Order book shrinks', 'order_book DOWN any'],
    // What says more, less or something else than one figure is left to the reader.
    ['Revenue of pumps falls below ₹100 crore', null],
    ['Revenue does not fall', null],
    ['Revenue falls for two quarters', null],
    ['Revenue falls by 10%', null],
    ['Revenue falls 10%', null],
    ['Revenue or margin falls', null],
    ['EBITDA margin falls below 10%', null],
    ['Net debt rises', null],
    ['Net margin falls below 8', null],
    ['Net margin falls below ₹8', null],
    ['Revenue falls below 1000', null],
    ['Revenue falls below', null],
    ['Debt to equity rises above 50%', null],
    ['A large customer leaves', null],
    ['', null],
    ['Revenue '.repeat(5000), null],
  ];
  for (const [text, wanted] of CASES)
    it(`“${text.slice(0, 60)}” is ${wanted ?? 'no condition that figures could meet'}`, () =>
      assert.equal(read(text), wanted));

  const margin = (end: string, value: string, change: object = {}) =>
    factOf('net_margin_pct', end, value, { unit: 'pct', ...change });
  const met = (text: string, before: ReturnType<typeof margin>[], now: ReturnType<typeof margin>[]) => {
    const condition = conditionOf(text);
    assert.ok(condition !== null);
    const found = cameTrue(
      condition,
      thesis({ as_of: '2026-06-01T00:00:00.000Z', facts: before }),
      thesis({ as_of: '2027-06-01T00:00:00.000Z', facts: now }),
    );
    return found === null ? null : [found.from?.value ?? null, found.to.value];
  };

  it('comes true by a newer figure past the limit, and not by one that was past it before', () => {
    const text = 'Net margin falls below 8%';
    assert.deepEqual(met(text, [margin('2026-03-31', '9')], [margin('2027-03-31', '7.9')]), ['9', '7.9']);
    assert.equal(met(text, [margin('2026-03-31', '9')], [margin('2027-03-31', '8')]), null);
    assert.equal(met(text, [margin('2026-03-31', '7')], [margin('2027-03-31', '6')]), null);
    // The figure of the same year is no newer one.
    assert.equal(met(text, [margin('2026-03-31', '9')], [margin('2026-03-31', '7')]), null);
  });

  it('where the baseline has no such figure, one of a time after it counts', () => {
    const text = 'Net margin falls below 8%';
    assert.deepEqual(met(text, [], [margin('2027-03-31', '7')]), [null, '7']);
    assert.equal(met(text, [], [margin('2026-03-31', '7')]), null);
    assert.equal(met('Net margin falls', [], [margin('2027-03-31', '7')]), null);
  });

  it('counts confirmed figures of the company alone, and money of whole years in the currency of the limit', () => {
    const text = 'Net margin falls below 8%';
    const before = [margin('2026-03-31', '9')];
    assert.equal(met(text, before, [margin('2027-03-31', '7', { is_validated: false })]), null);
    assert.equal(met(text, before, [margin('2027-03-31', '7', { scope: 'peer' })]), null);
    assert.equal(met(text, before, [margin('2027-03-31', '7', { scope_detail: 'Pumps' })]), null);
    assert.equal(met(text, before, [margin('2027-03-31', 'none')]), null);
    const revenue = (key: string, end: string, value: string, unit = 'INR') =>
      factOf('revenue', end, value, { unit, period: { key, start: null, end } });
    const limit = 'Revenue falls below ₹1,000 crore';
    const year = [revenue('FY2026', '2026-03-31', '11200000000')];
    // ₹300 crore of a quarter are no ₹300 crore of a year.
    assert.equal(met(limit, year, [revenue('FY2027Q1', '2026-06-30', '3000000000')]), null);
    assert.deepEqual(met(limit, year, [revenue('FY2027', '2027-03-31', '9990000000')]), [
      '11200000000',
      '9990000000',
    ]);
    assert.equal(met(limit, [], [revenue('FY2027', '2027-03-31', '9990000000', 'USD')]), null);
  });
});
