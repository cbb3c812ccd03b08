import { createHash } from 'node:crypto';
import { NotAFeed, type FeedItem, readFeed } from '../../../market/news/index.ts';
import { addDays } from '../../../platform/index.ts';
import {
  type Acquired,
  canonicalJson,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceRequest,
  type ResearchSubject,
  sealPacket,
  sourceFailure,
} from '../../port/index.ts';
import { isSameEvent, saidBy } from './same-event.ts';

const FRESH_MS = 3_600_000;
const LARGEST = 2_000_000;
/** A run of the past asks for the month before its moment. */
const DAYS_BACK = 30;

/** Headlines about a company. They are DISCOVERED always: they lead somewhere, and cover nothing. */
export function createNewsEvidence(): EvidenceProvider {
  return {
    name: 'news',
    covers: () => true,
    async acquire(request, documents) {
      const acquired: Acquired = { packets: [], refused: [], failures: [] };
      try {
        const document = await documents.get(
          {
            source: 'news',
            path: searchPath(request),
            accept: /xml/i,
            freshForMs: FRESH_MS,
            maxBytes: LARGEST,
          },
          request.signal,
        );
        takeItems(request, readFeed(document.body.toString('utf8')), document, acquired);
      } catch (error) {
        if (error instanceof NotAFeed) {
          const detail = 'The answer of the news source cannot be read.';
          acquired.refused.push({ provider: 'news', source_id: 'news:search', reason: 'MALFORMED', detail });
        } else {
          request.signal?.throwIfAborted();
          acquired.failures.push(sourceFailure('news', error));
        }
      }
      return acquired;
    },
  };
}

function takeItems(
  request: EvidenceRequest,
  items: readonly FeedItem[],
  document: EvidenceDocument,
  acquired: Acquired,
): void {
  const { subject } = request;
  const asOf = new Date(request.as_of).toISOString();
  const company = searchName(subject);
  const taken: { item: FeedItem; source_id: string; words: ReadonlySet<string>; also: string[] }[] = [];
  const refuse = (source_id: string, reason: Acquired['refused'][number]['reason'], detail: string): void =>
    void acquired.refused.push({ provider: 'news', source_id, reason, detail });
  const oldestFirst = items.toSorted(
    (one, other) =>
      (one.published_at ?? '9999').localeCompare(other.published_at ?? '9999') ||
      sourceId(one).localeCompare(sourceId(other)),
  );
  for (const item of oldestFirst) {
    const source_id = sourceId(item);
    const who = `${item.source ?? 'an unnamed source'}: “${item.title}”`;
    if (item.published_at !== null && item.published_at > asOf) {
      refuse(source_id, 'AFTER_CUTOFF', `${who} was published after the time of the run.`);
      continue;
    }
    if (!isAbout(item.title, subject)) {
      refuse(source_id, 'OTHER_COMPANY', `${who} does not name ${company}.`);
      continue;
    }
    const words = saidBy(item.title, company);
    const same = taken.find((one) =>
      isSameEvent({ words: one.words, at: one.item.published_at }, { words, at: item.published_at }),
    );
    if (same === undefined) taken.push({ item, source_id, words, also: [] });
    else {
      same.also.push(`Also reported by ${who}`);
      refuse(source_id, 'DUPLICATE', `${who} reports the same event as ${same.source_id}.`);
    }
  }
  acquired.packets.push(
    ...taken.map(({ item, source_id, also }) => packetOf(item, source_id, also, company, document)),
  );
}

function packetOf(
  { title, url, source, published_at }: FeedItem,
  source_id: string,
  also: readonly string[],
  company: string,
  document: EvidenceDocument,
): EvidencePacket {
  return sealPacket(
    {
      source_id,
      provider: 'news',
      publisher: source ?? 'unknown',
      authority: 'DISCOVERED',
      source_class: 'DISCOVERED',
      families: ['news'],
      title,
      url,
      published_at,
      published_precision: published_at === null ? 'UNKNOWN' : 'INSTANT',
      entity: { symbol: null, isin: null, name: company, id: null },
      fiscal_years: [],
      observations: [],
      // What somebody wrote is data: it is shown, and nothing in it is followed.
      passages: [{ id: 'title', text: title }],
      notes: [...(published_at === null ? ['Its publication date is unknown.'] : []), ...also],
      // Of the item alone: the feed around it is another one every hour.
      document_hashes: [
        createHash('sha256').update(canonicalJson({ title, url, source, published_at })).digest('hex'),
      ],
    },
    document,
  );
}

/** The same for one item in every run: by where it leads, or by its words. */
function sourceId({ url, title, source }: FeedItem): string {
  const named = url === null ? `${source ?? ''} ${title}` : url.split('?', 1)[0];
  return `news:${createHash('sha256')
    .update(named ?? title)
    .digest('hex')
    .slice(0, 16)}`;
}

const FORM = /[\s,]+(limited|ltd|incorporated|inc|corporation|corp|plc)\.?$/i;

/** What a company is called in headlines: its name without its legal form, else its symbol. */
export function searchName({ name, symbol }: Pick<ResearchSubject, 'name' | 'symbol'>): string {
  const plain = (name ?? '').replaceAll('"', '').trim().replace(FORM, '').trim();
  return plain === '' ? bareSymbol(symbol) : plain;
}

const bareSymbol = (symbol: string): string => symbol.toUpperCase().replace(/\.(NS|BO)$/, '');

/** Whether a headline names the company in its very words, or its symbol in capitals. A namesake shares a word at most. */
function isAbout(title: string, subject: ResearchSubject): boolean {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const name = words(searchName(subject));
  if (subject.name !== null && name.trim() !== '' && words(title).includes(name)) return true;
  const symbols = [subject.symbol, ...subject.former_symbols].map(bareSymbol);
  return title.split(/[^\p{L}\p{N}&-]+/u).some((word) => word.length > 2 && symbols.includes(word));
}

/** The search of a company's name in the words that its country's edition understands. */
function searchPath({ subject, mode, as_of }: Pick<EvidenceRequest, 'subject' | 'mode' | 'as_of'>): string {
  const when =
    mode === 'HISTORICAL'
      ? `after:${dayOf(as_of, -DAYS_BACK)} before:${dayOf(as_of, 1)}`
      : `when:${DAYS_BACK}d`;
  const isAmerican =
    subject.exchange === 'NASDAQ' || subject.exchange === 'NYSE' || subject.isin?.startsWith('US');
  const edition = isAmerican === true ? 'ceid=US%3Aen&gl=US&hl=en-US' : 'ceid=IN%3Aen&gl=IN&hl=en-IN';
  return `/rss/search?${edition}&q=${encodeURIComponent(`"${searchName(subject)}" ${when}`)}`;
}

function dayOf(instant: string, days: number): string {
  return addDays(new Date(instant).toISOString().slice(0, 10), days);
}
