import { isUsable } from './quote.ts';

/** The close of a day at its market. */
export interface DayClose {
  day: string;
  close: number;
}

/** How many closes on either side are looked at. */
const NEIGHBOURS = 3;

/**
 * Parts closes that fit among their neighbours from those that do not: a close that lies `factor` times above or below
 * the middle of those around it is a slip (a decimal point, another unit, an inverted pair) and no move of a market.
 * A single close is compared with `known`, the nearest one on record before it. A close of 0 or less is none, whatever is
 * around it.
 */
export function plausible(
  closes: readonly DayClose[],
  known: number | null,
  factor: number,
): { kept: DayClose[]; refused: DayClose[] } {
  const kept: DayClose[] = [];
  const refused: DayClose[] = [];
  for (const [index, one] of closes.entries()) {
    const around = closes
      .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
      .filter((other) => other !== one)
      .map(({ close }) => close)
      .filter(isUsable);
    if (index < NEIGHBOURS && known !== null) around.push(known);
    const middle = medianOf(around);
    const isFit =
      isUsable(one.close) &&
      (middle === null || (one.close < middle * factor && one.close > middle / factor));
    (isFit ? kept : refused).push(one);
  }
  return { kept, refused };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
