import { dayInWords } from '../../platform/index.ts';

/** A figure, or why it is unknown. */
export type Realised = { value: number; reason: null } | { value: null; reason: string };

/** Closes on the shares of one day, in order of their days (YYYY-MM-DD): through splits and bonuses comparable. */
interface ComparableCloses {
  days: readonly string[];
  closes: ArrayLike<number>;
}

/**
 * What a share or an index returned from one close to another, in percentage points: the price alone, without dividends.
 * @param name whose closes they are, for the reason.
 * @returns null with a reason where a close of either day is missing; never 0 for what is unknown.
 */
export function realisedReturn(
  { days, closes }: ComparableCloses,
  { name, from, to }: { name: string; from: string; to: string },
): Realised {
  const closeOf = (day: string): number | null => {
    const close = closes[days.indexOf(day)];
    return close !== undefined && Number.isFinite(close) && close > 0 ? close : null;
  };
  const [first, last] = [closeOf(from), closeOf(to)];
  const missing = [first === null ? from : null, last === null ? to : null].filter((day) => day !== null);
  if (first === null || last === null)
    return {
      value: null,
      reason: `Munim has no close of ${name} for ${missing.map(dayInWords).join(' and ')}.`,
    };
  return { value: (last / first - 1) * 100, reason: null };
}
