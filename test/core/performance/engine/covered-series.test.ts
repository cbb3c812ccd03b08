import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  coveredSeries,
  createEngine,
  type Engine,
  type EngineInput,
  isMeasured,
  type PriceSeries,
} from '../../../../core/performance/engine/index.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';
import { FIRST, randomActionBooks, randomBooks, withOpenings } from './random-books.ts';

/** Closes of 2024-01-01 and the days after it; null is a day without one. */
const closes = (symbol: string, ...prices: (number | null)[]): PriceSeries => {
  const known = prices.flatMap((price, at) => (price === null ? [] : [{ day: FIRST + at, price }]));
  return {
    symbol,
    currency: 'INR',
    days: Int32Array.from(known, ({ day }) => day),
    closes: Float64Array.from(known, ({ price }) => price),
    changes: [],
    carry_days: 0,
  };
};

const books = (change: Partial<EngineInput>): EngineInput => ({
  portfolios: [{ name: 'Main', currency: 'INR' }],
  total: { name: 'total', currency: 'INR' },
  transactions: [],
  prices: [],
  rates: [],
  to: FIRST + 3,
  ...change,
});
const figures = (engine: Engine) => {
  const covered = coveredSeries(engine, null, 0);
  assert.ok(covered !== null);
  return { ...covered, of: (name: keyof typeof covered.daily) => Array.from(covered.daily[name]) };
};

describe('portfolio/Report rules 4 and 6: the covered part of a portfolio', () => {
  it('is nothing apart where everything has a price on every day', () => {
    const engine = createEngine(
      books({
        transactions: ledger('Main').buy('TCS', 10, 1, '2024-01-01').rows,
        prices: [closes('TCS', 1, 2, 3, 4)],
      }),
    );
    assert.equal(coveredSeries(engine, null, 0), null);
  });

  it('units without a price leave the others their days, and their share is told by the nearest worth', () => {
    const rows = ledger('Main').buy('TCS', 10, 100, '2024-01-01').opening('OLD', 5, '2024-01-02').rows;
    const engine = createEngine(
      books({
        transactions: rows,
        prices: [closes('TCS', 100, 110, 121, 121), closes('OLD', null, null, null, 20)],
      }),
    );
    const { of, excluded } = figures(engine);
    assert.deepEqual(of('value'), [1000, 1100, 1210, 1310]);
    // On the last day 100 join: they are put in at the end of the day, and nothing before.
    assert.deepEqual(
      [of('put_in'), of('joined')],
      [
        [1000, 0, 0, 100],
        [0, 0, 0, 100],
      ],
    );
    assert.deepEqual(
      of('share').map((one) => Number(one.toFixed(6))),
      [1, 0.916667, 0.923664, 1],
    );
    assert.deepEqual(excluded, [
      { portfolio: 'Main', symbol: 'OLD', code: 'NO_PRICE', from: '2024-01-02', to: '2024-01-03', days: 2 },
    ]);
  });

  it('a holding whose closes end leaves at its worth of the measured day before', () => {
    const rows = ledger('Main').opening('TCS', 10, '2024-01-01').opening('OLD', 5, '2024-01-01').rows;
    const engine = createEngine(
      books({ transactions: rows, prices: [closes('TCS', 10, 11, 12, 13), closes('OLD', 4, 5)] }),
    );
    const { of } = figures(engine);
    assert.deepEqual(of('value'), [120, 135, 120, 130]);
    assert.deepEqual(
      [of('left'), of('taken_out')],
      [
        [0, 0, 25, 0],
        [0, 0, 25, 0],
      ],
    );
  });

  it('days of which less than half is covered are left open', () => {
    const rows = ledger('Main').opening('TCS', 1, '2024-01-01').opening('OLD', 5, '2024-01-01').rows;
    const engine = createEngine(
      books({ transactions: rows, prices: [closes('TCS', 10, 11, 12, 13), closes('OLD', 4, null, null, 5)] }),
    );
    assert.deepEqual(figures(engine).of('value'), [30, Number.NaN, Number.NaN, 38]);
  });

  it('a split that the books lack is no fall: the holding leaves before it and joins after it', () => {
    const rows = ledger('Main').buy('TCS', 10, 100, '2024-01-01').rows;
    const split = { ...closes('TCS', 100, 100, 50, 50), changes: [{ day: FIRST + 2, ratio: 2 }] };
    const { of } = figures(createEngine(books({ transactions: rows, prices: [split] })));
    assert.deepEqual(
      [of('value'), of('left'), of('joined')],
      [
        [1000, 1000, 500, 500],
        [0, 0, 1000, 0],
        [0, 0, 500, 0],
      ],
    );
  });

  it('units beyond those of the transactions come and go at their worth', () => {
    const rows = ledger('Main').buy('TCS', 4, 10, '2024-01-01').rows;
    const engine = createEngine(books({ transactions: rows, prices: [closes('TCS', 10, 10, 20, 20)] }));
    const held = { portfolio: 'Main', symbol: 'TCS', currency: 'INR', average: 8 };
    // 10 are held from the second day on; on the fourth 5.
    engine.record([{ ...held, days: [FIRST + 1, FIRST + 2, FIRST + 3], units: [10, 10, 5] }]);
    const { value, put_in, joined, taken_out, invested } = engine.series(null);
    assert.deepEqual(Array.from(value), [40, 100, 200, 100]);
    assert.deepEqual(
      [Array.from(put_in), Array.from(joined)],
      [
        [40, 60, 0, 0],
        [0, 60, 0, 0],
      ],
    );
    assert.deepEqual(Array.from(taken_out), [0, 0, 0, 100]);
    // 4 at 10, and those beyond at 8.
    assert.deepEqual(Array.from(invested), [40, 88, 88, 48]);
    // A row that comes later explains some of them: the day of the first record has none beyond.
    engine.append(
      ledger('Main')
        .buy('TCS', 6, 10, '2024-01-02')
        .rows.map((row) => ({ ...row, id: '99' })),
    );
    assert.deepEqual(Array.from(engine.series(null).value), [40, 100, 200, 100]);
  });

  it('a second, slow way on random books: position by position, with what is known at both ends', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const made = withOpenings(seed % 2 === 0 ? randomBooks(seed) : randomActionBooks(seed), seed);
        const engine = createEngine({ ...made, prices: made.prices.slice(seed % 2) });
        const covered = coveredSeries(engine, null, 0);
        if (covered === null) return;
        const slow = slowly(engine);
        // Flows after the last measured day are no part of any return.
        const last = slow.spans.at(-1)?.[1] ?? -1;
        for (const name of ['value', 'share', 'joined', 'left'] as const)
          for (let at = 0; at < (name === 'value' || name === 'share' ? engine.length : last + 1); at += 1) {
            const [one, two] = [covered.daily[name][at] ?? 0, slow[name][at] ?? 0];
            assert.ok(
              Object.is(one, two) || Math.abs(one - two) <= 1e-9 * Math.max(1, Math.abs(one)),
              `${name} of day ${at}: ${one} and ${two} in the books ${seed}`,
            );
          }
        // Flows between two measured days are the change of value that its own prices do not explain.
        for (const [from, to, gain] of slow.spans) {
          let moved = 0;
          for (let at = from + 1; at <= to; at += 1)
            moved += (covered.daily.put_in[at] ?? 0) - (covered.daily.taken_out[at] ?? 0);
          const before = from < 0 ? 0 : (covered.daily.value[from] ?? 0);
          const made_ = (covered.daily.value[to] ?? 0) - before - moved;
          assert.ok(
            Math.abs(made_ - gain) <= 1e-6 * Math.max(1, Math.abs(before)),
            `gain to ${to} in ${seed}`,
          );
        }
        compared += 1;
      }),
      { numRuns: sampled(120, 50_000) },
    );
    assert.ok(compared > 40);
  });
});

/** The same from the definition, with the worth of every position on every day. */
function slowly(engine: Engine) {
  const { length, first } = engine;
  const whole = engine.series(null);
  const positions = engine.positions(null).map((held) => {
    const unitsOn = (at: number): number => {
      let units = 0;
      for (const [step, day] of held.market.day.entries())
        if (day <= first + at) units = held.market.units[step] ?? 0;
      return units;
    };
    const worthOn = (at: number): number => {
      if (at < 0) return 0;
      const units = unitsOn(at);
      if (units === 0) return 0;
      return (
        units *
        (held.price?.price[at] ?? Number.NaN) *
        (held.foreign === null ? 1 : (held.foreign.rate[at] ?? 0))
      );
    };
    const stepsOn = (at: number) =>
      held.line.steps.day.flatMap((day, step) => (day === first + at ? [step] : []));
    const movedOn = (at: number): number => {
      let sum = 0;
      for (const step of stepsOn(at)) {
        const rate = held.foreign === null ? 1 : (held.foreign.rate[at] ?? Number.NaN);
        const { put_in, taken_out, units_in } = held.line.steps;
        const own = (put_in[step] ?? 0) - (taken_out[step] ?? 0);
        if (own !== 0) sum += own * rate;
        if ((units_in[step] ?? 0) !== 0)
          sum += (units_in[step] ?? 0) * (held.price?.price[at] ?? Number.NaN) * rate;
      }
      return sum;
    };
    const isClosedOn = (at: number) => unitsOn(at) !== 0 && held.price?.closed[at] === first + at;
    const costOn = (at: number) =>
      (held.line.steps.average.at(held.line.stepBefore(first + at + 1)) ?? Number.NaN) *
      (held.foreign === null ? 1 : (held.foreign.rate[at] ?? 0));
    return { held, worthOn, movedOn, isClosedOn, costOn, unitsOn };
  });
  type Position = (typeof positions)[number];
  const isKnown = (one: Position, at: number) => !Number.isNaN(one.worthOn(at));
  const value = new Float64Array(length);
  const share = new Float64Array(length);
  const fresh = new Float64Array(length);
  for (let at = 0; at < length; at += 1) {
    let [missing, unknown, heldUnits] = [0, 0, 0];
    for (const one of positions) {
      if ((one.held.line.steps.units[one.held.line.stepBefore(first + at + 1)] ?? 0) !== 0) heldUnits += 1;
      if (isKnown(one, at)) {
        value[at] = (value[at] ?? 0) + one.worthOn(at);
        if (one.isClosedOn(at)) fresh[at] = (fresh[at] ?? 0) + 1;
        continue;
      }
      unknown += 1;
      const days = Array.from({ length }, (_, day) => day).filter(
        (day) => isKnown(one, day) && one.worthOn(day) !== 0,
      );
      const near = days.findLast((day) => day < at) ?? days.at(-1);
      missing += Math.abs(near === undefined ? one.costOn(at) : one.worthOn(near));
    }
    const known = value[at] ?? 0;
    share[at] =
      unknown === 0
        ? 1
        : !Number.isNaN(missing) && known + missing > 0
          ? known / (known + missing)
          : heldUnits === 0
            ? 1
            : 1 - unknown / heldUnits;
  }
  const [joined, left] = [new Float64Array(length), new Float64Array(length)];
  const spans: [number, number, number][] = [];
  let before = -1;
  for (let at = 0; at < length; at += 1) {
    const isDue = at === length - 1 || isMeasured({ value, fresh, taken_out: whole.taken_out }, at);
    if (!isDue || (share[at] ?? 0) < 0.5) continue;
    let gain = 0;
    for (const one of positions) {
      const days = Array.from({ length: at - before }, (_, day) => before + 1 + day);
      const moved = days.reduce((sum, day) => sum + one.movedOn(day), 0);
      const hasBreak = one.held.alignment.unrecorded.some(
        ({ day }) => day - first > before && day - first <= at,
      );
      const isThrough = isKnown(one, before) && isKnown(one, at) && !Number.isNaN(moved) && !hasBreak;
      if (isThrough) {
        gain += one.worthOn(at) - one.worthOn(before) - moved;
        for (const day of days)
          for (const step of one.held.line.steps.day.flatMap((on, nr) => (on === first + day ? [nr] : []))) {
            const units = one.held.line.steps.units_in[step] ?? 0;
            if (units > 0)
              joined[day] =
                (joined[day] ?? 0) +
                units *
                  (one.held.price?.price[day] ?? 0) *
                  (one.held.foreign === null ? 1 : (one.held.foreign.rate[day] ?? 0));
          }
        continue;
      }
      if (isKnown(one, before)) left[at] = (left[at] ?? 0) + one.worthOn(before);
      if (isKnown(one, at)) joined[at] = (joined[at] ?? 0) + one.worthOn(at);
    }
    spans.push([before, at, gain]);
    before = at;
  }
  for (let at = 0; at < length; at += 1) if ((share[at] ?? 0) < 0.5) value[at] = Number.NaN;
  return { value, joined, left, share, spans };
}
