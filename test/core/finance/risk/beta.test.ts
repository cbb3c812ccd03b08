import assert from 'node:assert/strict';
import fc from 'fast-check';
import { betaOf, type DailySeries } from '../../../../core/finance/risk/beta.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

/** Days that follow one another, and closes that begin at 100 and move by these returns. */
function moving(returns: readonly number[], first = '2025-01-01'): DailySeries {
  const days = [first];
  const closes = [100];
  for (const [at, step] of returns.entries()) {
    days.push(new Date(Date.parse(first) + (at + 1) * DAY_MS).toISOString().slice(0, 10));
    closes.push((closes.at(-1) ?? 0) * (1 + step));
  }
  return { days, closes };
}
const alternating = (count: number, up: number, down: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? up : down));
const near = (one: number | null, other: number) =>
  assert.ok(one !== null && Math.abs(one - other) < 1e-4, `${one} is not ${other}`);

describe('beta', () => {
  it('portfolio/Scheduler "daily_beta_enrichment": covariance of the daily returns over the variance of the index', () => {
    // The index goes 10 % up and down by turns: mean 0, variance 0.01.
    const index = moving(alternating(60, 0.1, -0.1));
    // Twice as far: covariance 0.02.
    assert.deepEqual(betaOf(moving(alternating(60, 0.2, -0.2)), index, 'X'), {
      beta: 2,
      as_of: '2025-03-02',
      reason: null,
    });
    // 15 % up and 5 % down: mean 5 %, 10 % off it by turns, covariance 0.01.
    near(betaOf(moving(alternating(60, 0.15, -0.05)), index, 'X').beta, 1);
    // The other way: covariance -0.005.
    near(betaOf(moving(alternating(60, -0.05, 0.05)), index, 'X').beta, -0.5);
    // A share that stands still does not move with the index.
    assert.equal(betaOf(moving(alternating(60, 0, 0)), index, 'X').beta, 0);
    assert.equal(betaOf(index, index, 'X').beta, 1);
  });

  it('60 returns in common are enough, 59 are not', () => {
    const index = moving(alternating(100, 0.1, -0.1));
    const last = (count: number) => {
      const { days, closes } = moving(alternating(100, 0.2, -0.2));
      return { days: days.slice(-count - 1), closes: Array.from(closes).slice(-count - 1) };
    };
    near(betaOf(last(60), index, 'X').beta, 2);
    assert.deepEqual(betaOf(last(59), index, 'NIFTY 50'), {
      beta: null,
      as_of: null,
      reason: 'Beta needs 60 daily returns in common with NIFTY 50; there are 59.',
    });
  });

  it('only the last 252 returns of the index count', () => {
    // 100 days at three times the index, then 252 at half of it.
    const index = moving(alternating(352, 0.02, -0.02));
    const share = moving([...alternating(100, 0.06, -0.06), ...alternating(252, 0.01, -0.01)]);
    near(betaOf(share, index, 'X').beta, 0.5);
  });

  it('a day that one of them lacks takes both of its returns out, and no return goes over the gap', () => {
    const index = moving(alternating(70, 0.1, -0.1));
    const whole = moving(alternating(70, 0.2, -0.2));
    const without = (day: number) => ({
      days: whole.days.filter((_, at) => at !== day),
      closes: Array.from(whole.closes).filter((_, at) => at !== day),
    });
    near(betaOf(without(35), index, 'X').beta, 2);
    const ten = new Set([5, 10, 15, 20, 25, 30, 40, 50, 60, 65]);
    const holey = {
      days: whole.days.filter((_, at) => !ten.has(at)),
      closes: Array.from(whole.closes).filter((_, at) => !ten.has(at)),
    };
    // 70 less two for each of ten days.
    assert.match(
      betaOf(holey, index, 'X').reason ?? '',
      /needs 60 daily returns in common with X; there are 50/,
    );
  });

  it('a split that is not on record is no return', () => {
    const index = moving(alternating(80, 0.1, -0.1));
    const { days, closes } = moving(alternating(80, 0.2, -0.2));
    const halved = Array.from(closes, (close, at) => (at < 40 ? close : close / 5));
    near(betaOf({ days, closes: halved }, index, 'X').beta, 2);
  });

  it('nothing on record, and an index that never moved, are reasons', () => {
    const index = moving(alternating(60, 0.1, -0.1));
    assert.match(betaOf({ days: [], closes: [] }, index, 'X').reason ?? '', /No price history/);
    assert.match(betaOf(index, { days: [], closes: [] }, 'S&P 500').reason ?? '', /No S&P 500 closes/);
    assert.match(betaOf(index, moving(alternating(60, 0, 0)), 'X').reason ?? '', /did not move/);
  });

  it('is linear: that of a mixture of returns lies as they are mixed, whatever the unit of the price', () => {
    const step = fc.double({ min: -0.2, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 80, maxLength: 80 }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 1000 }),
        (steps, factor, unit) => {
          const index = moving(steps);
          const spread = Math.max(...steps) - Math.min(...steps);
          fc.pre(spread > 0.01);
          const share = moving(steps.map((one) => one * factor));
          const scaled = { days: share.days, closes: Array.from(share.closes, (close) => close * unit) };
          near(betaOf(scaled, index, 'X').beta, factor);
        },
      ),
    );
  });
});
