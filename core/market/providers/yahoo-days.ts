import * as yup from 'yup';
import { decimal } from '../../platform/index.ts';
import { NotAChart, quotedIn, readYahooChartBody, withoutNoise } from './yahoo-body.ts';
import type { RegistryExchange } from '../instruments/index.ts';
import type { QuoteFailure } from '../quotes/index.ts';
import { type HistoryOutcome, noHistory, type RawClose, type ReportedSplit } from '../history/index.ts';

const split = yup.object({
  date: yup.number().required(),
  numerator: yup.number().required(),
  denominator: yup.number().required(),
});
/** Yahoo's codes of the exchanges in New York and Mumbai. */
const EXCHANGES: Record<string, RegistryExchange> = {
  NMS: 'NASDAQ',
  NGM: 'NASDAQ',
  NCM: 'NASDAQ',
  NYQ: 'NYSE',
  ASE: 'NYSE',
  PCX: 'NYSE',
  NSI: 'NSE',
  BSE: 'BSE',
};
/** Un-adjusted closes are computed, and exchanges quote no finer than this. */
const PLACES = 4;

/**
 * Reads a body of Yahoo's chart API as closes by day, as they were traded: Yahoo's own closes are adjusted for every
 * split since, which is undone by the splits that the same body reports. So it has to reach to today. Its adjusted
 * closes, which dividends can push below zero, are not looked at. Days without a close are left out; where a day comes
 * twice, the later one counts.
 * @throws NotAChart
 */
export function readYahooDays(
  received: unknown,
  { from, to, currency }: { from: string; to: string; currency: string },
): HistoryOutcome {
  const chart = readYahooChartBody(received);
  if (chart.error) return noHistory(failureOf(chart.error.code));
  const first = chart.result?.[0];
  if (first === undefined) return noHistory('NOT_FOUND');
  const { currency: given, gmtoffset, exchangeName, exchangeTimezoneName } = first.meta;
  if (!given) return noHistory('NO_PRICE');
  const quoted = quotedIn(given);
  if (quoted.currency !== currency) return noHistory('CURRENCY_MISMATCH');
  const dayAt = daysAt(exchangeTimezoneName ?? null, gmtoffset ?? 0);
  const splits = splitsOf(first.events?.splits ?? {}, dayAt);
  const exchange = EXCHANGES[exchangeName ?? ''];
  const closes = first.indicators?.quote?.[0]?.close ?? [];
  const byDay = new Map<string, number>();
  // Without timestamps, closes belong to no day.
  for (const [index, at] of (first.timestamp ?? []).entries()) {
    const close = closes[index];
    if (typeof at !== 'number' || !Number.isFinite(at)) continue;
    if (typeof close !== 'number' || !Number.isFinite(close)) continue;
    const day = dayAt(at);
    if (from <= day && day <= to) byDay.set(day, close);
  }
  const raw = [...byDay].map(([day, close]): RawClose => ({
    day,
    close: asTraded(close, day, splits, quoted.parts),
  }));
  return {
    closes: raw.sort((a, b) => (a.day < b.day ? -1 : 1)),
    splits,
    failure: raw.length === 0 ? 'NO_PRICE' : null,
    ...(exchange === undefined ? {} : { exchange }),
  };
}

function asTraded(close: number, day: string, splits: readonly ReportedSplit[], parts: number): string {
  let price = decimal(withoutNoise(close)).div(parts);
  const later = splits.filter(({ ex_date }) => ex_date > day);
  for (const { new_shares, old_shares } of later) price = price.times(new_shares).div(old_shares);
  return (later.length === 0 ? price.toDecimalPlaces(10) : price.toDecimalPlaces(PLACES)).toFixed();
}

function splitsOf(events: Record<string, unknown>, dayAt: (seconds: number) => string): ReportedSplit[] {
  return Object.values(events)
    .flatMap((event): ReportedSplit[] => {
      if (!split.isValidSync(event, { strict: true })) throw new NotAChart('a split cannot be read');
      const { date, numerator, denominator } = split.cast(event);
      if (!(numerator > 0) || !(denominator > 0)) throw new NotAChart('a split cannot be read');
      return [{ ex_date: dayAt(date), new_shares: String(numerator), old_shares: String(denominator) }];
    })
    .sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1));
}

function failureOf(code: string): QuoteFailure {
  if (/not found/i.test(code)) return 'NOT_FOUND';
  return /bad request|unprocessable/i.test(code) ? 'NO_PRICE' : 'PROVIDER_ERROR';
}

/** The calendar day at the market. The offset that is sent is the one of today, so the zone decides where it is known. */
function daysAt(zone: string | null, offset: number): (seconds: number) => string {
  let format: Intl.DateTimeFormat | null = null;
  try {
    // The Swedish way to write a date is ours.
    if (zone !== null) format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return (seconds) =>
    format === null
      ? new Date((seconds + offset) * 1000).toISOString().slice(0, 10)
      : format.format(seconds * 1000);
}
