import type * as yup from 'yup';
import {
  NotAChart,
  quotedIn,
  readYahooChartBody,
  withoutNoise,
  type YahooChartBody,
} from '../../../market/providers/index.ts';
import { decimal } from '../../../platform/index.ts';

/** A body that is no answer of Yahoo's. */
export class NotYahoo extends Error {
  override name = 'NotYahoo';
}

interface ChartClose {
  day: string;
  /** When the session ended, ISO-8601. */
  closed_at: string;
  /** On the shares of today; null is a gap. */
  close: string | null;
}
interface ChartSplit {
  day: string;
  new_shares: string;
  old_shares: string;
}
interface ChartDividend {
  day: string;
  /** On the shares of today. */
  amount: string;
}

/** Closes, dividends and splits of one share, all on the shares of today: Yahoo has applied the splits already. */
export interface YahooChart {
  symbol: string;
  currency: string | null;
  type: string | null;
  name: string | null;
  closes: ChartClose[];
  splits: ChartSplit[];
  dividends: ChartDividend[];
  /** Events that cannot be read. */
  unread: number;
}

/** One that says what its prices are in. */
export type ListedChart = YahooChart & { currency: string };

/** How long after its day began a session ends, in the zone of its exchange; a whole day where that is not known. */
const SESSION_ENDS: Readonly<Record<string, number>> = {
  'Asia/Kolkata': 15.5 * 3600,
  'America/New_York': 16 * 3600,
};
const DAY_SECONDS = 24 * 3600;

/** @throws NotYahoo */
export function readYahooChart(body: Buffer): YahooChart | null {
  const [first] = chartBody(body).result ?? [];
  if (first === undefined) return null;
  const { meta } = first;
  const { symbol } = meta;
  if (!symbol) throw new NotYahoo('the chart does not say whose it is');
  const zone = meta.exchangeTimezoneName ?? null;
  const dayOf = daysAt(zone, meta.gmtoffset ?? null);
  const given = meta.currency ?? null;
  const quoted = given === null ? null : quotedIn(given);
  const money = (price: number): string =>
    decimal(withoutNoise(price))
      .div(quoted?.parts ?? 1)
      .toFixed();
  const quote = first.indicators?.quote?.[0]?.close ?? [];
  const closes = new Map<string, ChartClose>();
  for (const [at, seconds] of (first.timestamp ?? []).entries()) {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) continue;
    const { day, offset } = dayOf(seconds);
    const close = quote[at];
    const isPrice = typeof close === 'number' && Number.isFinite(close) && close > 0;
    const ended = Date.parse(`${day}T00:00:00Z`) / 1000 - offset + (SESSION_ENDS[zone ?? ''] ?? DAY_SECONDS);
    closes.set(day, {
      day,
      closed_at: new Date(ended * 1000).toISOString(),
      close: isPrice ? money(close) : null,
    });
  }
  let unread = 0;
  const numbers = (event: unknown, ...names: string[]): number[] | null => {
    const found = names.map((name) => (event as Record<string, unknown> | null)?.[name]);
    const all = found.filter(
      (one): one is number => typeof one === 'number' && one > 0 && Number.isFinite(one),
    );
    if (all.length === names.length) return all;
    unread += 1;
    return null;
  };
  const splits = Object.values(first.events?.splits ?? {}).flatMap((event): ChartSplit[] => {
    const [date = 0, more = 0, fewer = 0] = numbers(event, 'date', 'numerator', 'denominator') ?? [];
    return date === 0
      ? []
      : [{ day: dayOf(date).day, new_shares: decimal(more).toFixed(), old_shares: decimal(fewer).toFixed() }];
  });
  const dividends = Object.values(first.events?.dividends ?? {}).flatMap((event): ChartDividend[] => {
    const [date = 0, amount = 0] = numbers(event, 'date', 'amount') ?? [];
    return date === 0 ? [] : [{ day: dayOf(date).day, amount: money(amount) }];
  });
  const byDay = (one: { day: string }, other: { day: string }): number => (one.day < other.day ? -1 : 1);
  return {
    symbol,
    currency: quoted?.currency ?? null,
    type: meta.instrumentType ?? null,
    name: meta.longName ?? null,
    closes: [...closes.values()].toSorted(byDay),
    splits: splits.toSorted(byDay),
    dividends: dividends.toSorted(byDay),
    unread,
  };
}

/** The calendar day at the exchange with its offset: the one that is sent is that of today, so the zone decides where it is known. */
function daysAt(
  zone: string | null,
  offset: number | null,
): (seconds: number) => { day: string; offset: number } {
  let format: Intl.DateTimeFormat | null = null;
  try {
    // The Swedish way to write a date is ours.
    if (zone !== null)
      format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return (seconds) => {
    const shift = offset === null ? 0 : offset;
    if (format === null)
      return { day: new Date((seconds + shift) * 1000).toISOString().slice(0, 10), offset: shift };
    const local = format.format(seconds * 1000);
    return { day: local.slice(0, 10), offset: Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - seconds };
  };
}

function chartBody(body: Buffer): YahooChartBody {
  try {
    return readYahooChartBody(JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (!(error instanceof NotAChart || error instanceof SyntaxError)) throw error;
    throw new NotYahoo('the answer has no chart', { cause: error });
  }
}

/** JSON of a body in the shape of a schema. @throws NotYahoo */
export function validated<T>(shape: yup.Schema<T>, body: Buffer, words: string): T {
  try {
    return shape.validateSync(JSON.parse(body.toString('utf8')), { strict: true });
  } catch (error) {
    throw new NotYahoo(words, { cause: error });
  }
}
