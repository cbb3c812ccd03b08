import { istDate, istInstant } from '../../platform/index.ts';
import type { Market } from './exchange.ts';

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

function newYorkParts(at: Date): { date: string; hour: number } {
  const parts = new Map(newYork.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
  };
}

/** The date on the exchange's wall at an instant. */
export function exchangeDate(market: Market, at: Date): string {
  return market === 'IN' ? istDate(at) : newYorkParts(at).date;
}

/** The instant of a wall-clock time of trading hours ('HH:MM') on a date. */
export function exchangeInstant(market: Market, date: string, time: string): Date {
  if (market === 'IN') return istInstant(date, time);
  // 17:00 UTC is noon in New York in winter and 13:00 in summer; clocks change in the night, before any session.
  const offset = 17 - newYorkParts(new Date(`${date}T17:00:00Z`)).hour;
  return new Date(new Date(`${date}T${time}:00Z`).getTime() + offset * 3_600_000);
}
