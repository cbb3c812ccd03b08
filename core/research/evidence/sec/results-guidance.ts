import { dayInWords, addDays, addMonths, dayAfter, dayBefore } from '../../../platform/index.ts';
import type { Parsing } from '../../parsing/index.ts';
import {
  type Acquired,
  type Documents,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceRequest,
  type FiscalYear,
  sealPacket,
  turn,
} from '../../port/index.ts';
import { guidanceIn } from '../guidance/index.ts';
import { failureOf } from './asking.ts';
import { EXHIBIT, type readExhibit } from './exhibit-page.ts';
import { exhibitPaths, type ResultsRelease, resultsExhibits } from './results-exhibits.ts';
import type { Submissions } from './submissions.ts';

/** What a company said of its future more than a year ago is over. */
const MONTHS = 13;
const MOST_RELEASES = 8;
const LARGEST_EXHIBIT = 4_000_000;
const MOST_PASSAGES = 40;
const LONGEST_PASSAGE = 1_500;
const WEEKS_OF_A_QUARTER = 13;

/**
 * Guidance in the exhibits of results, as far as they state it in figures: FILING, from the moment at which the filing was
 * accepted. A release without such figures is evidence in words.
 * @param years of the company, as its filings state them
 */
export async function addResultsGuidance(
  request: EvidenceRequest,
  submissions: Submissions,
  years: readonly FiscalYear[],
  { documents, parsing }: { documents: Documents; parsing: Parsing },
  found: Acquired,
): Promise<void> {
  const since = addMonths(request.as_of.slice(0, 10), -MONTHS);
  const releases = resultsExhibits(submissions, request.as_of)
    .filter(({ accepted_at }) => accepted_at >= since)
    .slice(0, MOST_RELEASES);
  for (const release of releases) {
    try {
      const index = await documents.get(
        { source: 'sec_archive', path: release.index_path, accept: /json/i, freshForMs: null },
        request.signal,
      );
      for (const path of exhibitPaths(index.body, release)) {
        const exhibit = await documents.get(
          { source: 'sec_archive', path, accept: /^text\//i, maxBytes: LARGEST_EXHIBIT, freshForMs: null },
          request.signal,
        );
        const seen = await parsing.read(EXHIBIT, exhibit.body, undefined, request.signal);
        await turn();
        found.packets.push(exhibitPacket(request, submissions, release, years, { path, exhibit, seen }));
      }
    } catch (error) {
      request.signal?.throwIfAborted();
      found.failures.push(failureOf(error));
    }
  }
}

function exhibitPacket(
  { subject }: EvidenceRequest,
  submissions: Submissions,
  release: ResultsRelease,
  years: readonly FiscalYear[],
  { path, exhibit, seen }: { path: string; exhibit: EvidenceDocument; seen: ReturnType<typeof readExhibit> },
): EvidencePacket {
  const { blocks, hidden } = seen;
  const observations = guidanceIn(blocks.join('\n'), {
    spanOf: (year, quarter) => spanOf(years, year, quarter),
    currency: subject.currency ?? 'USD',
    filing: release.accession,
    locator: path.slice(path.lastIndexOf('/') + 1),
  });
  return sealPacket(
    {
      source_id: `${release.source_id}:${path.slice(path.lastIndexOf('/') + 1)}`,
      provider: 'sec',
      publisher: submissions.name,
      authority: 'FILING',
      source_class: 'VERIFIED_FETCHED',
      families: observations.length > 0 ? ['company_guidance', 'exchange_filings'] : ['exchange_filings'],
      title: `${submissions.name}: ${release.form} of ${dayInWords(release.accepted_at.slice(0, 10))}, exhibit`,
      url: null,
      published_at: release.accepted_at,
      published_precision: 'INSTANT',
      entity: { symbol: subject.symbol, isin: null, name: submissions.name, id: submissions.cik },
      fiscal_years: [],
      observations,
      passages: blocks
        .filter((block) => block.length > 40)
        .slice(0, MOST_PASSAGES)
        .map((block, at) => ({ id: `p${at + 1}`, text: block.slice(0, LONGEST_PASSAGE) })),
      notes: hidden > 0 ? [`The page hides text from readers in ${hidden} places; it was not read.`] : [],
      document_hashes: [exhibit.sha256],
    },
    exhibit,
  );
}

/** Years to come that follow from the last stated one: results come before the report that states their year. */
const YEARS_AHEAD = 2;

/** A stated year, or one soon after the last stated one; quarters are of thirteen weeks, and the last one is the rest. */
function spanOf(
  years: readonly FiscalYear[],
  year: number,
  quarter: number | null,
): { start: string; end: string } | null {
  const whole = years.find((one) => one.year === year) ?? yearAhead(years, year);
  if (whole === null || quarter === null) return whole;
  const start = (number: number) => addDays(whole.start, (number - 1) * WEEKS_OF_A_QUARTER * 7);
  const isMonths = isByMonths(whole);
  const from = isMonths ? addMonths(whole.start, (quarter - 1) * 3) : start(quarter);
  const next = isMonths ? addMonths(whole.start, quarter * 3) : start(quarter + 1);
  return { start: from, end: quarter === 4 ? whole.end : dayBefore(next) };
}

function yearAhead(years: readonly FiscalYear[], year: number): { start: string; end: string } | null {
  for (let ahead = 1; ahead <= YEARS_AHEAD; ahead += 1) {
    const last = years.find((one) => one.year === year - ahead);
    if (last === undefined) continue;
    const isMonths = isByMonths(last);
    const from = dayAfter(last.end);
    const begins = (number: number) =>
      isMonths ? addMonths(from, number * 12) : addDays(from, number * 52 * 7);
    return { start: begins(ahead - 1), end: dayBefore(begins(ahead)) };
  }
  return null;
}

/** Whether its quarters end with months. A year of weeks may begin on the first of one, and then it ends within another. */
function isByMonths({ start, end }: { start: string; end: string }): boolean {
  return start.endsWith('-01') && dayAfter(end).endsWith('-01');
}
