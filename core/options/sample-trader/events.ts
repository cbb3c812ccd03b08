import { compact, later, momentAt, numberOf, weekdayOf } from './days.ts';
import type { Rec } from './trade.ts';

/** Events are reported so many days before they happen. */
const AHEAD_DAYS = 21;
const TUESDAY = 2;
const THURSDAY = 4;
const FRIDAY = 5;
/** Weeks since 1970, from Monday to Sunday. */
export const weekOf = (day: string): number => Math.floor((numberOf(day) + 3) / 7);

/** A made-up policy meeting stops entries in the morning of every second Friday. */
export const isBlocked = (day: string): boolean => weekdayOf(day) === FRIDAY && weekOf(day) % 2 === 0;
export const BLOCK = { from: 9 * 60 + 30, until: 11 * 60 } as const;

function event(
  day: string,
  what: { name: string; category: string; severity: string; window: [number, number]; underlying?: string },
): Rec {
  const { name, category, severity, window, underlying = null } = what;
  return {
    id: `sample-event-${category.toLowerCase()}-${compact(day)}`,
    kind: 'market_event',
    at: momentAt(later(day, -AHEAD_DAYS), 9 * 60),
    name,
    category,
    severity,
    starts_at: momentAt(day, window[0]),
    ends_at: momentAt(day, window[1]),
    underlying,
    source: 'sample trader',
  };
}

/** The events of a day that is a weekday, past or to come. */
function eventsOf(day: string): Rec[] {
  const all: Rec[] = [];
  if (weekdayOf(day) === TUESDAY)
    all.push(
      event(day, {
        name: 'Weekly expiry of NIFTY (sample)',
        category: 'EXPIRY',
        severity: 'INFO',
        window: [9 * 60 + 15, 15 * 60 + 30],
        underlying: 'NIFTY',
      }),
    );
  if (weekdayOf(day) === THURSDAY && weekOf(day) % 2 === 1)
    all.push(
      event(day, {
        name: 'Results of a large bank (sample)',
        category: 'RESULTS',
        severity: 'WARNING',
        window: [14 * 60, 15 * 60 + 30],
        underlying: 'BANKNIFTY',
      }),
    );
  if (isBlocked(day))
    all.push(
      event(day, {
        name: 'Monetary policy (sample)',
        category: 'RBI',
        severity: 'BLOCK',
        window: [BLOCK.from, BLOCK.until],
      }),
    );
  return all;
}

/** Events from a day on until twenty days from today. */
export function eventsFrom(first: string, today: string): Rec[] {
  const days = numberOf(today) - numberOf(first) + AHEAD_DAYS;
  return Array.from({ length: days }, (_, nr) => eventsOf(later(first, nr))).flat();
}
