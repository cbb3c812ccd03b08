import { momentInWords, dayInWords, addMonths, istDate } from '../../../platform/index.ts';
import type { Parsing } from '../../parsing/index.ts';
import {
  mayBeIndian,
  type Acquired,
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceRequest,
  type RefusalReason,
  type ResearchSubject,
  sealPacket,
} from '../../port/index.ts';
import type { Asking } from './ask.ts';
import { findFilings, getFiling } from './filing-search.ts';
import type { ListedFiling } from './result-lists.ts';
import type { ResultsFiling } from './results-filing.ts';

const NAME = 'nse_filings';
/** Both scopes of five years, quarter by quarter, with a revision of each. */
const MOST_FILINGS = 100;

/** Quarterly and yearly results as companies file them with NSE, in XBRL (research/Evidence acquisition rules). */
export function createNseFilings({ parsing }: { parsing: Parsing }): EvidenceProvider {
  return {
    name: NAME,
    covers: mayBeIndian,
    async acquire(request, documents) {
      const acquired: Acquired = { packets: [], refused: [], failures: [] };
      const asking: Asking = { provider: NAME, documents, signal: request.signal };
      const { filings, foreign, unread, failures } = await findFilings(
        asking,
        symbolsOf(request.subject),
        request.as_of,
      );
      acquired.failures.push(...failures);
      const refuse = (id: string, reason: RefusalReason, detail: string) =>
        acquired.refused.push({ provider: NAME, source_id: `${NAME}:${id}`, reason, detail });
      if (foreign > 0)
        refuse('list', 'OTHER_COMPANY', `${foreign} rows of the list belong to other companies`);
      if (unread > 0) refuse('list', 'MALFORMED', `${unread} rows of the list cannot be read`);
      let read = 0;
      for (const filing of filings.filter((one) => isRecent(one, request))) {
        const { path, published_at } = filing;
        if (published_at !== null && Date.parse(published_at) > Date.parse(request.as_of))
          refuse(
            filing.number,
            'AFTER_CUTOFF',
            `it was published on ${momentInWords(published_at)}, after ${momentInWords(request.as_of)}`,
          );
        else if (path === null) refuse(filing.number, 'MALFORMED', filing.reason ?? 'it has no document');
        else if (read === MOST_FILINGS) {
          const message = `NSE lists more filings; only the latest ${MOST_FILINGS} were read`;
          acquired.failures.push({ provider: NAME, kind: 'too_large', message });
          break;
        } else {
          read += 1;
          const got = await getFiling(asking, parsing, { ...filing, path });
          if ('failure' in got) acquired.failures.push(got.failure);
          else if ('malformed' in got) refuse(filing.number, 'MALFORMED', got.malformed);
          else {
            const packet = packetOf(request, filing, got);
            if ('reason' in packet) refuse(filing.number, packet.reason, packet.detail);
            else acquired.packets.push(packet);
          }
        }
      }
      return acquired;
    },
  };
}

/** Its symbol and those that it had before, in capitals. */
export function symbolsOf({ symbol, former_symbols }: ResearchSubject): string[] {
  return [...new Set([symbol, ...former_symbols].map((one) => one.toUpperCase()))];
}

/** A year more than asked for, so that the first of them is whole. */
function isRecent({ period_end }: ListedFiling, { as_of, years }: EvidenceRequest): boolean {
  return period_end === null || period_end >= addMonths(istDate(new Date(as_of)), -12 * (years + 1));
}

function packetOf(
  request: EvidenceRequest,
  listed: ListedFiling,
  { document, filing }: { document: EvidenceDocument; filing: ResultsFiling },
): EvidencePacket | { reason: RefusalReason; detail: string } {
  const stranger = strangerIn(filing, request.subject);
  if (stranger !== null) return { reason: 'OTHER_COMPANY', detail: stranger };
  if (filing.security !== null && !/equity/i.test(filing.security))
    return { reason: 'NOT_EQUITY', detail: `it is about ${filing.security.slice(0, 60)}, not about equity` };
  const { entity, fiscal_year, notes } = filing;
  const isTimeless = listed.published_at === null;
  return sealPacket(
    {
      source_id: `${NAME}:${listed.number}`,
      provider: NAME,
      publisher: 'NSE',
      authority: 'FILING',
      source_class: isTimeless && request.mode === 'HISTORICAL' ? 'DISCOVERED' : 'VERIFIED_FETCHED',
      families: ['exchange_filings', 'fundamentals'],
      title: `${entity.name ?? listed.name ?? request.subject.symbol}: results to ${dayInWords(filing.period_end)}, ${filing.scope}${listed.is_revision ? ', revised' : ''}`,
      url: `https://nsearchives.nseindia.com${listed.path ?? ''}`,
      published_at: listed.published_at,
      published_precision: isTimeless ? 'UNKNOWN' : 'INSTANT',
      entity: { symbol: entity.symbol, isin: entity.isin, name: entity.name, id: entity.bse_code },
      fiscal_years: fiscal_year === null ? [] : [fiscal_year],
      observations: filing.observations,
      passages: [],
      notes: [...notes, ...listNotes(listed, filing, request.subject)],
      document_hashes: [document.sha256],
    },
    document,
  );
}

/**
 * Of whom the filing is, where it is not the subject; null where it is. The symbol decides: the ISIN inside may be a former one or
 * miss a digit, and the entity may be the code of BSE.
 */
function strangerIn({ entity }: ResultsFiling, subject: ResearchSubject): string | null {
  if (entity.symbol !== null)
    return symbolsOf(subject).includes(entity.symbol)
      ? null
      : `it belongs to ${entity.symbol}, not to ${subject.symbol}`;
  const isins = [subject.isin, ...subject.former_isins];
  if (entity.isin !== null && isins.includes(entity.isin)) return null;
  return `it names neither ${subject.symbol} nor its ISIN`;
}

function listNotes(
  listed: ListedFiling,
  { entity, period_end }: ResultsFiling,
  subject: ResearchSubject,
): string[] {
  const notes: string[] = [];
  if (listed.is_revision)
    notes.push(
      listed.remark === null
        ? 'This filing revises an earlier one. The company gave no reason.'
        : `It is a revision. The company says: ${listed.remark.slice(0, 300)}`,
    );
  if (listed.period_end !== null && listed.period_end !== period_end)
    notes.push(
      `The list says that its period ends on ${dayInWords(listed.period_end)}; the filing says ${dayInWords(period_end)}.`,
    );
  if (entity.isin !== null && subject.isin !== null && entity.isin !== subject.isin)
    notes.push(`Its ISIN is ${entity.isin}, not ${subject.isin}, but the symbol is the same.`);
  return notes;
}
