import { createHash } from 'node:crypto';
import { momentInWords, addDays, istDate } from '../../../platform/index.ts';
import type { Parsing } from '../../parsing/index.ts';
import {
  mayBeIndian,
  type Acquired,
  canonicalJson,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceRequest,
  type RefusalReason,
  sealPacket,
  type SourceFailure,
  turn,
} from '../../port/index.ts';
import { guidanceIn, indianYear } from '../guidance/index.ts';
import {
  type Announcement,
  type AnnouncementPage,
  isSameEvent,
  readBseAnnouncements,
  readNseAnnouncements,
} from './announcement-lists.ts';
import { askList, type Asking, jsonOf } from './ask.ts';
import { bseCodeOf } from './bse-code.ts';
import { symbolsOf } from './filings-provider.ts';

/** Announcements of the last thirteen months: a year's guidance is among them. */
const DAYS = 396;
const MOST_ANNOUNCEMENTS = 100;
const MOST_PAGES = 6;
/** Rows that are looked at, and made packets of, before others have their turn. */
const ROWS_A_TURN = 20;
const BSE = '/BseIndiaAPI/api/AnnSubCategoryGetData/w';

interface Found {
  list: { announcement: Announcement; document: EvidenceDocument }[];
  unread: number;
  failures: SourceFailure[];
}

/** What a company told NSE. */
export function createNseAnnouncements(): EvidenceProvider {
  const name = 'nse_announcements';
  return {
    name,
    covers: mayBeIndian,
    async acquire(request, documents) {
      const asking: Asking = { provider: name, documents, signal: request.signal };
      const found = await findOnNse(asking, request);
      return await acquired(name, request, found, symbolsOf(request.subject), []);
    },
  };
}

/** What a company told BSE. What it told NSE in the same minutes is the same event, and its packet says so. */
export function createBseAnnouncements({ parsing }: { parsing: Parsing }): EvidenceProvider {
  const name = 'bse_announcements';
  return {
    name,
    covers: mayBeIndian,
    async acquire(request, documents) {
      const { subject, as_of, signal } = request;
      const code = await bseCodeOf(subject, { provider: name, documents, signal, as_of, parsing });
      if (code === null) {
        const message = `The BSE code of ${subject.symbol} is unknown, so BSE was not asked`;
        return { packets: [], refused: [], failures: [{ provider: name, kind: 'NOT_KEPT', message }] };
      }
      const asking: Asking = { provider: name, documents, signal };
      const found = await findOnBse(asking, request, code);
      // Where NSE does not answer, its own provider says so.
      const { list } = await findOnNse(asking, request);
      const symbols = symbolsOf(subject);
      const told = list
        .map(({ announcement }) => announcement)
        .filter(({ listed_as }) => symbols.includes(listed_as.toUpperCase()));
      return await acquired(name, request, found, [code], told);
    },
  };
}

async function findOnNse(asking: Asking, { subject }: EvidenceRequest): Promise<Found> {
  const found: Found = { list: [], unread: 0, failures: [] };
  for (const symbol of symbolsOf(subject)) {
    const path = `/api/corporate-announcements?index=equities&symbol=${encodeURIComponent(symbol)}`;
    const answer = await askList(asking, 'nse_site', path);
    await take(found, asking, answer, readNseAnnouncements);
  }
  return found;
}

/**
 * From the beginning of a year up to the day of the run, the newest first. It ends with a page that is short or empty, that
 * comes again, or that is older than what is wanted.
 */
async function findOnBse(asking: Asking, { as_of }: EvidenceRequest, code: string): Promise<Found> {
  const found: Found = { list: [], unread: 0, failures: [] };
  const day = istDate(new Date(as_of));
  const oldest = addDays(day, -DAYS);
  const span = `strPrevDate=${oldest.slice(0, 4)}0101&strToDate=${day.replaceAll('-', '')}`;
  let rows = 0;
  let longest = 0;
  for (let nr = 1; nr <= MOST_PAGES; nr += 1) {
    const path = `${BSE}?pageno=${nr}&strCat=-1&${span}&strScrip=${code}&strSearch=P&strType=C&subcategory=-1`;
    const answer = await askList(asking, 'bse', path);
    const known = found.list.length;
    const page = await take(found, asking, answer, readBseAnnouncements);
    if (page === null) return found;
    rows += page.rows;
    longest = Math.max(longest, page.rows);
    const { announcements, total } = page;
    const isOld =
      announcements.length > 0 &&
      announcements.every(
        ({ published_at }) => published_at !== null && istDate(new Date(published_at)) < oldest,
      );
    if (isOld || (total !== null && rows >= total)) return found;
    if (page.rows === 0 || found.list.length === known || (total === null && page.rows < longest)) {
      if (total !== null) found.failures.push(incomplete(asking, found.list.length, total));
      return found;
    }
  }
  const message = `BSE lists more than ${MOST_PAGES} pages of announcements; the oldest were not read`;
  found.failures.push({ provider: asking.provider, kind: 'too_large', message });
  return found;
}

function incomplete({ provider }: Asking, read: number, total: number): SourceFailure {
  const message = `BSE counts ${total} announcements but sent ${read}`;
  return { provider, kind: 'malformed', message };
}

async function take(
  found: Found,
  { provider }: Asking,
  { document, failure }: Awaited<ReturnType<typeof askList>>,
  read: (body: unknown) => Promise<AnnouncementPage | null>,
): Promise<AnnouncementPage | null> {
  if (document === null) {
    found.failures.push(failure);
    return null;
  }
  await turn();
  const page = await read(jsonOf(document.body));
  if (page === null) {
    const message = 'The exchange answered with something that is not its list of announcements';
    found.failures.push({ provider, kind: 'malformed', message });
    return null;
  }
  const known = new Set(found.list.map(({ announcement }) => announcement.number));
  for (const announcement of page.announcements)
    if (!known.has(announcement.number)) {
      known.add(announcement.number);
      found.list.push({ announcement, document });
    }
  found.unread += page.unread;
  return page;
}

function byNewest(one: Announcement, other: Announcement): number {
  return (
    (other.published_at ?? '').localeCompare(one.published_at ?? '') || other.number.localeCompare(one.number)
  );
}

async function acquired(
  provider: 'nse_announcements' | 'bse_announcements',
  request: EvidenceRequest,
  { list, unread, failures }: Found,
  own: readonly string[],
  elsewhere: readonly Announcement[],
): Promise<Acquired> {
  const result: Acquired = { packets: [], refused: [], failures };
  const refuse = (number: string, reason: RefusalReason, detail: string) =>
    result.refused.push({ provider, source_id: `${provider}:${number}`, reason, detail });
  if (unread > 0) refuse('list', 'MALFORMED', `${unread} rows of the list cannot be read`);
  const oldest = addDays(istDate(new Date(request.as_of)), -DAYS);
  const latestFirst = list.toSorted((a, b) => byNewest(a.announcement, b.announcement));
  let looked = 0;
  for (const { announcement, document } of latestFirst) {
    if (looked % ROWS_A_TURN === 0) await turn();
    looked += 1;
    const { number, listed_as, published_at } = announcement;
    if (!own.includes(listed_as.toUpperCase()))
      refuse(number, 'OTHER_COMPANY', `it belongs to ${listed_as}, not to ${request.subject.symbol}`);
    else if (published_at !== null && Date.parse(published_at) > Date.parse(request.as_of))
      refuse(
        number,
        'AFTER_CUTOFF',
        `it was published on ${momentInWords(published_at)}, after ${momentInWords(request.as_of)}`,
      );
    else if (published_at !== null && istDate(new Date(published_at)) < oldest) continue;
    else if (result.packets.length < MOST_ANNOUNCEMENTS)
      result.packets.push(
        packetOf(
          provider,
          request,
          announcement,
          document,
          elsewhere.find((one) => isSameEvent(one, announcement)),
        ),
      );
  }
  return result;
}

/** A packet of one announcement. Its hash is of its row alone: the list around it is another one every day. */
function packetOf(
  provider: 'nse_announcements' | 'bse_announcements',
  { mode }: EvidenceRequest,
  announcement: Announcement,
  document: EvidenceDocument,
  same: Announcement | undefined,
): EvidencePacket {
  const { number, exchange, published_at, subject, text, name, isin, listed_as, url, row } = announcement;
  const context = {
    spanOf: indianYear,
    currency: 'INR',
    filing: number,
    locator: 'text of the announcement',
  };
  const observations = guidanceIn(text, context);
  const isTimeless = published_at === null;
  return sealPacket(
    {
      source_id: `${provider}:${number}`,
      provider,
      publisher: exchange,
      authority: 'FILING',
      source_class: isTimeless && mode === 'HISTORICAL' ? 'DISCOVERED' : 'VERIFIED_FETCHED',
      families: observations.length > 0 ? ['exchange_filings', 'company_guidance'] : ['exchange_filings'],
      title: [name, subject].filter((part) => part !== null && part !== '').join(': '),
      url,
      published_at,
      published_precision: isTimeless ? 'UNKNOWN' : 'INSTANT',
      entity: {
        symbol: exchange === 'NSE' ? listed_as : null,
        isin,
        name,
        id: exchange === 'BSE' ? listed_as : null,
      },
      fiscal_years: [],
      observations,
      // One event, two sources: a passage of both has one id.
      passages: [
        { id: same === undefined ? `${provider}:${number}` : `nse_announcements:${same.number}`, text },
      ],
      notes: same === undefined ? [] : [`The same event as nse_announcements:${same.number}.`],
      document_hashes: [createHash('sha256').update(canonicalJson(row)).digest('hex')],
    },
    document,
  );
}
