import {
  grouped,
  momentInWords,
  dayInWords,
  addDays,
  addMonths,
  dayBefore,
} from '../../../platform/index.ts';
import {
  type EvidenceRequest,
  METRICS,
  type Observation,
  type PacketContent,
  turn,
} from '../../port/index.ts';
import type { CompanyFacts } from './company-facts.ts';
import { fiscalYears, isAnnual, type NamedYear } from './fiscal-years.ts';
import { publishedRows, type PublishedRow, reportingCurrency, statedOnce } from './published-rows.ts';
import { folderOf } from './results-exhibits.ts';
import { shareBasis, type ShownSplit, shownSplits } from './share-basis.ts';
import type { Submissions } from './submissions.ts';

const ARCHIVE = 'https://www.sec.gov';
/** Filings of ten years and more, amendments included. */
const MOST_PACKETS = 60;
/** Reports with figures that a file of facts must have. */
const REPORT = /^(?:10-K|10-Q|20-F|40-F)$/;
const PER_SHARES = new Set<Observation['metric']>([
  'eps_basic',
  'eps_diluted',
  'shares_diluted',
  'shares_outstanding',
  'face_value',
]);

/** What a company's filings say by a moment. */
interface ReadFilings {
  contents: PacketContent[];
  /** Filings that were published later. */
  too_late: { accession: string; form: string; at: string }[];
}

/**
 * One packet for each filing that states something first: it bears the moment, the address and the name of its own filing, so
 * that a run of an earlier moment has the same packets without the later ones. What later filings repeat is not stated again,
 * hence a year of a company is some five packets. A file of facts has tens of thousands of rows, so others have their turns in
 * between.
 */
export async function readFilings(
  facts: CompanyFacts,
  submissions: Submissions,
  { as_of, years, subject }: Pick<EvidenceRequest, 'as_of' | 'years' | 'subject'>,
  hashes: readonly string[],
): Promise<ReadFilings> {
  await turn();
  const all = publishedRows(facts.rows, submissions.filings);
  const limit = new Date(as_of).toISOString();
  const known = all.filter(({ publication }) => publication.at <= limit);
  const too_late = [
    ...grouped(
      all.filter(({ publication }) => publication.at > limit),
      ({ accession }) => accession,
    ),
  ].flatMap(([accession, [row]]) =>
    row === undefined ? [] : [{ accession, form: row.form, at: row.publication.at }],
  );
  await turn();
  const currency = reportingCurrency(known);
  const named = fiscalYears(known);
  const splits = shownSplits(known);
  await turn();
  const statements = known.filter(isStatement(currency, known, firstDay(named, years)));
  await turn();
  const stated = statedOnce(statements);
  const byFiling = [...grouped(stated, ({ accession }) => accession).values()]
    .toSorted(newestFirst)
    .slice(0, MOST_PACKETS);
  const contents: PacketContent[] = [];
  for (const rows of byFiling) {
    await turn();
    const own = packetOf(rows, submissions, splits, subject.symbol);
    contents.push({ ...own, document_hashes: hashes, fiscal_years: yearsOf(named, rows[0]?.accession) });
  }
  const newest = contents[0];
  if (newest !== undefined) {
    // Years whose own filing says nothing new, and what was left out of the file as a whole.
    const homeless = named.filter((year) => !byFiling.some(([row]) => row?.accession === year.accession));
    contents[0] = {
      ...newest,
      fiscal_years: [...newest.fiscal_years, ...homeless.map(plainYear)],
      notes: [
        ...newest.notes,
        ...facts.notes,
        ...translationNote(known, currency),
        ...lateNotes(known, submissions, limit),
      ],
    };
  }
  return { contents, too_late };
}

const newestFirst = ([one]: readonly PublishedRow[], [other]: readonly PublishedRow[]): number =>
  (one?.publication.at ?? '') < (other?.publication.at ?? '') ? 1 : -1;

const plainYear = ({ year, start, end }: NamedYear) => ({ year, start, end });
const yearsOf = (named: readonly NamedYear[], accession: string | undefined) =>
  named.filter((year) => year.accession === accession).map(plainYear);

/** The first day of the last so many years; nothing where no year is known. */
function firstDay(named: readonly NamedYear[], years: number): string {
  const first = named.at(-years);
  const last = named.at(-1);
  if (first !== undefined || last === undefined) return first?.start ?? '';
  // A company that went public since: its first reports tell of years before them, which may have a week more.
  return addDays(addMonths(last.end, -12 * years), -7);
}

/** Whether a row is of the years asked for, in the company's currency, and of a period's end. */
function isStatement(
  currency: string | null,
  rows: readonly PublishedRow[],
  from: string,
): (row: PublishedRow) => boolean {
  const ends = new Set<string>();
  for (const { start, end, publication } of rows) {
    if (start !== null) ends.add(end);
    if (publication.report_date !== null) ends.add(publication.report_date);
  }
  const opening = from === '' ? '' : dayBefore(from);
  return ({ metric, unit, start, end }) => {
    if (metric === 'split') return false;
    const counted = METRICS[metric].unit;
    if ((counted === 'MONEY' || counted === 'MONEY_PER_SHARE') && unit.slice(0, 3) !== currency) return false;
    if (start !== null) return start >= from;
    // A balance of another day is told in passing: what was paid for a company on the day of a merger.
    return end >= opening && (metric === 'shares_outstanding' || ends.has(end));
  };
}

function packetOf(
  rows: readonly PublishedRow[],
  { cik, name }: Submissions,
  splits: readonly ShownSplit[],
  symbol: string,
): PacketContent {
  const [first] = rows;
  if (first === undefined) throw new Error('a packet without a row');
  const { accession, form, filed, publication } = first;
  const { at, precision, report_date, primary_document } = publication;
  const folder = `${ARCHIVE}${folderOf(cik, accession)}`;
  const ofPeriods = rows.filter(({ start }) => start !== null);
  const latest = (ofPeriods.length > 0 ? ofPeriods : rows).reduce(
    (end, row) => (row.end > end ? row.end : end),
    '',
  );
  const basis = shareBasis(splits, at);
  return {
    source_id: `sec:${accession}`,
    provider: 'sec',
    publisher: 'SEC',
    authority: 'FILING',
    source_class: 'VERIFIED_FETCHED',
    families: isAnnual(form) ? ['fundamentals', 'annual_report'] : ['fundamentals'],
    title: `${name}: ${form} for the period to ${dayInWords(report_date ?? latest)}`,
    url: primary_document === null ? `${folder}/` : `${folder}/${primary_document}`,
    published_at: at,
    published_precision: precision,
    // The SEC knows the company by its number; that it bears the symbol was found out before.
    entity: { symbol, isin: null, name, id: `CIK${cik}` },
    fiscal_years: [],
    observations: [
      ...rows.map((row) => observationOf(row, basis)),
      ...splits
        .filter((one) => one.accession === accession && one.is_day_told)
        .map((one) => splitOf(one, at)),
    ],
    passages: [],
    notes: [
      ...(precision === 'DAY'
        ? [
            `EDGAR's lists do not have this filing, so it counts as published at the end of ${dayInWords(filed)} in New York.`,
          ]
        : []),
      ...splits.filter((one) => one.accession === accession).map(({ note }) => note),
    ],
    document_hashes: [],
  };
}

function observationOf(row: PublishedRow, basis: string | null): Observation {
  const { metric, tag, unit, start, end, value, reason, accession, publication } = row;
  if (metric === 'split') throw new Error('a split is no figure of a period');
  return {
    metric,
    scope: 'consolidated',
    scope_detail: null,
    start,
    end,
    unit: unit.replace('/shares', '/share'),
    value,
    value_high: null,
    reason,
    // companyfacts does not say it.
    decimals: null,
    published_at: publication.at,
    filing: accession,
    locator: `${tag} ${start === null ? end : `${start}/${end}`} in ${accession}`,
    share_basis: PER_SHARES.has(metric) ? basis : null,
  };
}

/** Told by a filing with its day, and shown by the figures on both sides of it. */
function splitOf({ day, factor, accession }: ShownSplit, published_at: string): Observation {
  return {
    metric: 'split_ratio',
    scope: 'company',
    scope_detail: null,
    start: null,
    end: day,
    unit: 'ratio',
    value: factor.toSignificantDigits(15).toFixed(),
    value_high: null,
    reason: null,
    decimals: null,
    published_at,
    filing: accession,
    locator: `StockholdersEquityNoteStockSplitConversionRatio1 ${day}`,
    share_basis: null,
  };
}

/** Reports that EDGAR lists, and whose figures its file of facts does not have yet: minutes, or an old copy. */
function lateNotes(rows: readonly PublishedRow[], { filings }: Submissions, limit: string): string[] {
  const newest = rows.at(-1)?.publication.at ?? '';
  return filings
    .filter(({ form, accepted_at }) => REPORT.test(form) && accepted_at > newest && accepted_at <= limit)
    .map(
      ({ form, accepted_at }) =>
        `The figures of the ${form} of ${momentInWords(accepted_at)} are not in the SEC's file of facts yet.`,
    );
}

function translationNote(rows: readonly PublishedRow[], currency: string | null): string[] {
  const others = new Set(
    rows.map(({ unit }) => unit).filter((unit) => /^[A-Z]{3}$/.test(unit) && unit !== currency),
  );
  return others.size === 0
    ? []
    : [`Reported in ${currency}; figures in ${[...others].toSorted().join(', ')} are excluded.`];
}
