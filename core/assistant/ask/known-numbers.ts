import type { ContextPack } from '../context/index.ts';
import { type PrintedDate, type PrintedNumber, printedIn } from './printed-numbers.ts';

/** What the figures of an answer are held against. */
interface KnownNumbers {
  has(this: void, printed: PrintedNumber): boolean;
  hasDate(this: void, printed: PrintedDate): boolean;
}

/** Fields whose number is in percentage points. */
const PERCENT_FIELD = /pct|percent|probability|weight|yield|volatility|drawdown|return|share_of/i;
/** Fields from 0 to 1 that are told as percentages too. */
const RATIO_FIELD = /^(?:probability|share_of)(?!.*pct)/i;
/** Fields whose words the product wrote. What others wrote (names, notes, headlines) proves no amount and no percentage. */
const OWN_WORDS = new Set(
  'worked reason message label words sentences headline day_change_label day_change_reason summary'.split(
    ' ',
  ),
);
const ISO_DATE = /\b(\d{4})-(\d{2})(?:-(\d{2}))?/g;
/** Windows such as 1Y or 6M. */
const WINDOW = /\b(\d{1,2})[DWMY]\b/g;

/** Values in order, for looks that take the logarithm of their number. */
class Sorted {
  #values: Float64Array | null = null;
  readonly #found: number[] = [];

  add(value: number): void {
    if (Number.isFinite(value)) this.#found.push(Math.abs(value));
  }

  /** Whether one lies as near as that. */
  near(value: number, tolerance: number): boolean {
    this.#values ??= Float64Array.from(this.#found).sort();
    const values = this.#values;
    // What doubles leave beyond a half of the last digit is no difference.
    const reach = tolerance + Math.abs(value) * 1e-9 + 1e-9;
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[middle] ?? 0) < value - reach) low = middle + 1;
      else high = middle;
    }
    return low < values.length && (values[low] ?? 0) <= value + reach;
  }
}

/** Goes through all that the pack says, and what the question says without a unit. */
export function knownNumbers(pack: ContextPack, question: string): KnownNumbers {
  const [percents, amounts, plain] = [new Sorted(), new Sorted(), new Sorted()];
  const days = new Set<string>();

  const takeDates = (text: string): void => {
    for (const [, year = '', month = '', day] of text.matchAll(ISO_DATE)) {
      days.add(year).add(`${year}-${month}`);
      if (day !== undefined) days.add(`${year}-${month}-${day}`).add(`${month}-${day}`);
    }
  };
  const takeText = (key: string, text: string): void => {
    takeDates(text);
    for (const [, count] of text.matchAll(WINDOW)) plain.add(Number(count));
    if (!/\d/.test(text)) return;
    const isOwn = OWN_WORDS.has(key);
    for (const { kind, value } of printedIn(text).numbers) {
      if (isOwn && kind === 'percent') percents.add(value);
      else if (isOwn) amounts.add(value);
      else if (kind === 'plain') plain.add(value);
    }
  };
  const take = (key: string, value: unknown): void => {
    if (typeof value === 'number') {
      if (PERCENT_FIELD.test(key)) percents.add(value);
      else amounts.add(value);
      if (RATIO_FIELD.test(key)) percents.add(value * 100);
    } else if (typeof value === 'string') takeText(key, value);
    else if (Array.isArray(value)) {
      plain.add(value.length);
      for (const one of value) take(key, one);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) take(name, one);
  };

  takeDates(pack.today);
  for (const { data } of pack.sections) take('', data);
  for (const { reason } of pack.missing) takeText('reason', reason);
  const asked = printedIn(question);
  for (const { kind, value } of asked.numbers) if (kind === 'plain') plain.add(value);
  const two = (part: number) => String(part).padStart(2, '0');
  const nameOf = ({ year, month, day }: PrintedDate): string =>
    [
      ...(year === null ? [] : [String(year)]),
      ...(month === null ? [] : [two(month)]),
      ...(day === null ? [] : [two(day)]),
    ].join('-');
  for (const date of asked.dates) days.add(nameOf(date));

  return {
    has: ({ kind, value, tolerance }) =>
      (kind !== 'amount' && percents.near(value, tolerance)) ||
      (kind !== 'percent' && amounts.near(value, tolerance)) ||
      (kind === 'plain' && plain.near(value, tolerance)),
    hasDate: (date) => days.has(nameOf(date)),
  };
}

const MOST_TOLD = 20;

/** The figures and dates of an answer that the pack does not have, as they are printed, each once. */
export function unverifiedIn(answer: string, known: KnownNumbers): string[] {
  const { numbers, dates } = printedIn(answer);
  const wrong = [
    ...numbers.filter((one) => !known.has(one)),
    ...dates.filter((one) => !known.hasDate(one)),
  ].map(({ text }) => text);
  return [...new Set(wrong)].slice(0, MOST_TOLD);
}
