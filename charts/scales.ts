/**
 * The four axes of our charts, as Chart.js scale types that a configuration names by string. So a configuration
 * holds no function and the same one is drawn by the renderer's worker and by the browser.
 *
 * They extend the linear and logarithmic scales of whichever Chart class they are installed in, so nothing of Chart.js is loaded here.
 */
import type {
  Chart,
  LinearScale,
  LinearScaleOptions,
  LogarithmicScale,
  LogarithmicScaleOptions,
  Tick,
} from 'chart.js';
import {
  clockTime,
  day,
  indianMidnight,
  indianTime,
  money,
  moneyShort,
  monthName,
  percent,
  quantity,
  shortDigits,
} from './format.ts';

type MoneyScaleOptions = LinearScaleOptions & { currency: string };
/** `plus` writes the sign of a rise; not wanted for what is no change. */
/** `isDaily`: what is drawn has dates and no times of day, and so has the axis. */
type DayScaleOptions = LinearScaleOptions & { isDaily: boolean };
type PercentScaleOptions = LinearScaleOptions & { plus: boolean };

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    money: { options: MoneyScaleOptions };
    percent: { options: PercentScaleOptions };
    day: { options: DayScaleOptions };
    growth: { options: LogarithmicScaleOptions };
  }
}

const HOUR = 3600 * 1000;
/** Milliseconds of a day: charts take nothing from core that is more than a type. */
export const DAY = 24 * HOUR;
/** Room one date label needs, in layout pixels. */
const LABEL_WIDTH = 68;

interface Step {
  unit: 'hour' | 'day' | 'month';
  count: number;
}

const steps: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((count): Step => ({ unit: 'hour', count })),
  ...[1, 2, 7, 14].map((count): Step => ({ unit: 'day', count })),
  ...[1, 2, 3, 6, 12, 24, 60, 120, 240].map((count): Step => ({ unit: 'month', count })),
];

const DATE_STEPS = steps.filter(({ unit }) => unit !== 'hour');

const lengthOf = (step: Step): number =>
  step.count * (step.unit === 'hour' ? HOUR : step.unit === 'day' ? DAY : 30.44 * DAY);

/** The instants between `min` and `max` that fall on whole steps of Indian calendar time. */
function instants(min: number, max: number, step: Step): number[] {
  const found: number[] = [];
  const keep = (at: number): void => {
    if (at >= min && at <= max) found.push(at);
  };
  const from = indianTime(min);
  if (step.unit === 'month') {
    // months counted from 1970, in whole steps: a quarter begins in January, April, July or October
    const first = Math.floor(((from.year - 1970) * 12 + from.month) / step.count) * step.count;
    for (let month = first; indianMidnight(1970, month, 1) <= max; month += step.count)
      keep(indianMidnight(1970, month, 1));
    return found;
  }
  if (step.unit === 'day') {
    // weeks begin on Monday: 5 January 1970 was one
    const monday = indianMidnight(1970, 0, 5);
    const length = step.count * DAY;
    for (let at = monday + Math.floor((min - monday) / length) * length; at <= max; at += length) keep(at);
    return found;
  }
  for (let at = indianMidnight(from.year, from.month, from.day); at <= max; at += step.count * HOUR) keep(at);
  return found;
}

/** What a tick says: the year or the day only where it changes, so that labels stay short. */
function labelOf(at: number, step: Step, previous: number | undefined): string {
  const time = indianTime(at);
  const before = previous === undefined ? undefined : indianTime(previous);
  if (step.unit === 'month') {
    if (step.count >= 12) return String(time.year);
    return before?.year === time.year ? monthName(time.month) : `${monthName(time.month)} ${time.year}`;
  }
  if (step.unit === 'day')
    return before === undefined || before.year === time.year
      ? `${time.day} ${monthName(time.month)}`
      : `${time.day} ${monthName(time.month)} ${time.year}`;
  return before === undefined || before.day !== time.day
    ? `${time.day} ${monthName(time.month)}, ${clockTime(at)}`
    : clockTime(at);
}

/** A plain date is midnight UTC: so much after the midnight that begins its day in India. */
const DATE_AT = 5.5 * HOUR;

/** Ticks of an axis of dates: whole days, each where its date is drawn. */
export function dateTicks(min: number, max: number, width: number): { value: number; label: string }[] {
  const ticks = dayTicks(min - DATE_AT, max - DATE_AT, width, DATE_STEPS);
  return ticks.map(({ value, label }) => ({ value: value + DATE_AT, label }));
}

/** Ticks of a time axis `width` pixels wide, from `min` to `max` (milliseconds). */
export function dayTicks(
  min: number,
  max: number,
  width: number,
  of: readonly Step[] = steps,
): { value: number; label: string }[] {
  if (!(max > min)) return [{ value: min, label: day(min) }];
  const most = Math.max(2, Math.floor(width / LABEL_WIDTH));
  const step = of.find((candidate) => (max - min) / lengthOf(candidate) <= most) ?? (of.at(-1) as Step);
  const values = instants(min, max, step);
  // a span without one whole step in it still says when it was
  if (values.length === 0) return [{ value: min, label: day(min) }];
  return values.map((value, index) => ({ value, label: labelOf(value, step, values[index - 1]) }));
}

/** Labels of a money axis: short, and never two alike. */
export function moneyTickLabels(values: readonly number[], currency: string): string[] {
  const largest = Math.max(...values.map(Math.abs), 0);
  const step = values.length > 1 ? Math.abs((values[1] as number) - (values[0] as number)) : largest || 1;
  const digits = shortDigits(step, largest, currency);
  return values.map((value) => moneyShort(value, currency, { digits }));
}

const MOST_PERCENT_DIGITS = 4;

/** Labels of a percent axis: as many decimals as its steps have, so that none is rounded to another. */
export function percentTickLabels(values: readonly number[], plus = true): string[] {
  const isExact = (digits: number) =>
    values.every((value) => Math.abs(Number(value.toFixed(digits)) - value) < 1e-6);
  let digits = 0;
  while (digits < MOST_PERCENT_DIGITS && !isExact(digits)) digits += 1;
  return values.map((value) => percent(value, { digits, plus }));
}

/** Parts of ten at which an axis of equal growth may have its lines, the fewest first. */
const GROWTH_STEPS: readonly (readonly number[])[] = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
];
const MOST_GROWTH_TICKS = 6;

/** Round levels between `min` and `max` (both above 0): as many as are easily read. */
export function growthTicks(min: number, max: number): number[] {
  const [first, last] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
  const within = (steps: readonly number[]): number[] =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
      .flatMap((power) => steps.map((step) => Number((step * 10 ** power).toPrecision(3))))
      .filter((level) => level >= min && level <= max);
  const choices = GROWTH_STEPS.map(within);
  return choices.findLast((levels) => levels.length <= MOST_GROWTH_TICKS) ?? choices[0] ?? [];
}

/** Adds the money, percent, day and growth axes to a Chart class that has the linear and the logarithmic scale already. Doing it twice is harmless. */
export function installScales(chart: typeof Chart): void {
  const Linear = chart.registry.getScale('linear') as unknown as typeof LinearScale;
  const Logarithmic = chart.registry.getScale('logarithmic') as unknown as typeof LogarithmicScale;

  class MoneyScale extends Linear<MoneyScaleOptions> {
    static override id = 'money';
    static override defaults = { currency: 'INR' };
    override generateTickLabels(ticks: Tick[]): void {
      const labels = moneyTickLabels(
        ticks.map((tick) => tick.value),
        this.options.currency,
      );
      for (const [index, tick] of ticks.entries()) tick.label = labels[index] ?? '';
    }
    override getLabelForValue(value: number): string {
      return money(value, this.options.currency);
    }
  }

  class PercentScale extends Linear<PercentScaleOptions> {
    static override id = 'percent';
    static override defaults = { plus: true };
    override generateTickLabels(ticks: Tick[]): void {
      const labels = percentTickLabels(
        ticks.map((tick) => tick.value),
        this.options.plus,
      );
      for (const [index, tick] of ticks.entries()) tick.label = labels[index] ?? '';
    }
    override getLabelForValue(value: number): string {
      return percent(value, { plus: this.options.plus });
    }
  }

  class DayScale extends Linear<DayScaleOptions> {
    static override id = 'day';
    static override defaults = { isDaily: false };
    override buildTicks(): Tick[] {
      return (this.options.isDaily ? dateTicks : dayTicks)(this.min, this.max, this.maxWidth);
    }
    override generateTickLabels(): void {
      // buildTicks has named them
    }
    override getLabelForValue(value: number): string {
      const time = indianTime(value);
      // a plain date is midnight UTC, half past five in India: it has no time of day to show
      const isDate = value % DAY === 0;
      return isDate || (time.hour === 0 && time.minute === 0)
        ? day(value)
        : `${day(value)}, ${clockTime(value)}`;
    }
  }

  /** Equal growth takes equal room: from 100 to 200 as much as from 200 to 400. */
  class GrowthScale extends Logarithmic {
    static override id = 'growth';
    static override defaults = { ticks: { major: { enabled: false } } };
    override buildTicks(): Tick[] {
      super.buildTicks();
      return growthTicks(this.min, this.max).map((value) => ({ value }));
    }
    override generateTickLabels(ticks: Tick[]): void {
      for (const tick of ticks) tick.label = quantity(tick.value);
    }
    override getLabelForValue(value: number): string {
      return quantity(Number(value.toFixed(2)));
    }
  }

  for (const scale of [MoneyScale, PercentScale, DayScale, GrowthScale]) chart.registry.addScales(scale);
}
