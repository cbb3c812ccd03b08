import * as yup from 'yup';
import { priceDay } from '../../../market/actions/index.ts';
import { momentInWords, istDayEnd } from '../../../platform/index.ts';
import {
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceRequest,
  type Observation,
  type Passage,
  type RefusalReason,
  sealPacket,
} from '../../port/index.ts';
import { guidanceInTable, type VisibleText } from '../guidance/index.ts';
import { readAnnualReport } from './annual-report.ts';
import { guidanceContext, type SitePage } from './site-page.ts';

const MOST_PASSAGES = 60;
const LONGEST_PASSAGE = 1_500;
/** Names of documents in a note. */
const MOST_NAMED = 5;
const LONGEST_ERROR_PAGE = 3_000;
const ERROR_PAGE =
  /\b(page (was |is |could )?not (be )?found|error 404|404 (error|not found|page)|access (is )?denied|request (was )?blocked|service (is )?(temporarily )?unavailable|just a moment|under maintenance|(page|site) (is|was) (temporarily )?(unavailable|not available)|page .{0,40}(cannot|can.t|could not) be found)\b/i;
const aMoment = yup.string().datetime({ allowOffset: true });

interface PageRefused {
  reason: RefusalReason;
  detail: string;
}

/** A page as evidence of the company itself, or why it is none. */
export function packetOf(
  page: { published_at: string | null },
  { document, site }: { document: EvidenceDocument; site: SitePage },
  { subject, mode, as_of }: Pick<EvidenceRequest, 'subject' | 'mode' | 'as_of'>,
): EvidencePacket | PageRefused {
  const { seen, isHtml, whose, guidance, links } = site;
  const url = document.path;
  const problem = problemOf(seen);
  if (problem !== null) return { reason: 'MALFORMED', detail: problem };
  if (whose.is === 'OTHER')
    return {
      reason: 'OTHER_COMPANY',
      detail: `The page is about ${whose.name.slice(0, 100)} and does not name ${subject.name ?? subject.symbol}.`,
    };
  const published = publicationOf(page, seen);
  if (published.published_at !== null && published.published_at > as_of)
    return {
      reason: 'AFTER_CUTOFF',
      detail: `The page was published on ${momentInWords(published.published_at)}.`,
    };
  const report = isHtml ? { observations: [], notes: [] } : readAnnualReport(document.body.toString('utf8'));
  const context = guidanceContext({ url, subject });
  const observations: Observation[] = [
    ...report.observations,
    ...guidance,
    ...seen.tables.flatMap((rows) => guidanceInTable(rows, context)),
  ].filter(({ published_at }) => published_at === null || published_at <= as_of);
  const isGuidance = observations.some(({ metric }) => metric.startsWith('guidance_'));
  const isUndated = published.published_at === null;
  const pdfs = links.filter(({ kind }) => kind === 'PDF').map((one) => new URL(one.url).pathname);
  return sealPacket(
    {
      source_id: `issuer:${url}`,
      provider: 'issuer',
      publisher: subject.name ?? subject.symbol,
      authority: 'COMPANY',
      // In a run about the past, what has no date proves nothing about then.
      source_class: mode === 'HISTORICAL' && isUndated ? 'DISCOVERED' : 'VERIFIED_FETCHED',
      families: [
        ...(isGuidance ? (['company_guidance'] as const) : []),
        ...(report.observations.length > 0 ? (['annual_report'] as const) : []),
      ],
      title: seen.title ?? seen.blocks[0]?.slice(0, 120) ?? url,
      url,
      ...published,
      entity: { symbol: subject.symbol, isin: null, name: subject.name, id: null },
      fiscal_years: [],
      observations,
      passages: passagesOf(seen),
      notes: [
        ...report.notes,
        ...(seen.hidden > 0
          ? [`The page hides text from readers in ${seen.hidden} places; it was not read.`]
          : []),
        ...(whose.is === 'UNSAID'
          ? ['The page names no company. It counts as the company’s own because of its site.']
          : []),
        ...(pdfs.length > 0 ? [pdfNote(pdfs)] : []),
      ],
      document_hashes: [document.sha256],
    },
    document,
  );
}

/** Why a page that came with status 200 says nothing of a company; null where it may. */
function problemOf({ title, blocks, tables }: VisibleText): string | null {
  if (blocks.length === 0 && tables.length === 0) return 'The page has no text of its own.';
  const words = blocks.join('\n');
  const head = [title ?? '', ...blocks.slice(0, 3)].join('\n').slice(0, 1_000);
  return words.length <= LONGEST_ERROR_PAGE && ERROR_PAGE.test(head)
    ? 'The site answered with a “not found” page.'
    : null;
}

function pdfNote(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).map((path) => path.slice(0, 120));
  const more = paths.length - named.length;
  return `It links to PDF documents, which Munim does not read: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** By who kept it, by the page's own marks, or by the day in its first line. */
function publicationOf(
  page: { published_at: string | null },
  { published, blocks }: VisibleText,
): Pick<EvidencePacket, 'published_at' | 'published_precision'> {
  if (page.published_at !== null) return { published_at: page.published_at, published_precision: 'INSTANT' };
  if (published !== null && aMoment.isValidSync(published))
    return { published_at: new Date(published).toISOString(), published_precision: 'INSTANT' };
  const said = /\b(\d{1,2} [A-Za-z]{3,9} \d{4})\b/.exec(blocks[0] ?? '')?.[1];
  const day = (published === null ? null : priceDay(published)) ?? priceDay(said ?? '');
  return day === null
    ? { published_at: null, published_precision: 'UNKNOWN' }
    : { published_at: istDayEnd(day).toISOString(), published_precision: 'DAY' };
}

function passagesOf({ blocks }: VisibleText): Passage[] {
  return blocks
    .filter((block) => block.length > 40)
    .slice(0, MOST_PASSAGES)
    .map((block, at) => ({ id: `p${at + 1}`, text: block.slice(0, LONGEST_PASSAGE) }));
}
