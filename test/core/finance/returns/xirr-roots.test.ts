import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DatedAmount, xirr } from '../../../../core/finance/returns/xirr.ts';
import { sampled } from '../../../support/soak.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const FIRST = Date.UTC(2015, 0, 1);
const day = (n: number): string => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10);

/** Present value at the growth rate `u` = ln(1 + rate), as a part of the money that moved: the definition, term by term. */
function presentValue(flows: readonly DatedAmount[], u: number): number {
  let [net, gross] = [0, 0];
  const days = flows.map(({ date }) => (Date.parse(date) - FIRST) / DAY_MS);
  const from = u < 0 ? Math.max(...days) : Math.min(...days);
  flows.forEach(({ amount }, index) => {
    const term = Number(amount) * Math.exp((-u * ((days[index] ?? 0) - from)) / 365);
    net += term;
    gross += Math.abs(term);
  });
  return net / gross;
}

/** Changes of sign of the present value on a fine grid: never more than there are roots. */
function crossings(flows: readonly DatedAmount[], from: number, to: number): number {
  let [found, before] = [0, 0];
  for (let u = from; u <= to; u += 0.01) {
    const value = presentValue(flows, u);
    // Nearer to zero the sign is that of the rounding.
    if (Math.abs(value) < 1e-10) continue;
    if (before !== 0 && Math.sign(value) !== before) found += 1;
    before = Math.sign(value);
  }
  return found;
}

/** Where the present value changes its sign, by halving each step of a grid: some of the roots, and no other numbers. */
function zerosOf(flows: readonly DatedAmount[], from: number, to: number): number[] {
  const zeros: number[] = [];
  let before: { u: number; sign: number } | null = null;
  for (let u = from; u <= to; u += 0.02) {
    const value = presentValue(flows, u);
    if (Math.abs(value) < 1e-10) continue;
    const sign = Math.sign(value);
    if (before !== null && before.sign !== sign) {
      let [low, high] = [before.u, u];
      for (let round = 0; round < 60; round += 1) {
        const middle = (low + high) / 2;
        if (Math.sign(presentValue(flows, middle)) === before.sign) low = middle;
        else high = middle;
      }
      zeros.push(low);
    }
    before = { u, sign };
  }
  return zeros;
}

/** Flows a year of 365 days apart whose rates are those given: −100 · Π (1 − (1 + rate) · x), x being a year's discount. */
function withRates(rates: readonly number[]): DatedAmount[] {
  let coefficients = [-100];
  for (const rate of rates) {
    coefficients = [...coefficients, 0].map(
      (own, index) => own - (1 + rate / 100) * (coefficients[index - 1] ?? 0),
    );
  }
  return coefficients.map((amount, index) => ({ date: day(365 * index), amount }));
}

const anyFlows = fc.array(
  fc.record({
    date: fc.integer({ min: 0, max: 3000 }).map(day),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((paise) => paise / 100),
  }),
  { minLength: 2, maxLength: 40 },
);

describe('portfolio/Report rules 2: XIRR where money comes and goes in any order', () => {
  it('finds every one of two, three and four rates, the nearest to no return first', () => {
    const sets = [
      [10, 20],
      [-30, 5],
      [-20, 15],
      [10, 20, 30],
      [-60, -10, 40],
      [0, 25],
      [5, 15, 40, 90],
      [-50, 80],
    ];
    for (const rates of sets) {
      const far = (rate: number) => Math.abs(Math.log1p(rate / 100));
      const [nearest = 0, ...others] = rates.toSorted((a, b) => far(a) - far(b));
      const { value, state, reason, others: found } = xirr(withRates(rates));
      assert.deepEqual(
        found.map((rate) => rate.toFixed(4)),
        others.map((rate) => rate.toFixed(4)),
      );
      assert.equal(state, 'AMBIGUOUS', rates.join());
      assert.ok(value !== null && Math.abs(value - nearest) < 1e-8, `${value} of ${rates.join()}`);
      for (const other of others) assert.ok(reason?.includes(`${other.toFixed(2)} %`), `${other}: ${reason}`);
    }
  });

  it('three equal rates are one', () => {
    const { value, state } = xirr(withRates([10, 10, 10]));
    assert.equal(state, 'OK');
    assert.ok(value !== null && Math.abs(value - 10) < 0.01, `${value}`);
  });

  it('at the rate that is given the flows come to nothing', () => {
    fc.assert(
      fc.property(anyFlows, (flows) => {
        const { value } = xirr(flows);
        // At −100 % itself, to the last digit of a double, nothing can be discounted any more.
        if (value === null || value < -100 + 1e-6 || value > 1e6) return;
        const npv = presentValue(flows, Math.log1p(value / 100));
        assert.ok(Math.abs(npv) < 1e-8, `${npv} at ${value}`);
      }),
      { numRuns: sampled(80, 50_000) },
    );
  });

  it('agrees with a scan of the axis about how many rates there are', () => {
    fc.assert(
      fc.property(anyFlows, (flows) => {
        const { state } = xirr(flows);
        const found = crossings(flows, -4, 4);
        if (found > 1) assert.equal(state, 'AMBIGUOUS');
        if (found === 1) assert.notEqual(state, 'NONE');
        if (state === 'NONE') assert.equal(found, 0);
      }),
      { numRuns: sampled(60, 5_000) },
    );
  });

  it('portfolio/Report rules 2: no rate that a scan of the axis finds is nearer to no return than the one given', () => {
    const allLost = Math.log(1e-4);
    fc.assert(
      fc.property(anyFlows, (flows) => {
        const { value, others } = xirr(flows);
        const scanned = zerosOf(flows, -14, 14);
        if (value === null) return assert.deepEqual(scanned, []);
        const given = Math.log1p(value / 100);
        const all = [value, ...others].map((rate) => Math.log1p(rate / 100));
        for (const u of scanned) {
          assert.ok(
            all.some((one) => Math.abs(one - u) < 1e-5),
            `${u} is not among ${all.join()}`,
          );
          if (u >= allLost)
            assert.ok(given >= allLost && Math.abs(given) <= Math.abs(u) + 1e-5, `${given} ${u}`);
        }
      }),
      { numRuns: sampled(60, 5_000) },
    );
  });

  it('a series that first pays and then receives always has exactly one, however many flows', () => {
    fc.assert(
      fc.property(anyFlows, fc.integer({ min: 1, max: 2999 }), (flows, turn) => {
        const ordered = flows.map(({ date, amount }) => ({
          date,
          amount: (date < day(turn) ? -1 : 1) * (Math.abs(Number(amount)) + 1),
        }));
        const hasBoth = ordered.some(({ amount }) => amount < 0) && ordered.some(({ amount }) => amount > 0);
        const { state, reason } = xirr(ordered);
        if (!hasBoth) assert.equal(state, 'NONE');
        else assert.ok(state === 'OK' || reason?.includes('too large to show'), `${state} ${reason}`);
      }),
      { numRuns: sampled(100, 20_000) },
    );
  });

  it('does not depend on the unit of money, the day it began, or the order of the rows', () => {
    fc.assert(
      fc.property(
        anyFlows,
        fc.constantFrom(1e-6, 0.25, 3, 1e9),
        fc.integer({ min: 1, max: 20_000 }),
        (flows, times, days) => {
          const plain = xirr(flows);
          const changed = xirr(
            flows
              .map(({ date, amount }) => ({
                date: day((Date.parse(date) - FIRST) / DAY_MS + days),
                amount: Number(amount) * times,
              }))
              .toReversed(),
          );
          assert.equal(changed.state, plain.state);
          if (plain.value === null || changed.value === null) assert.equal(changed.value, plain.value);
          else {
            const [a, b] = [Math.log1p(plain.value / 100), Math.log1p(changed.value / 100)];
            assert.ok(a === b || Math.abs(a - b) <= 1e-7 * Math.max(1, Math.abs(a)), `${a} ${b}`);
          }
        },
      ),
      { numRuns: sampled(100, 20_000) },
    );
  });

  it('ten thousand flows over twelve years: the rate at which they were made', () => {
    // Each purchase grows at 11 % a year to the last day; 4383 days, so that many share one.
    const paid = Array.from({ length: 10_000 }, (_, index) => ({
      at: Math.floor((index * 4383) / 10_000),
      amount: 100 + ((index * 7919) % 1000),
    }));
    const worth = paid.reduce((sum, { at, amount }) => sum + amount * 1.11 ** ((4400 - at) / 365), 0);
    const { value, state } = xirr([
      { date: day(4400), amount: worth },
      ...paid.map(({ at, amount }) => ({ date: day(at), amount: -amount })),
    ]);
    assert.equal(state, 'OK');
    assert.ok(value !== null && Math.abs(value - 11) < 1e-9, `${value}`);
  });
});
