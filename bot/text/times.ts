import { dayInWords, istDate, momentInWords } from '../../core/platform/index.ts';

/** A date for reading: 5 Jan 2024. */
export function day(date: string | null | undefined): string {
  const found = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  return found === undefined ? 'unknown' : dayInWords(found);
}

/** An instant on an Indian clock: 5 Jan 2024, 15:45 IST. */
export function moment(at: string | Date | null | undefined): string {
  if (at === null || at === undefined) return 'unknown';
  const instant = typeof at === 'string' ? new Date(at) : at;
  if (Number.isNaN(instant.getTime())) return 'unknown';
  return momentInWords(instant);
}

/** The day of an instant in India: 5 Jan 2024. */
export function dayOf(at: string | null | undefined): string {
  if (at === null || at === undefined) return 'unknown';
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? 'unknown' : day(istDate(instant));
}

/** How long ago something was, in one unit: 5 minutes ago. */
export function ago(at: string | Date | null | undefined, now: Date): string {
  if (at === null || at === undefined) return 'never';
  const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / 60_000);
  if (Number.isNaN(minutes)) return 'unknown';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}
