import { dayInWords } from '../../../platform/index.ts';
import {
  type EvidencePacket,
  type Observation,
  type PacketContent,
  type ResearchSubject,
  sealPacket,
} from '../../port/index.ts';
import type { ShareChange } from './action-observations.ts';
import { DAY_FIGURE, hashOfCloses, NAME, newestOf, published } from './day-figure.ts';
import type { Closes } from './read-closes.ts';
import { technicals } from './technicals.ts';

/** A company's closes, and what follows from them; none where it did not trade. */
export function pricePackets(
  subject: ResearchSubject,
  { of, missing, documents }: Closes,
  changes: ShareChange[] | null,
): EvidencePacket[] {
  const closes = of.get(subject) ?? [];
  const [first, last] = [closes[0]?.day, closes.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const basisOf = (day: string) => changes?.findLast(({ ex_date }) => ex_date <= day)?.ex_date ?? null;
  const came = newestOf(documents);
  const base = {
    publisher: 'NSE',
    authority: 'OFFICIAL',
    url: null,
    published_at: published(last),
    published_precision: 'DAY',
    entity: { symbol: subject.symbol, isin: null, name: null, id: null },
    provider: NAME,
    fiscal_years: [],
    passages: [],
    document_hashes: [hashOfCloses(closes)],
  } as const;
  const gaps =
    missing.length === 0
      ? []
      : missing.length === 1
        ? [`The price file of ${dayInWords(missing[0] ?? '')} is missing.`]
        : [
            `The price files of ${missing.length} sessions are missing, the newest ${dayInWords(missing[0] ?? '')}.`,
          ];
  const figure = (metric: Observation['metric'], day: string): Omit<Observation, 'unit' | 'value'> => ({
    ...DAY_FIGURE,
    metric,
    end: day,
    published_at: published(day),
    locator: `day file of ${dayInWords(day)}`,
    share_basis: basisOf(day),
  });
  const monthEnds = closes.filter(
    ({ day }, at) =>
      at === 0 || at === closes.length - 1 || closes[at + 1]?.day.slice(0, 7) !== day.slice(0, 7),
  );
  const prices: PacketContent = {
    ...base,
    source_id: `${NAME}:${subject.symbol}:closes`,
    source_class: 'VERIFIED_FETCHED',
    families: ['exchange_prices', 'market_data'],
    title: `NSE closes of ${subject.symbol}, ${dayInWords(first)} to ${dayInWords(last)}`,
    observations: monthEnds.map(({ day, close }) => ({
      ...figure('close', day),
      unit: 'INR/share',
      value: close,
    })),
    notes: ['The last close of each month, as traded.', ...gaps],
  };
  const worked = technicals({ closes, changes, missing }).filter(({ metric }) => metric !== 'close');
  const derived: PacketContent = {
    ...base,
    source_id: `${NAME}:${subject.symbol}:technicals`,
    source_class: 'VERIFIED_INTERNAL',
    families: ['exchange_technicals'],
    title: `Calculated from ${closes.length} NSE closes of ${subject.symbol}`,
    observations: worked.map(({ metric, end, value, reason }) => ({
      ...figure(metric, end),
      unit: metric === 'price_return_1y_pct' ? 'pct' : 'INR/share',
      value,
      reason,
      locator: `${closes.length} closes, ${dayInWords(first)} to ${dayInWords(end)}`,
    })),
    notes: ['Munim calculated these from the closes, adjusted to the shares of the last day.', ...gaps],
  };
  return [prices, derived].map((content) => sealPacket(content, came));
}
