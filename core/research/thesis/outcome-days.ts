import type { Calendar, Exchange } from '../../market/calendar/index.ts';
import { DAY_MS } from '../../platform/index.ts';
import { mayBeIndian, type ResearchSubject } from '../port/index.ts';
import type { Horizon } from '../runs/index.ts';

/** Whose sessions a share keeps. Where nobody says its exchange, it is that of its country. */
export function exchangeOf(subject: ResearchSubject): Exchange {
  return subject.exchange ?? (mayBeIndian(subject) ? 'NSE' : 'NYSE');
}

/** The last session that had closed by a moment. One whose hours are not on record closes with its day. */
export function lastClosed(calendar: Calendar, exchange: Exchange, at: Date): string {
  const today = calendar.dateAt(exchange, at);
  const last = calendar.sessionOnOrBefore(exchange, today);
  if (last < today) return last;
  const end = calendar.sessionHours(exchange, today).close ?? new Date(Date.parse(today) + DAY_MS);
  return end <= at ? today : calendar.previousSession(exchange, today);
}

/** From the last close that a dossier could know to that of the nth session after. Days are YYYY-MM-DD. */
export function outcomeDays(
  calendar: Calendar,
  exchange: Exchange,
  { as_of, horizon }: { as_of: Date; horizon: Horizon },
): { from: string; to: string } {
  const from = lastClosed(calendar, exchange, as_of);
  return { from, to: calendar.addSessions(exchange, from, horizon) };
}
