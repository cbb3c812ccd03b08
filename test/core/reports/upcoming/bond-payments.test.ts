import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HeldBond } from '../../../../core/income/index.ts';
import { daysBetween, decimal, addDays } from '../../../../core/platform/index.ts';
import { SAME_COUPON_DAYS } from '../../../../core/income/index.ts';
import { bondPayments } from '../../../../core/reports/upcoming/bond-payments.ts';

const bond = (change: Partial<HeldBond> = {}): HeldBond => ({
  portfolio_id: '1',
  portfolio: 'Main',
  symbol: 'GS2031',
  name: null,
  isin: 'IN0020210012',
  currency: 'INR',
  quantity: decimal(100),
  maturity_date: '2026-08-31',
  face_value: decimal(100),
  coupon_rate: 7.26,
  coupon_frequency: 2,
  ...change,
});
const TODAY = '2025-06-15';
const span = { from: TODAY, to: '2026-12-31' };
const told = (bonds: HeldBond[], recorded: { day: string }[] = [], within = span) =>
  bondPayments(
    bonds,
    recorded.map(({ day }) => ({ portfolio_id: '1', symbol: 'GS2031', day })),
    within,
    TODAY,
  ).map(({ date, type, amount }) => `${date} ${type} ${amount.toFixed()}`);

describe('payments of a bond by its terms', () => {
  it('portfolio/Report rules 12: coupons walk back from maturity, and the principal is a row of its own', () => {
    // 100 × 7.26 % ⁄ 2 = 3.63 a unit, 363 for 100; from 31 August back by six months: the last day of February
    assert.deepEqual(told([bond()]), [
      '2025-08-31 COUPON 363',
      '2026-02-28 COUPON 363',
      '2026-08-31 COUPON 363',
      '2026-08-31 PRINCIPAL 10000',
    ]);
  });

  it('portfolio/Report rules 12: a bond entered with its terms and no ISIN has its coupons in the calendar too', () => {
    assert.deepEqual(told([bond({ isin: null })]), told([bond()]));
  });

  it('portfolio/Report rules 12: a coupon on record takes the place of the one worked out, also where a holiday moved it', () => {
    assert.deepEqual(told([bond()], [{ day: '2025-09-02' }, { day: '2026-02-28' }]), [
      '2026-08-31 COUPON 363',
      '2026-08-31 PRINCIPAL 10000',
    ]);
    // sixteen days off is another payment
    assert.equal(told([bond()], [{ day: '2025-09-16' }])[0], '2025-08-31 COUPON 363');
  });

  it('before today nothing is worked out, and what a term is missing for is left out', () => {
    assert.deepEqual(told([bond()], [], { from: '2020-01-01', to: '2025-08-31' }), ['2025-08-31 COUPON 363']);
    assert.deepEqual(told([bond({ coupon_rate: 0 })]), ['2026-08-31 PRINCIPAL 10000']);
    assert.deepEqual(told([bond({ face_value: null })]), []);
    assert.deepEqual(told([bond({ maturity_date: null })]), []);
  });

  it('no coupon lies near one on record, none lies outside, and each is a whole number of periods from maturity', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2025-01-01', days));
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(1, 2, 4, 12),
        fc.array(day, { maxLength: 5 }),
        day,
        day,
        (maturity_date, coupon_frequency, recorded, one, other) => {
          const [from, to] = one < other ? [one, other] : [other, one];
          const found = bondPayments(
            [bond({ maturity_date, coupon_frequency })],
            recorded.map((known) => ({ portfolio_id: '1', symbol: 'GS2031', day: known })),
            { from, to },
            TODAY,
          );
          for (const { date, type } of found) {
            assert.ok(date >= from && date <= to && date >= TODAY, date);
            if (type === 'PRINCIPAL') continue;
            assert.ok(recorded.every((known) => Math.abs(daysBetween(known, date)) > SAME_COUPON_DAYS));
            const months =
              (Number(maturity_date.slice(0, 4)) - Number(date.slice(0, 4))) * 12 +
              Number(maturity_date.slice(5, 7)) -
              Number(date.slice(5, 7));
            assert.equal(months % (12 / coupon_frequency), 0);
          }
          const dates = found.map(({ date }) => date);
          assert.deepEqual(dates, dates.toSorted());
        },
      ),
      { numRuns: 50 },
    );
  });
});
