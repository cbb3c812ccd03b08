import { istDate } from '../../platform/index.ts';
import type { ReconciledRecord } from '../../performance/recorded/index.ts';
import type { BookChange } from '../../portfolio/index.ts';

/** A recorded day beside the value that transactions, closes and rates give it now, in the currency of its portfolio. */
export interface ComparedDay extends Pick<ReconciledRecord, 'day' | 'recorded_at' | 'books' | 'symbols'> {
  recorded: number;
  recalculated: number;
  /** The recalculated value of the day before, with the money that moved on the day; null where it is unknown. */
  before: number | null;
}

export const DIFFERENCE_CAUSES = [
  'IMPORTED',
  'SYNCED',
  'ENTERED',
  'CORRECTED',
  'DELETED',
  'RESTORED',
  'IMPORT_UNDONE',
  'ACTION_APPLIED',
  'ACTION_UNDONE',
  /** The units differ, and nothing on record says by which change. */
  'CHANGED',
  /** The units agree. */
  'PRICE_OR_RATE',
  /** The units were not kept. */
  'UNKNOWN',
] as const;

/** The cause of a difference, with the change of the books where it is one. */
export interface DifferenceCause {
  code: (typeof DIFFERENCE_CAUSES)[number];
  change: BookChange | null;
}

/** Days that follow one another and differ for the same cause. */
export interface RecordedDifference {
  cause: DifferenceCause;
  from: string;
  to: string;
  days: number;
  /** The day with the largest difference. */
  largest: ComparedDay;
}

/** Amounts are kept to ten decimals, and the recalculated ones are doubles. */
const [ROUNDING, ROUNDING_SHARE] = [0.01, 1e-6];
/**
 * A snapshot has the prices of its hour: those of the day's close, of the close before it, or between both. Beyond both by
 * more than this share of the value, another price was in it.
 */
const HOUR_SHARE = 0.02;

/** True where the hour of the record and rounding do not explain the difference. */
export function differs({ books, recorded, recalculated, before }: ComparedDay): boolean {
  if (books === 'OTHER')
    return (
      Math.abs(recorded - recalculated) >
      Math.max(ROUNDING, ROUNDING_SHARE * Math.max(Math.abs(recorded), Math.abs(recalculated)))
    );
  const [low, high] = [
    Math.min(recalculated, before ?? recalculated),
    Math.max(recalculated, before ?? recalculated),
  ];
  const slack = Math.max(ROUNDING, HOUR_SHARE * Math.abs(recalculated));
  return recorded < low - slack || recorded > high + slack;
}

/**
 * Finds where recorded and recalculated values differ, and why, as far as the record says.
 * @param days oldest first; a day that is not compared is not among them, and parts no others.
 */
export function recordedDifferences(
  days: readonly ComparedDay[],
  changes: readonly BookChange[],
): RecordedDifference[] {
  const causeOf = causes(changes);
  const found: RecordedDifference[] = [];
  let isRun = false;
  for (const day of days) {
    const open = isRun ? found.at(-1) : undefined;
    isRun = differs(day);
    if (!isRun) continue;
    const cause = causeOf(day);
    if (open !== undefined && keyOf(open.cause) === keyOf(cause)) {
      open.to = day.day;
      open.days += 1;
      if (gapOf(day) > gapOf(open.largest)) open.largest = day;
    } else found.push({ cause, from: day.day, to: day.day, days: 1, largest: day });
  }
  return found;
}

const gapOf = ({ recorded, recalculated }: ComparedDay): number => Math.abs(recalculated - recorded);

/** The same for changes of one day by one file or action. */
const keyOf = ({ code, change }: DifferenceCause): string =>
  [
    code,
    change === null ? '' : istDate(change.at),
    change?.import_id,
    ...Object.values(change?.action ?? {}),
  ].join('\n');

/** Finds the change that explains most of the symbols with other units; of equals the latest. */
function causes(changes: readonly BookChange[]): (day: ComparedDay) => DifferenceCause {
  const named = new Map<string, BookChange[]>();
  const unnamed: BookChange[] = [];
  const latestFirst = changes.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  for (const one of latestFirst) {
    const known = one.symbol === null ? unnamed : named.get(one.symbol);
    if (known !== undefined) known.push(one);
    else if (one.symbol !== null) named.set(one.symbol, [one]);
  }
  return (day) => {
    if (day.books === 'SAME') return { code: 'PRICE_OR_RATE', change: null };
    const touches = (one: BookChange): boolean => isOf(one, day);
    const explained = new Map<string, { cause: DifferenceCause & { change: BookChange }; symbols: number }>();
    const note = (change: BookChange | undefined): void => {
      if (change === undefined) return;
      const cause = { code: change.code, change };
      const known = explained.get(keyOf(cause));
      if (known === undefined) explained.set(keyOf(cause), { cause, symbols: 1 });
      else known.symbols += 1;
    };
    if (day.symbols.length === 0) note(latestFirst.find(touches));
    for (const symbol of day.symbols) note(named.get(symbol)?.find(touches) ?? unnamed.find(touches));
    const [best] = [...explained.values()].sort(
      (one, other) =>
        other.symbols - one.symbols || other.cause.change.at.getTime() - one.cause.change.at.getTime(),
    );
    return best?.cause ?? { code: day.books === 'OTHER' ? 'CHANGED' : 'UNKNOWN', change: null };
  };
}

/** True for a change after the snapshot of a day, of rows that the day's units rest on and that were there if they went. */
function isOf({ from, at, since }: BookChange, { day, recorded_at }: ComparedDay): boolean {
  return at > recorded_at && (from === null || from <= day) && (since === null || since <= recorded_at);
}
