import * as yup from 'yup';
import { inTurns } from '../../port/index.ts';
import { bseMoment, nseMoment } from './exchange-time.ts';
import { readRows } from './result-lists.ts';

/** What a company told an exchange. */
export interface Announcement {
  /** Number or id in the list of its exchange. */
  number: string;
  exchange: 'NSE' | 'BSE';
  /** Symbol of NSE, or code of BSE. */
  listed_as: string;
  isin: string | null;
  name: string | null;
  subject: string;
  text: string;
  /** ISO-8601 in UTC; null where the list does not say. */
  published_at: string | null;
  url: string | null;
  /** The row as it came, for its hash. */
  row: unknown;
}

export interface AnnouncementPage {
  announcements: Announcement[];
  rows: number;
  total: number | null;
  unread: number;
}

const LONGEST_TEXT = 4000;
/** Rows that are read at once: a list of many years has thousands. */
const ROWS_AT_ONCE = 100;

const text = yup.string().strict().max(20_000).nullable();
const nseRow = yup.object({
  seq_id: yup
    .string()
    .strict()
    .matches(/^\d{1,15}$/)
    .required(),
  symbol: yup.string().strict().min(1).max(30).required(),
  sm_isin: text,
  sm_name: text,
  desc: text,
  attchmntText: text,
  attchmntFile: text,
  an_dt: text,
});
const bseRow = yup.object({
  NEWSID: yup
    .string()
    .strict()
    .matches(/^[A-Za-z0-9-]{1,60}$/)
    .required(),
  SCRIP_CD: yup.number().strict().integer().min(1).max(999_999).required(),
  SLONGNAME: text,
  NEWSSUB: text,
  HEADLINE: text,
  MORE: text,
  NEWS_DT: text,
  ATTACHMENTNAME: text,
});
const bseCount = yup.object({ ROWCNT: yup.number().strict().integer().min(0).required() });

/** NSE's list. Null where the body is not that list. */
export async function readNseAnnouncements(body: unknown): Promise<AnnouncementPage | null> {
  if (!Array.isArray(body)) return null;
  const { announcements, unread } = await readAll(body, nseRow, (row): Announcement => {
    const subject = plain(row.desc);
    return {
      number: row.seq_id,
      exchange: 'NSE',
      listed_as: row.symbol,
      isin: row.sm_isin ?? null,
      name: row.sm_name ?? null,
      subject,
      text: plain(row.attchmntText) || subject,
      published_at: nseMoment(row.an_dt ?? null),
      url: addressOn('https://nsearchives.nseindia.com/', row.attchmntFile ?? ''),
      row,
    };
  });
  return { announcements, rows: body.length, total: null, unread };
}

/** BSE's list. Null where the body is not that list. */
export async function readBseAnnouncements(body: unknown): Promise<AnnouncementPage | null> {
  if (typeof body !== 'object' || body === null || !('Table' in body) || !Array.isArray(body.Table))
    return null;
  const { announcements, unread } = await readAll(body.Table, bseRow, (row): Announcement => {
    const subject = plain(row.NEWSSUB);
    const headline = plain(row.HEADLINE);
    const more = plain(row.MORE);
    return {
      number: row.NEWSID,
      exchange: 'BSE',
      listed_as: String(row.SCRIP_CD),
      isin: null,
      name: row.SLONGNAME ?? null,
      subject: subject || headline,
      text: [headline || subject, more]
        .filter((part) => part !== '')
        .join(' ')
        .slice(0, LONGEST_TEXT),
      published_at: bseMoment(row.NEWS_DT ?? null),
      url: attachmentOf(row.ATTACHMENTNAME ?? ''),
      row,
    };
  });
  const counts = 'Table1' in body && Array.isArray(body.Table1) ? body.Table1[0] : null;
  const total = bseCount.isValidSync(counts) ? counts.ROWCNT : null;
  return { announcements, rows: body.Table.length, total, unread };
}

async function readAll<T>(
  body: readonly unknown[],
  schema: yup.Schema<T>,
  read: (row: T) => Announcement,
): Promise<Pick<AnnouncementPage, 'announcements' | 'unread'>> {
  const announcements: Announcement[] = [];
  for await (const some of inTurns(body, ROWS_AT_ONCE))
    for (const row of readRows(some, schema).rows) announcements.push(read(row));
  return { announcements, unread: body.length - announcements.length };
}

/**
 * Whether two announcements are one event: the text of one is in the other, and they came within two minutes. Companies send the
 * same to both exchanges, one after the other.
 */
export function isSameEvent(one: Announcement, other: Announcement): boolean {
  if (one.published_at === null || other.published_at === null) return false;
  if (Math.abs(Date.parse(one.published_at) - Date.parse(other.published_at)) > 120_000) return false;
  const [a, b] = [wordsOf(one.text), wordsOf(other.text)];
  // A few words, such as "credit rating", are in many texts.
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short === long || (short.length >= 20 && long.includes(short));
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One line without control characters. */
function plain(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}

function addressOn(host: string, address: string): string | null {
  return address.startsWith(host) && !/\s/.test(address) ? address.slice(0, 500) : null;
}

function attachmentOf(name: string): string | null {
  return /^[A-Za-z0-9_-]{1,100}\.pdf$/i.test(name)
    ? `https://www.bseindia.com/xml-data/corpfiling/AttachLive/${name}`
    : null;
}
