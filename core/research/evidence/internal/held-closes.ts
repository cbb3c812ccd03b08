import { dayInWords } from '../../../platform/index.ts';
import type { Calendar } from '../../../market/calendar/index.ts';
import { AUTHORITIES, type EvidencePacket, isAtLeast, type ResearchSubject } from '../../port/index.ts';
import { onShareOfLast, type ShareChange, technicals } from '../exchange/index.ts';
import type { SubjectMarket } from './market.ts';
import { type Publisher, publisherOf } from './publishers.ts';
import type { HeldClose } from './records.ts';
import { HELD_FIGURE, latest, NAME, sealHeld } from './seal-held.ts';

interface HeldSeries {
  subject: ResearchSubject;
  market: SubjectMarket & { currency: string };
  /** By day, of sessions that had ended. */
  closes: readonly HeldClose[];
  changes: readonly ShareChange[];
}

const basisOf = (changes: readonly ShareChange[], day: string): string | null =>
  changes.findLast(({ ex_date }) => ex_date <= day)?.ex_date ?? null;

/** Closes as they were traded, in one packet for each that published some: the last of each month. */
export function closePackets({ subject, market, closes, changes }: HeldSeries): EvidencePacket[] {
  const sources = [...new Set(closes.map(({ source }) => source))];
  return sources.map((source) => {
    const own = closes.filter((one) => one.source === source);
    const { name, authority, isMarket, note } = publisherOf(source, {});
    const monthEnds = own.filter(({ day }, at) => own[at + 1]?.day.slice(0, 7) !== day.slice(0, 7));
    const [first, last] = [own[0]?.day ?? '', own.at(-1)?.day ?? ''];
    return sealHeld(
      subject,
      {
        source_id: `${NAME}:${subject.symbol}:closes:${source}`,
        publisher: name,
        authority,
        families: isMarket ? ['market_data', 'exchange_prices'] : ['market_data'],
        title: `Closes of ${subject.symbol} in Munim’s history, ${dayInWords(first)} to ${dayInWords(last)}`,
        published_at: market.endOf(last).toISOString(),
        observations: monthEnds.map(({ day, close }) => ({
          ...HELD_FIGURE,
          metric: 'close',
          end: day,
          unit: `${market.currency}/share`,
          value: close,
          reason: null,
          published_at: market.endOf(day).toISOString(),
          locator: `history, ${source}, ${dayInWords(day)}`,
          share_basis: basisOf(changes, day),
        })),
        notes: ['The last close of each month, not adjusted for later splits or bonuses.', note],
      },
      own.map(({ day, close }) => [day, close, source]),
      latest(own.map(({ recorded_at }) => recorded_at)),
    );
  });
}

/**
 * What follows from the closes. A figure is worked out of the strongest of them that are enough, and has the authority of
 * the weakest that went into it; one for which sessions are missing is unknown.
 */
export function technicalPackets(series: HeldSeries, calendar: Calendar): EvidencePacket[] {
  const { subject, market, closes, changes } = series;
  if (closes.length === 0) return [];
  const publishers = new Map(closes.map(({ source }) => [source, publisherOf(source, {})]));
  const authorityOf = ({ source }: HeldClose) => (publishers.get(source) as Publisher).authority;
  const levels = AUTHORITIES.filter((one) => closes.some((close) => authorityOf(close) === one));
  const told = new Set<string>();
  return levels.flatMap((authority, at) => {
    const used = closes.filter((one) => isAtLeast(authorityOf(one), authority));
    const [first, last] = [used[0]?.day ?? '', used.at(-1)?.day ?? ''];
    const figures = technicalsOf(used, series, calendar).filter(
      ({ metric, value }) => !told.has(metric) && (value !== null || at === levels.length - 1),
    );
    for (const { metric } of figures) told.add(metric);
    if (figures.length === 0) return [];
    const names = [...new Set(used.map(({ source }) => (publishers.get(source) as Publisher).name))];
    return [
      sealHeld(
        subject,
        {
          source_id: `${NAME}:${subject.symbol}:technicals:${authority}`,
          publisher: names.join(', '),
          authority,
          families: ['exchange_technicals'],
          title: `Calculated from ${used.length} closes of ${subject.symbol} in Munim’s history`,
          published_at: market.endOf(last).toISOString(),
          observations: figures.map(({ metric, end, value, reason }) => ({
            ...HELD_FIGURE,
            metric,
            end,
            unit: metric === 'price_return_1y_pct' ? 'pct' : `${market.currency}/share`,
            value,
            reason,
            published_at: market.endOf(end).toISOString(),
            locator: `${used.length} closes, ${dayInWords(first)} to ${dayInWords(end)}`,
            share_basis: basisOf(changes, end),
          })),
          notes: ['Munim calculated these from the closes, adjusted to the shares of the last day.'],
        },
        used.map(({ day, close, source }) => [day, close, source]),
        latest(used.map(({ recorded_at }) => recorded_at)),
      ),
    ];
  });
}

function technicalsOf(closes: readonly HeldClose[], { market, changes }: HeldSeries, calendar: Calendar) {
  const [first, last] = [closes[0], closes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const held = new Set(closes.map(({ day }) => day));
  const missing =
    market.exchange === null
      ? []
      : calendar.sessionsBetween(market.exchange, first.day, last.day).filter((day) => !held.has(day));
  // Nobody says that every split is on record, so what still looks like one afterwards is not trusted.
  const prices = onShareOfLast(closes, changes);
  const comparable = closes.map(({ day }, at) => ({ day, close: prices[at]?.toFixed() ?? '' }));
  const found = technicals({
    closes: comparable,
    changes: null,
    missing,
    words: {
      missing: (sessions) => `The closes of ${sessions} sessions are missing.`,
      jump: 'no split of that day is on record',
    },
  }).filter(({ metric }) => metric !== 'close');
  if (market.exchange !== null) return found;
  const reason = 'Its exchange is unknown, so Munim cannot tell which closes are missing.';
  return found.map((one) => ({ ...one, value: null, reason }));
}
