import { numberOrNull, dateOrNull, view, type ViewOf } from '../../platform/schema/index.ts';
import { dayInWords } from '../../platform/index.ts';
import {
  coverageFields,
  type MissingHolding,
  missingHolding,
  MOST_MISSING,
  type PositionName,
} from '../../portfolio/index.ts';
import type { ValueLine } from './value-line.ts';

/** Coverage of a line of values, and the holdings that it excludes on some of its days. */
export const lineCoverageView = view({
  ...coverageFields,
  /** The least share of the value that a day covers, in percentage points, and the first such day. */
  least_share_pct: numberOrNull,
  least_share_on: dateOrNull,
});
type LineCoverage = ViewOf<typeof lineCoverageView>;

/**
 * The coverage of the days of a line, from its first to its last one with a value. @param held what is held now.
 * @returns null where every day covers everything.
 */
export function lineCoverage(
  { days, shares, excluded }: Pick<ValueLine, 'days' | 'shares' | 'excluded'>,
  held: readonly PositionName[],
): LineCoverage | null {
  const known = days.filter(({ value }) => value !== null);
  const [first, last] = [known[0]?.day ?? '', known.at(-1)?.day ?? ''];
  const shown = excluded.filter(({ from, to }) => (to === null || to >= first) && from <= last);
  if (shown.length === 0) return null;
  const keyOf = (one: PositionName): string => `${one.portfolio}\n${one.symbol}`;
  const missing = new Map(
    shown.map((one) => [keyOf(one), shown.length === 1 ? missingOn(one) : missingSomeDays(one)]),
  );
  const isOpen = (one: PositionName): boolean =>
    shown.some((other) => other.to === null && keyOf(other) === keyOf(one));
  const members = held.map((one) => ({ missing: isOpen(one) ? (missing.get(keyOf(one)) ?? null) : null }));
  const now = new Set(held.filter(isOpen).map(keyOf));
  const earlier = [...missing].filter(([key]) => !now.has(key)).map(([, one]) => one);
  const counted = members.filter((one) => one.missing === null).length;
  const all = [...members.flatMap((one) => one.missing ?? []), ...earlier];
  const within = [...shares].filter(([day]) => day >= first && day <= last);
  const least = within.reduce<(typeof within)[number] | null>(
    (found, one) => (found === null || one[1] < found[1] ? one : found),
    null,
  );
  const share = shares.get(last) ?? 1;
  return {
    state: 'PARTIAL',
    holdings_counted: counted,
    holdings_total: held.length,
    missing_count: all.length,
    missing: all.slice(0, MOST_MISSING),
    value_share_pct: share * 100,
    least_share_pct: least === null ? null : least[1] * 100,
    least_share_on: least?.[0] ?? null,
  };
}

const missingSomeDays = (one: ValueLine['excluded'][number]): MissingHolding =>
  missingHolding(one, one.code === 'NO_RATE' ? 'NO_RATE' : 'NO_PRICE_HISTORY');

/** A single excluded holding is shown with its days; several share one sentence. */
function missingOn(one: ValueLine['excluded'][number]): MissingHolding {
  const of = missingSomeDays(one);
  const span =
    one.to === null
      ? `since ${dayInWords(one.from)}`
      : one.from === one.to
        ? `on ${dayInWords(one.from)}`
        : `from ${dayInWords(one.from)} to ${dayInWords(one.to)}`;
  const what = one.code === 'NO_RATE' ? 'No exchange rate is recorded' : 'Daily closes are missing';
  return { ...of, reason: `${what} ${span}.` };
}
