import assert from 'node:assert/strict';
import { wantedFinancialYear } from '../../../../core/reports/tax/wanted-year.ts';

const nameOf = (asked: string | undefined, today: string): string => wantedFinancialYear(asked, today).fy;

describe('the financial year of a report', () => {
  it('a year that is asked for: the running one by default, and a refusal that says what is allowed', () => {
    assert.equal(nameOf(undefined, '2026-03-31'), '2025-26');
    assert.equal(nameOf(' ', '2026-04-01'), '2026-27');
    assert.equal(nameOf('2019-20', '2026-04-01'), '2019-20');
    assert.throws(() => nameOf('2026-27', '2026-03-31'), /fy can be 1990-91 to 2025-26/);
    assert.throws(() => nameOf('2025', '2026-03-31'), /such as 2025-26/);
  });
});
