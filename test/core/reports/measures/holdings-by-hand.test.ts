import assert from 'node:assert/strict';
import { dailyReturns, valuePoints } from '../../../../core/finance/returns/index.ts';
import { createCalculator } from '../../../../core/performance/engine/calculator.ts';
import { dayNumber, dayText } from '../../../../core/performance/engine/index.ts';
import type { Feed } from '../../../../core/performance/engine/messages.ts';
import { portfolioValues } from '../../../../core/performance/engine/portfolio-values.ts';
import { calculatedLine, type ValueLine } from '../../../../core/reports/measures/index.ts';
import { near } from '../../../support/near.ts';
import { sampled } from '../../../support/soak.ts';
import { seeded } from '../../performance/engine/random-books.ts';

const FIRST = dayNumber('2026-01-01');
const LENGTH = 40;
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'] as const;
const at = (index: number) => FIRST + index;

/** Books of records alone: per symbol the units of some days, the closes of others, and at most one split. */
interface ByHand {
  symbol: string;
  units: Map<number, number>;
  closes: Map<number, number>;
  split: { day: number; ratio: number } | null;
}

/**
 * Random records: holdings come, grow, shrink, go, and come again. `drift` 0 keeps every price where it is but for splits,
 * after which the person may correct the units on any later day or never.
 * @param holes closes may be missing for weeks, or altogether.
 */
function randomByHand(seed: number, drift: number, holes = false): ByHand[] {
  const random = seeded(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return SYMBOLS.map((symbol) => {
    const split = random() < 0.4 ? { day: whole(8, LENGTH - 3), ratio: whole(2, 5) } : null;
    const units = new Map<number, number>();
    const closes = new Map<number, number>(holes ? [] : [[0, 100]]);
    const often = !holes ? 0.6 : random() < 0.3 ? 0 : random() * 0.2;
    let [price, last] = [100, 0];
    for (let day = 1; day < LENGTH; day += 1) {
      if (day === split?.day) price /= split.ratio;
      price *= 1 + (drift * whole(-5, 5)) / 100;
      if (random() < often || (!holes && day - last === 8)) {
        closes.set(day, price);
        last = day;
      }
      if (day > 2 && random() < 0.4) units.set(day, random() < 0.3 ? 0 : whole(1, 20));
    }
    // Today's units are always known.
    units.set(LENGTH - 1, units.get(LENGTH - 1) ?? [...units.values()].at(-1) ?? 0);
    return { symbol, units, closes, split };
  });
}

/** Feed of the calculating thread, up to a day. */
function feedOf(books: readonly ByHand[], until: number): Feed {
  const upTo = <V>(of: Map<number, V>) => [...of].filter(([day]) => day <= until).sort(([a], [b]) => a - b);
  return {
    kind: 'feed',
    owner: 'me',
    prices: books.map(({ symbol, closes, split }) => ({
      symbol,
      currency: 'INR',
      carry_days: 10,
      changes: split === null || split.day > until ? [] : [{ day: at(split.day), ratio: split.ratio }],
      days: new Int32Array(),
      closes: new Float64Array(),
      observed: upTo(closes).map(([day, price]) => ({ day: at(day), price })),
    })),
    recorded: books.map(({ symbol, units }) => ({
      portfolio: '1',
      symbol,
      currency: 'INR',
      average: 100,
      days: upTo(units).map(([day]) => at(day)),
      units: upTo(units).map(([, held]) => held),
    })),
  };
}

/** The line of books, fed at once or first up to some day and then the rest. */
function lineOf(books: readonly ByHand[], parts: readonly number[] = [LENGTH - 1]): ValueLine {
  const calculator = createCalculator();
  let line: ValueLine | undefined;
  for (const [state, until] of parts.entries()) {
    calculator.feed(feedOf(books, until));
    const figures = calculator.answer({
      kind: 'question',
      id: state,
      owner: 'me',
      from: state === 0 ? null : state,
      state: state + 1,
      portfolios: [{ name: '1', currency: 'INR' }],
      currency: 'INR',
      to: at(until),
      scope: null,
    });
    assert.ok(figures !== null);
    const scope = { id: null, name: 'Networth', currency: 'INR' };
    const empty = { positions: [], holdings: [], observed: [], declined: [], renames: [], recorded: [] };
    line = calculatedLine(portfolioValues(figures, scope, { portfolios: [], ...empty }));
  }
  return line ?? assert.fail();
}

/** Units and prices followed by hand, day by day. */
function byHand(books: readonly ByHand[]) {
  const unitsOn = ({ units }: ByHand, day: number) =>
    [...units].sort(([a], [b]) => a - b).findLast(([on]) => on <= day)?.[1] ?? 0;
  const priceOn = ({ closes, split }: ByHand, day: number) => {
    const [on = 0, close = Number.NaN] = [...closes].findLast(([one]) => one <= day) ?? [];
    return split !== null && on < split.day && split.day <= day ? close / split.ratio : close;
  };
  const worthOn = (day: number) => books.reduce((sum, one) => sum + unitsOn(one, day) * priceOn(one, day), 0);
  /** Units that came, or went, by a record. In a split the units of the day before become more by themselves. */
  const change = (one: ByHand, day: number) =>
    unitsOn(one, day) - unitsOn(one, day - 1) * (one.split?.day === day ? one.split.ratio : 1);
  const measured: number[] = [];
  let hasBegun = false;
  for (let day = 1; day < LENGTH; day += 1) {
    hasBegun ||= worthOn(day) > 0;
    if (!hasBegun) continue;
    const isFresh = books.some((one) => unitsOn(one, day) > 0 && one.closes.has(day));
    const isSoldOut = worthOn(day) === 0 && books.some((one) => change(one, day) < 0);
    const before = measured.at(-1);
    const isNews =
      day === LENGTH - 1 &&
      before !== undefined &&
      (worthOn(day) !== worthOn(before) || books.some((one) => change(one, day) !== 0));
    if (isFresh || isSoldOut || isNews) measured.push(day);
  }
  /** Null where nothing was held that could have earned. */
  function returnOf(from: number, to: number): number | null {
    let [base, end] = [0, 0];
    for (const one of books) {
      base += unitsOn(one, from) * priceOn(one, from);
      end += unitsOn(one, to) * priceOn(one, to);
      for (let day = from + 1; day <= to; day += 1) end -= change(one, day) * priceOn(one, day);
    }
    return base === 0 ? null : end / base - 1;
  }
  return { measured, worthOn, returnOf };
}

describe('portfolio/Report rules 4 and 6: books by hand alone', () => {
  for (const drift of [0, 1])
    it(`random records, ${drift === 0 ? 'constant prices and splits: no return on any day' : 'moving prices: the returns of what was held, followed by hand'}`, () => {
      let [changes, returned] = [0, 0];
      for (let seed = 1; seed <= sampled(150, 5000); seed += 1) {
        const books = randomByHand(seed, drift);
        const line = lineOf(books);
        const { measured, worthOn, returnOf } = byHand(books);
        assert.deepEqual(
          line.days.map(({ day }) => day),
          measured.map((day) => dayText(at(day))),
          `days of ${seed}`,
        );
        for (const [index, day] of measured.entries()) near(line.days[index]?.value, worthOn(day), 1e-6);
        const returns = new Map(dailyReturns(valuePoints(line)).map((one) => [one.day, one.value]));
        for (const [index, day] of measured.slice(1).entries()) {
          const wanted = returnOf(measured[index] ?? 0, day);
          const found = returns.get(dayText(at(day)));
          if (wanted === null) assert.equal(found, undefined, `a return of nothing in ${seed}`);
          else {
            near(found, wanted, 1e-9);
            if (drift === 0) near(found, 0, 1e-9);
            returned += 1;
          }
        }
        assert.deepEqual(line.unexplained_days, []);
        changes += line.entered?.length ?? 0;
      }
      assert.ok(changes > 500 && returned > 2000, `${changes} changes, ${returned} returns`);
    });

  it('records, prices and splits that come day by day give the line of all at once', () => {
    for (let seed = 1; seed <= sampled(40, 1000); seed += 1) {
      const books = randomByHand(seed, 1);
      const random = seeded(seed);
      const parts = Array.from({ length: LENGTH - 3 }, (_, day) => day + 2).filter(() => random() < 0.2);
      assert.deepEqual(lineOf(books, [...parts, LENGTH - 1]), lineOf(books), `books of ${seed}`);
    }
  });

  it('closes with holes of weeks: no return at constant prices, and a reason for what is excluded', () => {
    let [partial, empty] = [0, 0];
    for (let seed = 1; seed <= sampled(150, 5000); seed += 1) {
      const books = randomByHand(seed, 0, true);
      const line = lineOf(books);
      for (const { value } of dailyReturns(valuePoints(line))) near(value, 0, 1e-9);
      for (const { value } of line.days) assert.ok(value === null || (Number.isFinite(value) && value >= 0));
      if (line.days.length === 0) empty += 1;
      const isEmpty = books.every(({ units }) => [...units.values()].every((held) => held === 0));
      if (line.days.length === 0 && !isEmpty) assert.match(line.ledger_reason ?? '', /^No \w+ close/);
      if (line.shares.size > 0) partial += 1;
      if (line.shares.size > 0) assert.ok(line.excluded.length > 0, `nothing is excluded in ${seed}`);
    }
    assert.ok(partial > 50 && empty > 3, `${partial} partial, ${empty} empty`);
  });

  it('closes of zero and jumps of a thousandfold: no crash, and no value or return that is no number', () => {
    for (let seed = 1; seed <= sampled(100, 5000); seed += 1) {
      const random = seeded(seed);
      const books = randomByHand(seed, 1, random() < 0.5);
      for (const { closes } of books)
        for (const day of closes.keys()) if (random() < 0.2) closes.set(day, random() < 0.5 ? 0 : 1e5);
      const line = lineOf(books);
      for (const { value } of line.days) assert.ok(value === null || Number.isFinite(value));
      for (const one of dailyReturns(valuePoints(line)))
        assert.ok(!Number.isNaN(one.value), `return of ${seed}`);
      for (const amounts of [line.flows, line.entered ?? [], line.left ?? []])
        for (const { amount } of amounts) assert.ok(Number.isFinite(amount));
    }
  });
});
