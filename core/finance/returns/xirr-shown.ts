/** A yearly rate of fewer days is a projection, and one above this many percentage points says nothing that money does not. */
const LEAST_DAYS = 90;
const MOST_PCT = 1000;

/**
 * Why a yearly rate is not shown as a headline, on any page: only its explanation has it, and the money that was made is shown in
 * its place. Null for a rate that is shown.
 * @param rate percentage points a year.
 * @param days from the first payment to the valuation, or to the last payment where nothing is held any more.
 */
export function hiddenXirr(rate: number, days: number): string | null {
  if (days < LEAST_DAYS)
    return `A yearly rate needs at least ${LEAST_DAYS} days; the payments span ${days === 1 ? '1 day' : `${days} days`}. Look at the money made.`;
  return rate > MOST_PCT
    ? `The yearly rate is above ${MOST_PCT.toLocaleString('en-IN')} %, which says little. Look at the money made.`
    : null;
}
