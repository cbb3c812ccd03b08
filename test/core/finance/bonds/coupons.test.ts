import assert from 'node:assert/strict';
import fc from 'fast-check';
import { couponDays, couponPerUnit } from '../../../../core/finance/bonds/coupons.ts';
import { addMonths } from '../../../../core/platform/dates.ts';
import { decimal } from '../../../../core/platform/money.ts';

const dayOf = (at: number): string => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);

describe('coupons of a bond', () => {
  it('Report rules 12: the 31st becomes the last day of a shorter month, and the 31st again in a longer one', () => {
    assert.deepEqual(
      couponDays({ maturity_date: '2028-08-31', coupon_frequency: 4 }, '2027-08-31', '2028-08-31'),
      ['2027-11-30', '2028-02-29', '2028-05-31', '2028-08-31'],
    );
    assert.equal(addMonths('2026-01-31', -2), '2025-11-30');
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  });

  it('a period is an equal part of the year: 1,000 at 8.35 % monthly is 6.9583333333', () => {
    // 1000 × 8.35 ÷ 100 ÷ 12 = 6.95833…
    const terms = {
      maturity_date: '2033-02-06',
      face_value: decimal(1000),
      coupon_rate: 8.35,
      coupon_frequency: 12,
    };
    assert.equal(couponPerUnit(terms).toFixed(), '6.9583333333');
  });

  it('Report rules 12: coupons walk back from maturity in equal steps, and a year of them is the yearly rate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 4, 12),
        fc.integer({ min: 0, max: 9_000 }).map(dayOf),
        fc.integer({ min: 1, max: 2_000 }),
        (coupon_frequency, maturity_date, rate) => {
          const days = couponDays(
            { maturity_date, coupon_frequency },
            addMonths(maturity_date, -36),
            maturity_date,
          );
          // Three years hold three times the payments of a year; the last is maturity itself.
          assert.equal(days.length, 3 * coupon_frequency);
          assert.equal(days.at(-1), maturity_date);
          assert.deepEqual(days, days.toSorted());
          const terms = {
            maturity_date,
            coupon_frequency,
            face_value: decimal(1000),
            coupon_rate: rate / 100,
          };
          const year = couponPerUnit(terms).times(coupon_frequency);
          assert.ok(year.minus(decimal(rate).div(100).times(10)).abs().lt('0.000001'));
        },
      ),
    );
  });
});
