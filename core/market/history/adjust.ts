import { daysApart } from '../../platform/index.ts';
/** A corporate action that turns `old_shares` into `new_shares` on the morning of `ex_date`. */
export interface ShareRatio {
  /** YYYY-MM-DD: the first day on which the price is without it. */
  ex_date: string;
  kind: string;
  new_shares: number;
  old_shares: number;
  source: string;
}

/** Another provider's word for an action that the exchange announced may be off by a few days. */
export const SAME_EVENT_DAYS = 7;
/** Sources that only speak where the exchange and the operator are silent. */
const SECOND_HAND = new Set(['YAHOO']);

/**
 * The actions that count, oldest first: the same action announced twice counts once, and a provider's word counts only
 * where nobody nearer has one.
 */
export function effectiveRatios<T extends ShareRatio>(actions: readonly T[]): T[] {
  const firstHand = actions.filter(({ source }) => !SECOND_HAND.has(source));
  const counted = new Map<string, T>();
  for (const action of actions) {
    const isRepeated =
      SECOND_HAND.has(action.source) &&
      firstHand.some(({ ex_date }) => daysApart(ex_date, action.ex_date) <= SAME_EVENT_DAYS);
    if (isRepeated) continue;
    const key = [action.ex_date, action.kind, action.new_shares / action.old_shares].join(' ');
    if (!counted.has(key)) counted.set(key, action);
  }
  return [...counted.values()].sort((a, b) => (a.ex_date < b.ex_date ? -1 : a.ex_date > b.ex_date ? 1 : 0));
}

/**
 * Closes made comparable with those of `asOf`: each is divided by how many shares one share of its day has become since,
 * through all actions after that day and until `asOf`. Two actions on one day multiply. Prices fall by dividends, rights
 * and demergers as they did: those have no ratio.
 * @param days in ascending order.
 */
export function adjustCloses(
  days: readonly string[],
  closes: Float64Array,
  actions: readonly ShareRatio[],
  asOf: string,
): Float64Array {
  const ratios = effectiveRatios(actions).filter(({ ex_date }) => ex_date <= asOf);
  if (ratios.length === 0) return closes;
  const adjusted = new Float64Array(closes.length);
  let factor = 1;
  let next = ratios.length - 1;
  for (let at = closes.length - 1; at >= 0; at -= 1) {
    const day = days[at] ?? '';
    for (let ratio = ratios[next]; ratio !== undefined && ratio.ex_date > day; ratio = ratios[next]) {
      factor *= ratio.new_shares / ratio.old_shares;
      next -= 1;
    }
    adjusted[at] = (closes[at] ?? Number.NaN) / factor;
  }
  return adjusted;
}

/** New shares for one old one through the actions after `from` and until `to`, whichever of the two is earlier. */
export function ratioBetween(ratios: readonly ShareRatio[], from: string, to: string): number {
  const [first, last] = from < to ? [from, to] : [to, from];
  let factor = 1;
  for (const { ex_date, new_shares, old_shares } of ratios)
    if (first < ex_date && ex_date <= last) factor *= new_shares / old_shares;
  return from < to ? factor : 1 / factor;
}
