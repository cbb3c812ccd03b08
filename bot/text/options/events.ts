import type { FormattedString } from '@grammyjs/parse-mode';
import type { EventsView, EventView } from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { count } from '../numbers.ts';
import { day } from '../times.ts';

/** More than this is for the dashboard. */
const MOST_EVENTS = 40;

const MARKS = { BLOCK: '⛔', WARNING: '⚠️', INFO: '·' } as const;

/** What blocks entries now, and what is ahead, day by day. */
export function eventsText(today: EventsView, upcoming: EventsView, days: number): FormattedString {
  const over = today.items.filter(({ id }) => !upcoming.items.some((one) => one.id === id));
  const shown = upcoming.items.slice(0, MOST_EVENTS);
  return lines(
    bold('Events'),
    nowLine(upcoming.items),
    ...byDay(shown, upcoming.from),
    over.length > 0 && '',
    over.length > 0 && `Over today: ${over.map(({ name }) => name).join(', ')}.`,
    shown.length < upcoming.items.length &&
      `${count(upcoming.items.length - shown.length, 'more event')} in the dashboard.`,
    shown.length === 0 &&
      [
        `Nothing is known for the next ${count(days, 'day')}. Import dates with npm run import-events, or ask for more days: /events 60`,
      ].join(''),
    ...(upcoming.warnings.length > 0 ? ['', ...upcoming.warnings] : []),
  );
}

function nowLine(items: readonly EventView[]): string {
  const blocking = items.filter(({ blocks_now }) => blocks_now);
  if (blocking.length > 0)
    return `New entries are blocked now: ${blocking
      .map((event) => `${nameOf(event)} (${windowOf(event)} IST)`)
      .join(', ')}.`;
  const careful = items.filter(({ is_on_now, severity }) => is_on_now && severity === 'WARNING');
  return careful.length === 0
    ? 'Nothing blocks new entries now.'
    : `Nothing blocks new entries now. Take care: ${careful.map(nameOf).join(', ')}.`;
}

function byDay(items: readonly EventView[], today: string): Line[] {
  const told: Line[] = [];
  let last = '';
  for (const event of items) {
    // What began before is on today.
    const date = event.day < today ? today : event.day;
    if (date !== last) told.push('', bold(date === today ? `Today, ${day(date)}` : day(date)));
    last = date;
    told.push(
      `${MARKS[event.severity]} ${nameOf(event)}, ${windowOf(event)}${event.is_on_now ? ', on now' : ''}${event.note === null ? '' : `. ${event.note}`}`,
    );
  }
  return told;
}

/** `23:00 to 24 Nov 2026, 00:30`: the day of its end is said where it is another one. */
const windowOf = ({ window_ist }: EventView): string =>
  window_ist.replace(/\d{4}-\d{2}-\d{2}/, (date) => `${day(date)},`);

/** With its underlying, where the name does not say it. */
const nameOf = ({ name, underlying }: EventView): string =>
  underlying === null || name.includes(underlying) ? name : `${name} (${underlying})`;
