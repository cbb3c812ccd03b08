import { addDays, daysBetween, grouped } from '../../../platform/index.ts';
import { METRICS } from '../../port/index.ts';
import type { FactRow } from './company-facts.ts';
import type { Filing } from './submissions.ts';

/** When a filing was published. */
interface Publication {
  /** ISO-8601 in UTC */
  at: string;
  precision: 'INSTANT' | 'DAY';
  report_date: string | null;
  primary_document: string | null;
}

/** A row with the moment of its filing. */
export interface PublishedRow extends FactRow {
  publication: Publication;
}

/**
 * Every row with the moment at which EDGAR took its filing, the earliest first. A filing that no list has was public by the
 * end of its filing date in New York: taken in the evening, it bears the date of the next business day.
 */
export function publishedRows(rows: readonly FactRow[], filings: readonly Filing[]): PublishedRow[] {
  const byAccession = new Map(filings.map((filing) => [filing.accession, filing]));
  const known = new Map<string, Publication>();
  const publicationOf = ({ accession, filed }: FactRow): Publication => {
    const filing = byAccession.get(accession);
    const found: Publication = known.get(accession) ?? {
      at: filing?.accepted_at ?? endOfDayInNewYork(filed),
      precision: filing === undefined ? 'DAY' : 'INSTANT',
      report_date: filing?.report_date ?? null,
      primary_document: filing?.primary_document ?? null,
    };
    known.set(accession, found);
    return found;
  };
  return rows
    .map((row) => ({ ...row, publication: publicationOf(row) }))
    .toSorted(
      (one, other) =>
        order(one.publication.at, other.publication.at) || order(one.accession, other.accession),
    );
}

/** By which texts such as instants are sorted. */
export const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Midnight in New York is four or five hours after that of UTC. */
function endOfDayInNewYork(day: string): string {
  const next = addDays(day, 1);
  const summer = new Date(`${next}T03:59:59.999Z`);
  const hour = summer.toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour12: false });
  return hour.startsWith('23') ? summer.toISOString() : `${next}T04:59:59.999Z`;
}

/** The currency in which the company reports: the other is a translation for the reader's convenience. */
export function reportingCurrency(rows: readonly PublishedRow[]): string | null {
  const ofMoney = rows.filter(({ metric, unit }) => isMoney(metric) && /^[A-Z]{3}$/.test(unit));
  const last = ofMoney.at(-1)?.filed;
  // The currency of today: a company may have changed it.
  const recent = ofMoney.filter(({ filed }) => last !== undefined && daysBetween(filed, last) <= 400);
  const [first] = [...grouped(recent, ({ unit }) => unit)].toSorted(
    ([one, { length: many }], [other, { length: more }]) => more - many || order(one, other),
  );
  return first?.[0] ?? null;
}

function isMoney(metric: FactRow['metric']): boolean {
  return metric !== 'split' && METRICS[metric].unit === 'MONEY';
}

/**
 * What is stated for each figure and period, each value by the filing that was the first to state it. Values that differ all
 * stay: which one stands is decided later, with what other sources say.
 * @param rows of one currency, the earliest first
 */
export function statedOnce(rows: readonly PublishedRow[]): PublishedRow[] {
  const ofPeriod = grouped(rows, ({ metric, unit, start, end }) => `${metric} ${unit} ${start ?? ''} ${end}`);
  return [...ofPeriod.values()].flatMap((group) => firstStatements(byPreference(group)));
}

/** Of several tags in one filing the preferred one; a stand-in only where it says no other than the thing itself. */
function byPreference(group: readonly PublishedRow[]): PublishedRow[] {
  const proper = new Set(group.filter(({ is_stand_in }) => !is_stand_in).map(({ value }) => value));
  const usable = group.filter(
    ({ is_stand_in, value }) => !is_stand_in || proper.size === 0 || (value !== null && proper.has(value)),
  );
  return [...grouped(usable, ({ accession }) => accession).values()].flatMap((ofFiling) => {
    const best = Math.min(...ofFiling.map(({ rank }) => rank));
    return ofFiling.filter(({ rank }) => rank === best);
  });
}

/** Without what the filing before said as well. A value that comes back after another one is a new statement. */
function firstStatements(group: readonly PublishedRow[]): PublishedRow[] {
  const first: PublishedRow[] = [];
  let before = new Set<string | null>();
  for (const ofFiling of grouped(group, ({ accession }) => accession).values()) {
    const said = new Set(ofFiling.map(({ value }) => value));
    // What has no figure takes nothing from the figures of others.
    const hasFigure = [...said].some((value) => value !== null);
    for (const value of said) {
      if (before.has(value) || (value === null && (hasFigure || before.size > 0))) continue;
      const row = ofFiling.find((one) => one.value === value);
      if (row !== undefined) first.push(row);
    }
    if (hasFigure) before = said;
  }
  return first;
}
