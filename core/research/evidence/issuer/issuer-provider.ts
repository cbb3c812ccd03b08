import * as yup from 'yup';
import { priceDay } from '../../../market/actions/index.ts';
import { DAY_MS, istDayEnd } from '../../../platform/index.ts';
import {
  type Acquired,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceRequest,
  MalformedDocument,
  type Observation,
  type Passage,
  type ResearchSubject,
  sealPacket,
  sourceFailure,
} from '../../port/index.ts';
import { guidanceIn, guidanceInTable, type VisibleText, visibleText } from '../guidance/index.ts';
import { readAnnualReport } from './annual-report.ts';

const NAME = 'issuer';
const PAGE_FRESH_FOR_MS = DAY_MS;
const LARGEST_PAGE = 4_000_000;
const MOST_PASSAGES = 60;
const LONGEST_PASSAGE = 1_500;
const aMoment = yup.string().datetime({ allowOffset: true });

/** A page of the company itself, by the operator's word. */
export interface IssuerPage {
  /** https, of a host on the operator's list. */
  url: string;
  /** ISO-8601 in UTC, where whoever kept it told; null where the page itself must say. */
  published_at: string | null;
}

export interface IssuerParts {
  /** The pages of a company on its own sites: a page that anybody else found is not among them. */
  pagesOf: (subject: ResearchSubject) => Promise<readonly IssuerPage[]>;
}

/** What a company publishes on its own site: COMPANY, because of whose site it is on the operator's list. */
export function createIssuerEvidence({ pagesOf }: IssuerParts): EvidenceProvider {
  return {
    name: NAME,
    covers: () => true,
    async acquire(request, documents) {
      const found: Acquired = { packets: [], refused: [], failures: [] };
      for (const page of await pagesOf(request.subject)) {
        try {
          const document = await documents.get(
            {
              source: 'issuer',
              path: page.url,
              accept: /^text\/(html|plain)|^application\/xhtml/i,
              maxBytes: LARGEST_PAGE,
              freshForMs: PAGE_FRESH_FOR_MS,
            },
            request.signal,
          );
          addPage(page, document, request, found);
        } catch (error) {
          request.signal?.throwIfAborted();
          found.failures.push(sourceFailure(NAME, error));
        }
      }
      return found;
    },
  };
}

function addPage(
  page: IssuerPage,
  document: EvidenceDocument,
  request: EvidenceRequest,
  found: Acquired,
): void {
  const source_id = `${NAME}:${page.url}`;
  const packet = packetOf(page, document, request);
  if (packet.published_at !== null && packet.published_at > request.as_of) {
    const detail = `The page was published at ${packet.published_at}.`;
    found.refused.push({ provider: NAME, source_id, reason: 'AFTER_CUTOFF', detail });
    return;
  }
  found.packets.push(packet);
}

/** @throws MalformedDocument */
function packetOf(
  page: IssuerPage,
  document: EvidenceDocument,
  { subject, mode, as_of }: EvidenceRequest,
): EvidencePacket {
  const text = document.body.toString('utf8');
  if (text.includes('\u0000')) throw new MalformedDocument('The page is no text.');
  const isHtml = /<(!doctype|html|body|p|table)\b/i.test(text);
  const seen = isHtml ? visibleText(text) : plainText(text);
  const report = isHtml ? { observations: [], notes: [] } : readAnnualReport(text);
  const published = publicationOf(page, seen);
  const context = {
    // Elsewhere years end when each company likes: filings tell, and pages do not.
    spanOf: (subject.currency ?? 'INR') === 'INR' ? indianYear : () => null,
    currency: subject.currency ?? 'INR',
    filing: null,
    locator: page.url,
  };
  const observations: Observation[] = [
    ...report.observations,
    ...guidanceIn(seen.blocks.join('\n'), context),
    ...seen.tables.flatMap((rows) => guidanceInTable(rows, context)),
  ].filter(({ published_at }) => published_at === null || published_at <= as_of);
  const isGuidance = observations.some(({ metric }) => metric.startsWith('guidance_'));
  const isUndated = published.published_at === null;
  const hidden =
    seen.hidden > 0 ? [`The page hides text from readers in ${seen.hidden} places; it was not read.`] : [];
  return sealPacket(
    {
      source_id: `${NAME}:${page.url}`,
      provider: NAME,
      publisher: subject.name ?? subject.symbol,
      authority: 'COMPANY',
      // In a run about the past, what has no date proves nothing about then.
      source_class: mode === 'HISTORICAL' && isUndated ? 'DISCOVERED' : 'VERIFIED_FETCHED',
      families: [
        ...(isGuidance ? (['company_guidance'] as const) : []),
        ...(report.observations.length > 0 ? (['annual_report'] as const) : []),
      ],
      title: seen.title ?? seen.blocks[0]?.slice(0, 120) ?? page.url,
      url: page.url,
      ...published,
      entity: { symbol: subject.symbol, isin: null, name: subject.name, id: null },
      fiscal_years: [],
      observations,
      passages: passagesOf(seen),
      notes: [...report.notes, ...hidden],
      document_hashes: [document.sha256],
    },
    document,
  );
}

/** FY27 is April 2026 to March 2027; quarters are of three months. */
function indianYear(year: number, quarter: number | null): { start: string; end: string } {
  if (quarter === null) return { start: `${year - 1}-04-01`, end: `${year}-03-31` };
  const spans = [
    [`${year - 1}-04-01`, `${year - 1}-06-30`],
    [`${year - 1}-07-01`, `${year - 1}-09-30`],
    [`${year - 1}-10-01`, `${year - 1}-12-31`],
    [`${year}-01-01`, `${year}-03-31`],
  ] as const;
  const [start, end] = spans[quarter - 1] ?? [`${year - 1}-04-01`, `${year}-03-31`];
  return { start, end };
}

/** By who kept it, by the page's own marks, or by the day in its first line. */
function publicationOf(
  page: IssuerPage,
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

function plainText(text: string): VisibleText {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
  return { title: null, blocks, tables: [], hidden: 0, published: null };
}
