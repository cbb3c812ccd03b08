import { isCalendarDate } from '../../../platform/index.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const NSE_MOMENT = /^(\d{2}-[A-Za-z]{3}-\d{4}) (\d{2}:\d{2}:\d{2})$/;
const BSE_MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\d*$/;

/** A day as NSE writes it, `31-Mar-2025` or `31-MAR-2025`, as YYYY-MM-DD; null for anything else. */
export function nseDay(text: string | null): string | null {
  const [day, name, year] = text?.split('-') ?? [];
  const month = MONTHS.indexOf(name?.toUpperCase() ?? '') + 1;
  if (day === undefined || year === undefined || month === 0) return null;
  const date = `${year}-${String(month).padStart(2, '0')}-${day}`;
  return isCalendarDate(date) ? date : null;
}

/** A moment of NSE's lists, Indian time, `10-Aug-2026 19:05:33`, as ISO-8601 in UTC; null for anything else. */
export function nseMoment(text: string | null): string | null {
  const [, day, time] = NSE_MOMENT.exec(text ?? '') ?? [];
  return inIndia(nseDay(day ?? null), time);
}

/** A moment of BSE's lists, Indian time without a zone, `2026-08-21T12:16:02.13`, as ISO-8601 in UTC. */
export function bseMoment(text: string | null): string | null {
  const [, day, time, part] = BSE_MOMENT.exec(text ?? '') ?? [];
  if (day === undefined || !isCalendarDate(day)) return null;
  return inIndia(day, time, part?.padEnd(3, '0'));
}

function inIndia(day: string | null, time: string | undefined, part = '000'): string | null {
  if (day === null || time === undefined) return null;
  const at = new Date(`${day}T${time}.${part}+05:30`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
