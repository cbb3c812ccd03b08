import { dayInWords, decimal, grouped, type Decimal } from '../../../platform/index.ts';
import { order, type PublishedRow } from './published-rows.ts';

/** A split that filings show: figures of the same period on other shares. */
export interface ShownSplit {
  /** The day of the split where a filing tells it; else that of the first filing on the new shares. */
  day: string;
  is_day_told: boolean;
  /** New shares for one old one. */
  factor: Decimal;
  /** From this moment on filings are on the new shares. */
  since: string;
  accession: string;
  note: string;
}

/** Rounded averages of shares may miss a ratio by so much. */
const SHARES_TOLERANCE = 0.005;
/** Earnings per share are rounded to the cent, and may be corrected in the same filing. */
const EPS_TOLERANCE = 0.05;
/** Less than this is a new count, and no split. */
const SMALLEST = 1.2;

/**
 * Splits, from periods whose diluted shares and EPS were stated again on other shares: both must tell the same ratio, for
 * one of them alone may be corrected for another reason.
 * @param rows the earliest first
 */
export function shownSplits(rows: readonly PublishedRow[]): ShownSplit[] {
  const shares = rows.filter(({ metric, value }) => metric === 'shares_diluted' && value !== null);
  const restated = [...grouped(shares, ({ start, end }) => `${start} ${end}`).values()]
    .flatMap((group) => group.slice(1).map((later, at) => ({ before: group[at] ?? later, later })))
    .filter(({ before, later }) => before.accession !== later.accession)
    .toSorted((one, other) => order(one.later.publication.at, other.later.publication.at));
  const splits: ShownSplit[] = [];
  for (const { before, later } of restated) {
    const factor = niceRatio(decimal(later.value ?? '').div(before.value ?? ''));
    if (factor === null || !epsAgrees(rows, before, later, factor)) continue;
    const [after, since] = [before.publication.at, later.publication.at];
    // Other periods show the same split again, in this filing and in later ones.
    if (splits.some((one) => one.factor.eq(factor) && isBetween(one.since, after, since))) continue;
    const told = toldDay(rows, after, since, factor);
    splits.push({
      day: told ?? since.slice(0, 10),
      is_day_told: told !== null,
      factor,
      since,
      accession: later.accession,
      note: noteOf(before, later, factor, told),
    });
  }
  return splits;
}

const isBetween = (moment: string, after: string, by: string) => after < moment && moment <= by;

/** The shares on which a filing's figures stand; null where no filing tells of a split before it. */
export function shareBasis(splits: readonly ShownSplit[], published_at: string): string | null {
  return splits.findLast(({ since }) => since <= published_at)?.day ?? null;
}

/** 3 for one, 3 for 2, or one for 10; null for what is no ratio of a split. */
function niceRatio(ratio: Decimal): Decimal | null {
  if (!ratio.isFinite() || ratio.lte(0)) return null;
  const isReverse = ratio.lt(1);
  const size = isReverse ? decimal(1).div(ratio) : ratio;
  if (size.lt(SMALLEST)) return null;
  for (const old of [1, 2, 3, 4]) {
    const fresh = size.times(old).round();
    if (!fresh.div(old).div(size).minus(1).abs().lte(SHARES_TOLERANCE)) continue;
    return isReverse ? decimal(old).div(fresh) : fresh.div(old);
  }
  return null;
}

function epsAgrees(
  rows: readonly PublishedRow[],
  before: PublishedRow,
  later: PublishedRow,
  factor: Decimal,
): boolean {
  const epsIn = ({ accession, start, end }: PublishedRow) =>
    rows.find(
      (row) =>
        row.metric === 'eps_diluted' &&
        row.accession === accession &&
        row.start === start &&
        row.end === end &&
        row.value !== null,
    )?.value;
  const [old, fresh] = [epsIn(before), epsIn(later)];
  if (old === undefined || old === null || fresh === undefined || fresh === null) return false;
  const expected = decimal(old).div(factor);
  const slack = expected.abs().times(EPS_TOLERANCE).plus('0.01');
  return !expected.isZero() && expected.minus(fresh).abs().lte(slack);
}

/** The one day that filings tell for a split of that size between two filings. */
function toldDay(rows: readonly PublishedRow[], after: string, by: string, factor: Decimal): string | null {
  const days = rows
    .filter(({ metric, start, end, value }) => {
      if (metric !== 'split' || value === null || (start !== null && start !== end)) return false;
      const told = decimal(value);
      // Companies write 10, 0.1 and 0.33 for one and the same kind of split.
      const isThis = [factor, decimal(1).div(factor)].some((one) => told.div(one).minus(1).abs().lte('0.01'));
      return isThis && isBetween(end, after.slice(0, 10), by.slice(0, 10));
    })
    .map(({ end }) => end);
  return new Set(days).size === 1 ? (days[0] ?? null) : null;
}

function noteOf(before: PublishedRow, later: PublishedRow, factor: Decimal, told: string | null): string {
  const ratio = factor.gte(1)
    ? `${factor.toDecimalPlaces(4).toString()} shares for one`
    : `one share for ${decimal(1).div(factor).toDecimalPlaces(4).toString()}`;
  const day =
    told === null
      ? 'The date of the split is unknown, so the date of this filing is used.'
      : `The split was on ${dayInWords(told)}.`;
  return (
    `Figures per share are on the shares after a split (${ratio}): the diluted shares of the period to ${dayInWords(later.end)} are ${later.value} ` +
    `here and ${before.value} in ${before.accession}. ${day}`
  );
}
