import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  financialYearOf,
  financialYearsBetween,
  isHeldLonger,
  longTermFrom,
  parseFinancialYear,
  type TaxGroup,
  termOf,
} from '../../../../core/finance/tax-law/index.ts';
import { addDays } from '../../../../core/platform/dates.ts';
import { byWalking } from '../../../support/calendar-walk.ts';
import { dayBefore } from '../../../../core/platform/index.ts';

const day = fc
  .integer({ min: 90, max: 40_000 })
  .map((days) => new Date(Date.UTC(1990, 0, 1 + days)).toISOString().slice(0, 10));

describe('dates of tax', () => {
  it('portfolio/Report rules 9: equity is long-term after more than 12 calendar months, debt after more than 36', () => {
    for (const [group, bought, sold, term] of [
      ['EQUITY', '2024-01-15', '2025-01-14', 'SHORT'],
      // the same day 12 months on is 12 months, not more
      ['EQUITY', '2024-01-15', '2025-01-15', 'SHORT'],
      ['EQUITY', '2024-01-15', '2025-01-16', 'LONG'],
      // February 2025 has no 29th: its last day stands for it
      ['EQUITY', '2024-02-29', '2025-02-27', 'SHORT'],
      ['EQUITY', '2024-02-29', '2025-02-28', 'SHORT'],
      ['EQUITY', '2024-02-29', '2025-03-01', 'LONG'],
      // 12 months after 28 February 2023 is 28 February 2024, though that February has one day more
      ['EQUITY', '2023-02-28', '2024-02-28', 'SHORT'],
      ['EQUITY', '2023-02-28', '2024-02-29', 'LONG'],
      // 366 days, yet not more than 12 months; 366 days and more than 12 months
      ['EQUITY', '2023-03-01', '2024-03-01', 'SHORT'],
      ['EQUITY', '2022-03-01', '2023-03-02', 'LONG'],
      ['EQUITY', '2023-12-31', '2024-12-31', 'SHORT'],
      ['EQUITY', '2023-12-31', '2025-01-01', 'LONG'],
      ['EQUITY', '2024-05-05', '2024-05-05', 'SHORT'],
      ['DEBT', '2021-06-30', '2024-06-30', 'SHORT'],
      ['DEBT', '2021-06-30', '2024-07-01', 'LONG'],
      ['DEBT', '2020-02-29', '2023-02-28', 'SHORT'],
      ['DEBT', '2020-02-29', '2023-03-01', 'LONG'],
      ['DEBT', '2021-02-28', '2024-02-29', 'LONG'],
    ] as const)
      assert.equal(termOf(group, bought, sold), term, `${group} ${bought} to ${sold}`);
  });

  it('the first long-term day is the first on which a sale is long-term', () => {
    assert.equal(longTermFrom('EQUITY', '2024-02-29'), '2025-03-01');
    assert.equal(longTermFrom('DEBT', '2022-12-31'), '2026-01-01');
    fc.assert(
      fc.property(day, fc.constantFrom<TaxGroup>('EQUITY', 'DEBT'), (bought, group) => {
        const first = longTermFrom(group, bought);
        const before = dayBefore(first);
        assert.equal(termOf(group, bought, first), 'LONG');
        assert.equal(termOf(group, bought, before), 'SHORT');
      }),
    );
  });

  it('two ways: long-term begins the day after so many months that are walked over the calendar', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(12, 24, 36),
        fc.integer({ min: -3, max: 3 }),
        (bought, months, off) => {
          const last = byWalking(bought, months);
          const sold = addDays(last, off);
          assert.equal(isHeldLonger(bought, sold, months), off > 0, `${bought} ${sold}`);
          if (months === 24) return;
          const group: TaxGroup = months === 12 ? 'EQUITY' : 'DEBT';
          assert.equal(termOf(group, bought, sold), off > 0 ? 'LONG' : 'SHORT');
          assert.equal(longTermFrom(group, bought), addDays(last, 1));
        },
      ),
    );
  });

  it('portfolio/Reports tax-lots: a financial year is 1 April to 31 March', () => {
    assert.deepEqual(parseFinancialYear('2025-26'), { fy: '2025-26', from: '2025-04-01', to: '2026-03-31' });
    assert.deepEqual(parseFinancialYear('1999-00'), { fy: '1999-00', from: '1999-04-01', to: '2000-03-31' });
    assert.equal(financialYearOf('2026-03-31').fy, '2025-26');
    assert.equal(financialYearOf('2026-04-01').fy, '2026-27');
    assert.deepEqual(financialYearsBetween('2024-03-31', '2026-01-01'), ['2025-26', '2024-25', '2023-24']);
    for (const wrong of [
      '2025',
      '2025-27',
      '2025-25',
      '25-26',
      '2025/26',
      '2025-2026',
      'FY26',
      '1985-86',
      '',
    ])
      assert.equal(parseFinancialYear(wrong), null, wrong);
    fc.assert(
      fc.property(day, (one) => {
        const year = financialYearOf(one);
        assert.ok(year.from <= one && one <= year.to);
        assert.deepEqual(parseFinancialYear(year.fy), year);
      }),
    );
  });
});
