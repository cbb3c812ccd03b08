import type { Calendar } from '../../../market/calendar/index.ts';
import { momentInWords, dayInWords, addDays } from '../../../platform/index.ts';
import type { Acquired, EvidenceProvider, EvidenceRequest } from '../../port/index.ts';
import { type ShareChange, yearBefore } from '../exchange/index.ts';
import { closePackets, technicalPackets } from './held-closes.ts';
import { listingPacket } from './held-listing.ts';
import { quotePackets } from './held-quotes.ts';
import { marketOf, type SubjectMarket } from './market.ts';
import type { HeldRecords } from './records.ts';
import { NAME } from './seal-held.ts';

/** Days before the day a year ago, in case the share did not trade on it. */
const SPARE_DAYS = 12;

interface InternalParts {
  calendar: Calendar;
  /** Left out, nothing is held. */
  records?: HeldRecords;
}

/**
 * What Munim itself holds of a share: closes of its history, the last prices in the books of whoever asks, and its sector.
 * Nobody outside is asked. Who published a thing decides how much it counts, and being held here raises nothing
 * (research/Evidence acquisition rules 5; Evidence, claims and facts rules 1).
 */
export function createInternalEvidence({ calendar, records }: InternalParts): EvidenceProvider {
  return {
    name: NAME,
    covers: () => true,
    async acquire(request) {
      const found: Acquired = { packets: [], refused: [], failures: [] };
      if (records === undefined) return found;
      const { subject, signal } = request;
      const known = marketOf(subject, calendar);
      /** Does one part; where it fails the others go on. */
      const part = async (what: string, work: () => Promise<void>): Promise<void> => {
        try {
          await work();
        } catch (error) {
          signal?.throwIfAborted();
          const why = error instanceof Error ? error.message : String(error);
          found.failures.push({
            provider: NAME,
            kind: 'malformed',
            message: `${what} could not be read: ${why}`,
          });
        }
      };
      await part('The sector on record', async () => {
        const listing = await records.listing(subject);
        if (listing === null) return;
        const read = listingPacket(request, listing);
        if ('packet' in read) found.packets.push(read.packet);
        else found.refused.push(read.refused);
      });
      const { currency } = known;
      if (currency === null) {
        found.refused.push({
          provider: NAME,
          source_id: `${NAME}:${subject.symbol}:prices`,
          reason: 'MALFORMED',
          detail: 'The currency of its prices is unknown.',
        });
        return found;
      }
      const market = { ...known, currency };
      let changes: ShareChange[] = [];
      await part('The closes of the history', async () => {
        changes = await records.changes(subject.instrument_id);
        await addCloses({ request, market, changes, records, calendar }, found);
      });
      const { owner_user_id } = request;
      if (owner_user_id !== undefined)
        await part('The prices in your books', async () => {
          const quotes = await records.quotes(owner_user_id);
          const read = quotePackets(quotes, { request, market, changes, feeds: records.feeds });
          found.packets.push(...read.packets);
          found.refused.push(...read.refused);
        });
      return found;
    },
  };
}

async function addCloses(
  {
    request: { subject, as_of },
    market,
    changes,
    records,
    calendar,
  }: {
    request: EvidenceRequest;
    market: SubjectMarket & { currency: string };
    changes: readonly ShareChange[];
    records: HeldRecords;
    calendar: Calendar;
  },
  found: Acquired,
): Promise<void> {
  const day = new Date(as_of).toISOString().slice(0, 10);
  // East of Greenwich the next day has begun already.
  const all = await records.closes(
    subject.instrument_id,
    addDays(yearBefore(day), -SPARE_DAYS),
    addDays(day, 1),
  );
  const closes = all.filter((one) => market.endOf(one.day).getTime() <= Date.parse(as_of));
  for (const late of all.filter((one) => !closes.includes(one)))
    found.refused.push({
      provider: NAME,
      source_id: `${NAME}:${subject.symbol}:closes:${late.source}:${late.day}`,
      reason: 'AFTER_CUTOFF',
      detail: `The session of ${dayInWords(late.day)} ended after ${momentInWords(as_of)}.`,
    });
  const series = { subject, market, closes, changes };
  found.packets.push(...closePackets(series), ...technicalPackets(series, calendar));
}
