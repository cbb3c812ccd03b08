import type { Fact } from '../../port/index.ts';
import { type Amount, amountsIn } from './amounts.ts';
import { datesIn, daysOf } from './dates.ts';
import { directionOf } from './direction.ts';
import { isOfNamed, type NamedPeriods, periodsIn, periodsOfNumber } from './fiscal-periods.ts';
import { labelsIn, windowsIn } from './labels.ts';
import { calledAs } from './nouns.ts';
import { type ShareWord, shareWordsIn } from './number-words.ts';
import { blanked, plain, sentencesOf, type Span } from './passage.ts';
import { approximationBefore, holds, intervalOf } from './rounding.ts';
import { splitsIn } from './splits.ts';
import { hasSign, hasUnit, isChange } from './supports.ts';

/** A number of a passage, and what became of it. */
interface PrintedNumber {
  /** As it is printed, without currency, scale and unit. */
  printed: string;
  /** Place of its first character, counted from 0. */
  at: number;
  status: 'SUPPORTED' | 'UNSUPPORTED';
  /** The fact that it equals; null where none does, and for dates and lengths of time. */
  fact_id: string | null;
  /** For people; empty where it is supported. */
  why: string;
}

interface NumberCheck {
  /**
   * The figures of a passage, in order. Labels, ordinals, years and usual lengths of time are no figures and are not told
   * (decisions/Publication V2: every number printed in prose equals a cited fact within its rounding).
   */
  (text: string): PrintedNumber[];
}

interface Figure {
  fact: Fact;
  /** Absolute, and with its sign. */
  size: number;
  value: number;
  isHigh: boolean;
}

const PRICED =
  /\b(?:close[ds]?|closing|price[sd]?|trades?|traded|trading|quoted|EPS|earnings per share|dividends?|average|high|low|target|face value|book value|per share)\b[^.;]{0,40}$/i;
/** So many characters around a number are its neighbourhood: what stands further away does not govern it. */
const NEAR = 200;
const nearBefore = (text: string, at: number): string => text.slice(Math.max(0, at - NEAR), at);
/** Percent points by which "doubled" and "a third of" may be off. */
const CHANGE_SLACK = 5;
const PART_SLACK = 2;

/**
 * A check of numbers against the facts that a passage cites. What is printed stands for half a unit of its last digit on
 * either side; units, signs, fiscal periods and dates must agree too.
 * @param asOf the moment of the run, ISO-8601
 */
export function createNumberCheck(facts: readonly Fact[], asOf: string): NumberCheck {
  const byUnit = figuresByUnit(facts);
  const days = daysOf(facts, asOf);
  const lengths = new Set(facts.flatMap(({ period }) => yearsOf(period.key)));

  /** Figures of some units from `low` to `high`, both in. */
  function between(low: number, high: number, isUnit: (unit: string) => boolean): Figure[] {
    const found: Figure[] = [];
    for (const [unit, { figures, sizes }] of byUnit) {
      if (!isUnit(unit)) continue;
      let from = 0;
      let to = sizes.length;
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((sizes[middle] as number) < low) from = middle + 1;
        else to = middle;
      }
      for (let at = from; at < sizes.length && (sizes[at] as number) <= high; at += 1)
        found.push(figures[at] as Figure);
    }
    return found;
  }

  /** The figures that a printed number may be, or why it is none. */
  function supportOf(text: string, amount: Amount, named: NamedPeriods): Figure[] | string {
    const before = nearBefore(text, amount.start);
    const interval = intervalOf(amount, approximationBefore(before));
    const inPct = amount.unit.kind === 'BASIS_POINTS' ? 0.01 : 1;
    const isPriced = PRICED.test(before);
    const ofUnit = between(interval.low * inPct, interval.high * inPct, (unit) =>
      hasUnit(unit, amount.unit, isPriced),
    ).filter(({ size }) => holds(interval, size / inPct));
    if (ofUnit.length === 0) return 'No cited fact has this value.';
    const after = text.slice(amount.end, amount.end + NEAR);
    const isMoney = amount.unit.kind === 'MONEY' || amount.unit.kind === 'SCALED';
    const mayBe = isMoney ? calledAs(before, after) : null;
    const ofName =
      mayBe === null ? ofUnit : ofUnit.filter(({ fact }) => fact.unit.includes('/') || mayBe(fact.metric));
    if (ofName.length === 0)
      return 'The fact with this value is a different figure from the one the text names.';
    const direction = directionOf(before, after);
    const ofSign = ofName.filter(({ fact, value }) => hasSign(fact.metric, value, amount, direction));
    if (ofSign.length === 0) return 'The fact with this value has the opposite sign or another meaning.';
    const periods = periodsOfNumber(named, before, after);
    const ofPeriod = ofSign.filter(({ fact }) => isOfNamed(fact, periods));
    return ofPeriod.length === 0 ? 'The fact with this value is for another period.' : ofPeriod;
  }

  function shareSupport({ pct, kind }: ShareWord, text: string, start: number): Fact | string {
    const before = nearBefore(text, start);
    const approximation = approximationBefore(before);
    const isDown = kind === 'CHANGE' && (pct < 0 || directionOf(before, '').change === 'DOWN');
    const slack = kind === 'CHANGE' ? CHANGE_SLACK : PART_SLACK;
    const size = Math.abs(pct);
    const low = approximation === 'OVER' ? size : approximation === 'UNDER' ? size - 3 * slack : size - slack;
    const high =
      approximation === 'OVER'
        ? size + (kind === 'CHANGE' ? 100 : 3 * slack)
        : approximation === 'UNDER'
          ? size
          : size + slack;
    const found = between(low, high, (unit) => unit === 'pct').find(
      ({ fact, value }) =>
        isChange(fact.metric) === (kind === 'CHANGE') && (isDown ? value <= 0 : value >= 0),
    );
    return found?.fact ?? 'No cited fact says so.';
  }

  function inSentence(text: string): PrintedNumber[] {
    const told: PrintedNumber[] = [];
    const tell = (printed: string, at: number, support: Fact | string | null): void => {
      const isRefused = typeof support === 'string';
      told.push({
        printed,
        at,
        status: isRefused ? 'UNSUPPORTED' : 'SUPPORTED',
        fact_id: isRefused || support === null ? null : support.fact_id,
        why: isRefused ? support : '',
      });
    };
    const dates = datesIn(text);
    for (const { printed, start, reads } of dates)
      if (reads.length > 0)
        tell(printed, start, reads.some((day) => days.has(day)) ? null : 'No cited fact has this date.');
    let rest = blanked(text, dates);
    const splits = splitsIn(rest);
    for (const { printed, start, ratio } of splits) {
      // A bonus of one for one leaves two shares for one.
      const found = byUnit
        .get('ratio')
        ?.figures.find(
          ({ fact, value }) =>
            (fact.metric === 'split_ratio' && isNear(value, ratio)) ||
            (fact.metric === 'bonus_ratio' && isNear(value, ratio + 1)),
        );
      tell(printed, start, found?.fact ?? 'No cited split or bonus has this ratio.');
    }
    rest = blanked(rest, splits);
    const { named, spans } = periodsIn(rest);
    rest = blanked(rest, spans);
    rest = blanked(rest, labelsIn(rest));
    const windows = windowsIn(rest, lengths);
    for (const { printed, start, isUsual } of windows)
      if (!isUsual) tell(printed, start, 'No cited fact says how long.');
    rest = blanked(rest, windows);
    const shares = shareWordsIn(rest);
    for (const share of shares) tell(share.printed, share.start, shareSupport(share, rest, share.start));
    rest = blanked(rest, shares);
    const amounts = amountsIn(rest).filter((amount) => !isYear(amount));
    const supports = withRanges(
      amounts,
      amounts.map((amount) => supportOf(rest, amount, named)),
      rest,
    );
    for (const [at, amount] of amounts.entries()) {
      const support = supports[at] as Figure[] | string;
      tell(
        amount.printed,
        placeOf(text, amount),
        typeof support === 'string' ? support : (support[0]?.fact ?? ''),
      );
    }
    return told.toSorted((one, other) => one.at - other.at);
  }

  return (text) => {
    const whole = plain(text);
    return sentencesOf(whole).flatMap(({ start, end }: Span) =>
      inSentence(whole.slice(start, end)).map((one) => ({
        ...one,
        printed: text.slice(start + one.at, start + one.at + one.printed.length),
        at: start + one.at,
      })),
    );
  };
}

function placeOf(text: string, { start, printed }: Amount): number {
  return text.indexOf(printed, start);
}

/** How many years a span of fiscal years has: FY2022-FY2026 is growth over four years, and five years of figures. */
function yearsOf(key: string): number[] {
  const span = /^FY(\d{4})-FY(\d{4})$/.exec(key);
  return span === null ? [] : [Number(span[2]) - Number(span[1]), Number(span[2]) - Number(span[1]) + 1];
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6 * Math.max(1, other);

/** A year alone, which is no figure: 1800 to 2100 without a unit. */
function isYear({ unit, printed, value }: Amount): boolean {
  return unit.kind === 'BARE' && /^\d{4}$/.test(printed) && value >= 1800 && value <= 2100;
}

const ONE_END =
  /\b(?:at least|at most|up to|upto|as much as|as high as|as low as|no more than|not more than|more than|less than|top|upper|lower|low|high|bottom|minimum|maximum|floor|ceiling|exceed\w*|over|above|below|under|end|capped at)\b[^.;]{0,30}$/i;

/**
 * What a company expects as a range has two ends: both must be those of one range, and one of them alone must be said to be
 * an end. Two ends may be two facts of their own.
 */
function withRanges(
  amounts: readonly Amount[],
  supports: readonly (Figure[] | string)[],
  text: string,
): (Figure[] | string)[] {
  const isWhole = ({ fact }: Figure): boolean => fact.value_high === null;
  return supports.map((support, at) => {
    const amount = amounts[at];
    if (typeof support === 'string' || amount === undefined) return support;
    if (amount.range === null) {
      const isEnd = ONE_END.test(nearBefore(text, amount.start));
      const own = support.filter((one) => isWhole(one) || isEnd);
      return own.length > 0 ? own : 'The fact is a range; this is only one end of it.';
    }
    const other = supports[amount.range === 'LOW' ? at + 1 : at - 1];
    const others = typeof other === 'string' || other === undefined ? [] : other;
    const isHigh = amount.range === 'HIGH';
    const own = support.filter(
      (one) =>
        isWhole(one) ||
        (one.isHigh === isHigh && others.some(({ fact, isHigh: is }) => fact === one.fact && is !== isHigh)),
    );
    // Where the other end is no cited figure at all, it is the one that is wrong.
    if (own.length > 0) return own;
    const ends = support.filter((one) => isWhole(one) || one.isHigh === isHigh);
    return others.length === 0 && ends.length > 0 ? ends : 'The cited facts have no such range.';
  });
}

/** Both ends of every fact, by unit and size. */
function figuresByUnit(facts: readonly Fact[]): Map<string, { figures: Figure[]; sizes: Float64Array }> {
  const byUnit = new Map<string, Figure[]>();
  for (const fact of facts)
    for (const [at, text] of [fact.value, fact.value_high].entries()) {
      const value = text === null ? Number.NaN : Number(text);
      if (!Number.isFinite(value)) continue;
      const figure = { fact, value, size: Math.abs(value), isHigh: at === 1 };
      const known = byUnit.get(fact.unit);
      if (known === undefined) byUnit.set(fact.unit, [figure]);
      else known.push(figure);
    }
  return new Map(
    [...byUnit].map(([unit, of]) => {
      const figures = of.toSorted((one, other) => one.size - other.size);
      return [unit, { figures, sizes: Float64Array.from(figures, ({ size }) => size) }];
    }),
  );
}
