import * as yup from 'yup';
import { nseDay, nseMoment } from './exchange-time.ts';

/** A filing as one of the two lists of NSE names it. */
export interface ListedFiling {
  /** `INTEGRATED_97535` or `RESULTS_1194221`: the list and its number there. */
  number: string;
  symbol: string;
  name: string | null;
  scope: 'consolidated' | 'standalone' | null;
  /** Last day of the period; null where the list does not say. */
  period_end: string | null;
  /** When the exchange made it public, ISO-8601 in UTC; null where the list does not say. */
  published_at: string | null;
  is_revision: boolean;
  remark: string | null;
  /** Path on the archive; null with the reason where there is no document that may be read. */
  path: string | null;
  reason: string | null;
}

export interface ListPage {
  filings: ListedFiling[];
  /** Rows on this page, and of the whole list where it says. */
  rows: number;
  total: number | null;
  /** Rows that are not in the shape of the list. */
  unread: number;
}

const text = yup.string().strict().max(2000).nullable();
const number = yup
  .string()
  .strict()
  .matches(/^\d{1,12}$/)
  .required();
const symbol = yup.string().strict().min(1).max(30).required();

const integratedRow = yup.object({
  seq_Id: number,
  symbol,
  cmName: text,
  consolidated: text,
  qe_Date: text,
  broadcast_Date: text,
  revised_Date: text,
  revision_Remark: text,
  type: text,
  type_Sub: text,
  xbrl: text,
});
const olderRow = yup.object({
  seqNumber: number,
  symbol,
  companyName: text,
  consolidated: text,
  toDate: text,
  broadCastDate: text,
  period: text,
  xbrl: text,
});

const ARCHIVE = 'https://nsearchives.nseindia.com/';
const DOCUMENT = /^\/corporate\/[A-Za-z0-9_/.&-]{1,200}\.xml$/;

/** The list since 2025. Null where the body is not that list. */
export function readIntegratedList(body: unknown): ListPage | null {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data))
    return null;
  const { rows, unread } = readRows(body.data, integratedRow);
  const total = 'totalCount' in body && typeof body.totalCount === 'number' ? body.totalCount : null;
  const filings = rows
    .filter(({ type }) => type === null || type === undefined || /financial/i.test(type))
    .map((row) => ({
      number: `INTEGRATED_${row.seq_Id}`,
      symbol: row.symbol,
      name: row.cmName ?? null,
      scope: scopeOf(row.consolidated),
      period_end: nseDay(row.qe_Date ?? null),
      published_at: later(nseMoment(row.broadcast_Date ?? null), nseMoment(row.revised_Date ?? null)),
      is_revision: row.type_Sub === 'Revision',
      remark: row.revision_Remark ?? null,
      ...documentOf(row.xbrl),
    }));
  return { filings, rows: body.data.length, total, unread };
}

/** The older list, which is nearly empty from April 2025 on. One document may serve a quarter and a year: it is one filing. */
export function readOlderList(body: unknown): ListPage | null {
  if (!Array.isArray(body)) return null;
  const { rows, unread } = readRows(body, olderRow);
  const byDocument = new Map<string, ListedFiling>();
  const inOrder = rows.toSorted(
    (a, b) => Number(b.period === 'Quarterly') - Number(a.period === 'Quarterly') || byNumber(a, b),
  );
  for (const row of inOrder) {
    const filing: ListedFiling = {
      number: `RESULTS_${row.seqNumber}`,
      symbol: row.symbol,
      name: row.companyName ?? null,
      scope: scopeOf(row.consolidated),
      period_end: nseDay(row.toDate ?? null),
      published_at: nseMoment(row.broadCastDate ?? null),
      is_revision: false,
      remark: null,
      ...documentOf(row.xbrl),
    };
    const key = filing.path ?? filing.number;
    const known = byDocument.get(key);
    // It was public with its first row.
    if (known === undefined) byDocument.set(key, filing);
    else known.published_at = earlier(known.published_at, filing.published_at);
  }
  return { filings: [...byDocument.values()], rows: body.length, total: null, unread };
}

/** Rows that fit their shape, each judged alone. */
export function readRows<T>(rows: readonly unknown[], schema: yup.Schema<T>): { rows: T[]; unread: number } {
  const read = rows.flatMap((row) => (schema.isValidSync(row) ? [row as T] : []));
  return { rows: read, unread: rows.length - read.length };
}

/** Where the document lies. Other hosts, and what is no filing, are not asked. */
function documentOf(address: string | null | undefined): Pick<ListedFiling, 'path' | 'reason'> {
  if (address === null || address === undefined || address === '' || address.endsWith('/-'))
    return { path: null, reason: 'the list names no document for it' };
  if (!address.startsWith(ARCHIVE))
    return { path: null, reason: 'its document is not in the archive of NSE' };
  const path = address.slice(ARCHIVE.length - 1);
  return DOCUMENT.test(path) && !path.includes('..')
    ? { path, reason: null }
    : { path: null, reason: 'its document is not an XBRL filing' };
}

function scopeOf(word: string | null | undefined): ListedFiling['scope'] {
  if (word === 'Consolidated') return 'consolidated';
  return word === 'Standalone' || word === 'Non-Consolidated' ? 'standalone' : null;
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function byNumber(one: { seqNumber: string }, other: { seqNumber: string }): number {
  return Number(one.seqNumber) - Number(other.seqNumber);
}
