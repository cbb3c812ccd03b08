import { daysApart, Decimal, grouped } from '../../../platform/index.ts';
import type { EvidencePacket, Observation, Scope, Steps } from '../../port/index.ts';
import type { Book } from '../book.ts';
import { type Candidate, isEnough, readObservation, type Readers } from './candidate.ts';
import { figureOf, exactText } from '../figures.ts';
import { isShareRatio, reconcileSplitsWithBonus } from './split-with-bonus.ts';
import { isOfTheDay, isOfTwelveMonths } from '../metric-families.ts';

/** Observations between two pauses. */
const PIECE = 50;
/** An official price that is so much older than a weaker one still is the latest. */
const OFFICIAL_LAG_DAYS = 7;
/** Ratios of the market that are also derived, to the day of the latest close. */
const WITH_CLOSE = ['market_cap', 'pe_ttm', 'pb_ratio'];

/**
 * Enters what packets state. Returns the figures of twelve months, whose place depends on which twelve months are the last.
 */
export function* readPackets(
  book: Book,
  packets: readonly EvidencePacket[],
  readers: Readers,
): Steps<Candidate[]> {
  const twelveMonths: Candidate[] = [];
  const ofTheDay: Candidate[] = [];
  const shareRatios: Candidate[] = [];
  let count = 0;
  for (const packet of packets) {
    for (const said of paidTogether(packet.observations)) {
      count += 1;
      if (count % PIECE === 0) yield;
      const { candidate, unavailable } = readObservation(packet, said, readers);
      if (unavailable !== null)
        book.missing(unavailable, said.value === null && isEnough(said.metric, packet.authority));
      if (candidate === null) continue;
      if (isOfTwelveMonths(candidate.metric)) twelveMonths.push(candidate);
      else if (isOfTheDay(candidate.metric)) ofTheDay.push(candidate);
      else if (isShareRatio(candidate)) shareRatios.push(candidate);
      else book.add(candidate);
    }
  }
  yield;
  for (const one of [...withLatest(ofTheDay), ...reconcileSplitsWithBonus(shareRatios)]) book.add(one);
  return twelveMonths;
}

/** Two dividends of one ex-date in one list, such as an interim and a special one, are one payment: their sum. */
function paidTogether(observations: readonly Observation[]): Observation[] {
  const sums = new Map<string, Observation>();
  const all: Observation[] = [];
  for (const one of observations) {
    if (one.metric !== 'dividend_per_share' || one.value === null) {
      all.push(one);
      continue;
    }
    const key = [one.scope, one.scope_detail ?? '', one.end, one.unit].join('|');
    const other = sums.get(key);
    const [value, before] = [
      figureOf(one.value),
      typeof other?.value === 'string' ? figureOf(other.value) : null,
    ];
    if (other === undefined || value === null || before === null) sums.set(key, one);
    else if (other.locator !== one.locator) {
      const locator = `${other.locator} + ${one.locator}`;
      sums.set(key, { ...other, value: exactText(new Decimal(before).plus(value)), locator });
    }
  }
  return [...all, ...sums.values()];
}

/** Figures of a day with their keys: the newest of each is LATEST, and the day of older ones is theirs. */
function withLatest(candidates: readonly Candidate[]): Candidate[] {
  const groups = grouped(candidates, groupOf);
  const latest = new Map([...groups].map(([key, group]) => [key, latestDay(group)]));
  return candidates.map((one) => {
    const close = latest.get(['close', one.scope, ''].join('|'));
    const day = WITH_CLOSE.includes(one.metric) && close !== undefined ? close : latest.get(groupOf(one));
    return one.period.end === day ? { ...one, period: { ...one.period, key: 'LATEST' } } : one;
  });
}

function groupOf({ metric, scope, scope_detail }: Candidate): string {
  return [metric, scope, scope_detail ?? ''].join('|');
}

/** The newest day of a figure: of an official one, as long as it is hardly older than the others. */
function latestDay(group: readonly Candidate[]): string {
  const newest = (of: readonly Candidate[]) =>
    of.reduce<string | null>(
      (last, { period }) => (last === null || period.end > last ? period.end : last),
      null,
    );
  const [latest, strong] = [newest(group), newest(group.filter(({ is_validated }) => is_validated))];
  return strong !== null && latest !== null && daysApart(strong, latest) <= OFFICIAL_LAG_DAYS
    ? strong
    : latest!;
}

/** Whose statements count: consolidated ones where the company has any that are verified, else standalone ones. */
export function reportingScope(book: Book): Scope {
  const stated = (['revenue', 'total_income', 'net_income', 'net_income_owners'] as const).flatMap((metric) =>
    book.of(metric),
  );
  const scopes = ['consolidated', 'standalone', 'company'] as const;
  const strong = stated.filter(({ fact }) => fact.is_validated);
  for (const of of [strong, stated]) {
    const found = scopes.find((scope) => of.some(({ fact }) => fact.scope === scope));
    if (found !== undefined) return found;
  }
  return 'consolidated';
}
