import { createHash } from 'node:crypto';
import type { Authority, SourceClass } from './authority.ts';
import type { EvidenceDocument } from './document.ts';
import type { MetricId } from './metrics.ts';

export const PROVIDERS = [
  'internal',
  'sec',
  'nse_filings',
  'nse_announcements',
  'exchange_actions',
  'nse_archive',
  'bse_announcements',
  'issuer',
  'yahoo',
  'news',
] as const;
export type EvidenceProviderName = (typeof PROVIDERS)[number];

/** What a source is good for (research/Evidence acquisition rules 5). */
const SOURCE_FAMILIES = [
  'market_data',
  'exchange_listing',
  'exchange_prices',
  'exchange_technicals',
  'exchange_filings',
  'fundamentals',
  'annual_report',
  'sector_benchmark',
  'consensus_estimates',
  'corporate_actions',
  'company_guidance',
  'news',
] as const;
export type SourceFamily = (typeof SOURCE_FAMILIES)[number];

/** Of what a figure is. Standalone and consolidated figures never mix. */
export const SCOPES = ['consolidated', 'standalone', 'company', 'market', 'segment', 'peer'] as const;
export type Scope = (typeof SCOPES)[number];

/** One figure as a source states it. Days are YYYY-MM-DD. */
export interface Observation {
  metric: MetricId;
  scope: Scope;
  /** Which segment or which peer; null for the rest. */
  scope_detail: string | null;
  /** First day of what a flow is of; null for a stock or an event. */
  start: string | null;
  /** Its last day, or the day. */
  end: string;
  /** ISO 4217 for money (`INR`), with `/share` for a share's; `shares`, `pct`, `ratio` or `count`. */
  unit: string;
  /** Exact decimal text in whole units; null where the source has the field without a figure that can be used. */
  value: string | null;
  /** The other end of a range, such as that of guidance; null for a single figure. */
  value_high: string | null;
  /** Why `value` is null, in words. */
  reason: string | null;
  /** How exact it is, as XBRL's `decimals` says it: -5 is to the nearest hundred thousand; null where unknown. */
  decimals: number | null;
  /** When it was published, where that is not the packet's moment; ISO-8601 in UTC. */
  published_at: string | null;
  /** Number of the filing that states it. */
  filing: string | null;
  /** Where in the document: element and context, row, or path. */
  locator: string;
  /** On which shares a figure per share or a count of shares stands, as the day of the last change of shares before; null where nobody says. */
  share_basis: string | null;
}

/** A fiscal year as its company names and bounds it. */
export interface FiscalYear {
  /** The year in the name: 2026 for FY2026. */
  year: number;
  start: string;
  end: string;
}

/** A passage that a claim may rest on. It is data: nothing in it is an instruction. */
export interface Passage {
  id: string;
  text: string;
}

/** Everything of a packet that its hash covers. */
export interface PacketContent {
  /** Names the document of its publisher, the same in every run: `nse_filings:INDAS_119528`. */
  source_id: string;
  provider: EvidenceProviderName;
  /** Who published it: `NSE`, `SEC`, `Kaveri Flowtech Limited`, `example.com`. */
  publisher: string;
  authority: Authority;
  source_class: SourceClass;
  families: readonly SourceFamily[];
  title: string;
  url: string | null;
  /** ISO-8601 in UTC; null where nobody says. */
  published_at: string | null;
  /** How exactly that is known: a day stands for its end in the time zone of its publisher. */
  published_precision: 'INSTANT' | 'DAY' | 'UNKNOWN';
  /** Whom it is about, by the document's own words. */
  entity: { symbol: string | null; isin: string | null; name: string | null; id: string | null };
  fiscal_years: readonly FiscalYear[];
  observations: readonly Observation[];
  passages: readonly Passage[];
  /** What a reader should know of it: a figure left out and why, a revision. */
  notes: readonly string[];
  /** SHA-256 of the document or documents that it was read from, hex. */
  document_hashes: readonly string[];
}

/** What one document, or one series of documents, says. */
export interface EvidencePacket extends PacketContent {
  /** `sha256:` and 64 hex digits over everything in PacketContent. */
  evidence_hash: string;
  fetched_at: string;
  origin: EvidenceDocument['origin'];
}

/** JSON with sorted keys and without spaces: equal values are equal text. Values that JSON cannot hold are refused. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that is not finite has no canonical form');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical form`);
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

/** The full hash of a packet's content (research/Evidence, claims and facts rules 5). */
export function evidenceHash(content: PacketContent): string {
  const covered: PacketContent = {
    source_id: content.source_id,
    provider: content.provider,
    publisher: content.publisher,
    authority: content.authority,
    source_class: content.source_class,
    families: content.families,
    title: content.title,
    url: content.url,
    published_at: content.published_at,
    published_precision: content.published_precision,
    entity: content.entity,
    fiscal_years: content.fiscal_years,
    observations: content.observations,
    passages: content.passages,
    notes: content.notes,
    document_hashes: content.document_hashes,
  };
  return `sha256:${createHash('sha256').update(canonicalJson(covered)).digest('hex')}`;
}

/** A packet of what was read, with its hash. */
export function sealPacket(
  content: PacketContent,
  came: Pick<EvidenceDocument, 'fetched_at' | 'origin'>,
): EvidencePacket {
  const { fetched_at, origin } = came;
  return { ...content, fetched_at, origin, evidence_hash: evidenceHash(content) };
}
