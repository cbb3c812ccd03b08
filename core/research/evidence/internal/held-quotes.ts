import { bareSymbol, isSameIssuer } from '../../../market/instruments/index.ts';
import { momentInWords, dayInWords, istInstant } from '../../../platform/index.ts';
import type { EvidencePacket, EvidenceRequest, Observation, RefusedEvidence } from '../../port/index.ts';
import type { ShareChange } from '../exchange/index.ts';
import type { SubjectMarket } from './market.ts';
import { publisherOf } from './publishers.ts';
import type { HeldQuote } from './records.ts';
import { HELD_FIGURE, latest, NAME, sealHeld } from './seal-held.ts';

const SHARES: readonly string[] = ['Indian Equity', 'US Equity'];
/** What the history holds anyway: a holding without a newer price shows it, on the shares of today. */
const OF_HISTORY: readonly string[] = ['NSE', 'FILE'];
/** Gives both quotes and closes of the history. */
const OF_BOTH = 'YAHOO';
/** When a price of long ago is written down as seen (the end of a session in India), wherever its market is. */
const LONG_AGO = '15:30';

interface QuotesToRead {
  request: EvidenceRequest;
  market: SubjectMarket & { currency: string };
  changes: readonly ShareChange[];
  feeds: Readonly<Record<string, string>>;
}

/**
 * The last prices that one person's books know of a share, in one packet for each that published some. A price is a close
 * where its session was over when it was seen; one of later than the run is refused.
 */
export function quotePackets(
  quotes: readonly HeldQuote[],
  { request, market, changes, feeds }: QuotesToRead,
): { packets: EvidencePacket[]; refused: RefusedEvidence[] } {
  const { subject, as_of } = request;
  const refused: RefusedEvidence[] = [];
  const own = quotes.filter(
    (one) => isOf(one, request) && one.currency === market.currency && !OF_HISTORY.includes(one.source ?? ''),
  );
  const packets = [...new Set(own.map(({ source }) => source))].flatMap((source) => {
    const { name, authority, isMarket, note } = publisherOf(source, feeds);
    const source_id = `${NAME}:${subject.symbol}:quote:${source ?? 'unknown'}`;
    const known: { quote: HeldQuote; figure: Observation }[] = [];
    for (const quote of newestOfDays(own.filter((one) => one.source === source))) {
      const figure = figureOf(quote, market, changes, as_of);
      const { published_at } = figure;
      if (published_at !== null && published_at > new Date(as_of).toISOString())
        refused.push({
          provider: NAME,
          source_id: `${source_id}:${figure.end}`,
          reason: 'AFTER_CUTOFF',
          detail: `The price of ${name} is from ${momentInWords(published_at)}, after ${momentInWords(as_of)}.`,
        });
      else known.push({ quote, figure });
    }
    if (known.length === 0) return [];
    return [
      sealHeld(
        subject,
        {
          source_id,
          publisher: name,
          authority,
          families: isMarket ? ['market_data', 'exchange_prices'] : ['market_data'],
          title: `Last price of ${subject.symbol} in your books`,
          published_at: latest(known.flatMap(({ figure }) => figure.published_at ?? [])),
          observations: known.map(({ figure }) => figure),
          notes: [note],
        },
        known.map(({ quote: { price, day, seen_at } }) => [price, day, seen_at, source]),
        latest(known.map(({ quote }) => quote.seen_at)),
      ),
    ];
  });
  return { packets, refused };
}

/** Whether a quote is of the share: by ISIN where both have one, else by the symbol of now or before. */
function isOf({ symbol, isin, asset_class }: HeldQuote, { subject }: EvidenceRequest): boolean {
  if (!SHARES.includes(asset_class)) return false;
  const isins = [subject.isin, ...subject.former_isins].filter((one) => one !== null);
  if (isin !== null && isins.length > 0) return isins.some((one) => isSameIssuer(one, isin));
  const spelt = (word: string) => bareSymbol(word.toUpperCase()).replace('.', '-');
  return [subject.symbol, ...subject.former_symbols].some((one) => spelt(one) === spelt(symbol));
}

/** One for each day: the one that was seen last. */
function newestOfDays(quotes: readonly HeldQuote[]): HeldQuote[] {
  const days = new Map<string | null, HeldQuote>();
  for (const one of quotes) {
    const other = days.get(one.day);
    if (other === undefined || other.seen_at < one.seen_at) days.set(one.day, one);
  }
  return [...days.values()];
}

function figureOf(
  quote: HeldQuote,
  market: SubjectMarket,
  changes: readonly ShareChange[],
  as_of: string,
): Observation {
  const { price, day, source } = quote;
  const seen = new Date(quote.seen_at);
  const seenOn = seen.toISOString().slice(0, 10);
  const end = day ?? seenOn;
  // A close of the history that prices a holding is on the shares of whenever that was done.
  const sharesOf = source === OF_BOTH ? new Date(as_of).toISOString().slice(0, 10) : seenOn;
  const reason = day === null ? null : whyNoClose({ day, seen, sharesOf }, market, changes);
  // What was read while its session ran is known since then; a close since the session ended, whenever it was read.
  const isClose = day !== null && reason === null;
  return {
    ...HELD_FIGURE,
    metric: 'close',
    end,
    unit: `${market.currency ?? ''}/share`,
    value: reason === null ? price : null,
    reason,
    published_at: (isClose ? market.endOf(day) : seen).toISOString(),
    locator: `price from ${source ?? 'an unknown source'}, seen on ${momentInWords(seen)}`,
    share_basis: changes.findLast(({ ex_date }) => ex_date <= end)?.ex_date ?? null,
  };
}

/** Why a price of a session is no close of it; null where it is. */
function whyNoClose(
  { day, seen, sharesOf }: { day: string; seen: Date; sharesOf: string },
  market: SubjectMarket,
  changes: readonly ShareChange[],
): string | null {
  const beginning = market.beginningOf(day);
  const longAgo = istInstant(day, LONG_AGO);
  // Nobody sees a price before its session began: this one was read long after it, and is dated to its day.
  const isOfLongAgo = seen.getTime() === longAgo.getTime() && beginning !== null && longAgo < beginning;
  if (seen < market.endOf(day) && !isOfLongAgo)
    return `It was seen on ${momentInWords(seen)}, before the session of ${dayInWords(day)} had ended.`;
  const change = changes.find(({ ex_date }) => day < ex_date && ex_date <= sharesOf);
  return change === undefined
    ? null
    : `A split or bonus changed the shares on ${dayInWords(change.ex_date)}, and it is unknown whether this price is before or after it.`;
}
