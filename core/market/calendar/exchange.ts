import type { DayNumber } from './day.ts';

export const EXCHANGES = ['NSE', 'BSE', 'NYSE', 'NASDAQ'] as const;
export type Exchange = (typeof EXCHANGES)[number];

/** The exchanges of one country keep the same days: BSE follows NSE, NASDAQ follows NYSE. */
export type Market = 'IN' | 'US';

export const MARKET_OF: Readonly<Record<Exchange, Market>> = {
  NSE: 'IN',
  BSE: 'IN',
  NYSE: 'US',
  NASDAQ: 'US',
};

/** Wall-clock times of the exchange, HH:MM. */
interface Hours {
  open: string;
  close: string;
}

/** Continuous trading of an ordinary day, on the exchange's own clock. */
export const REGULAR_HOURS: Readonly<Record<Market, Hours>> = {
  IN: { open: '09:15', close: '15:30' },
  US: { open: '09:30', close: '16:00' },
};

export type SessionKind = 'REGULAR' | 'EARLY_CLOSE' | 'BUDGET' | 'MUHURAT' | 'SPECIAL';

/** A session that is not an ordinary weekday's: on a weekend, or with hours of its own. */
export interface UnusualSession {
  kind: SessionKind;
  reason: string;
  /** Null when the hours are not on record. */
  hours: Hours | null;
}

/** What is known of one market beyond "Monday to Friday". */
export interface MarketTable {
  /** The whole years whose days are all known. */
  from: DayNumber;
  to: DayNumber;
  /** The last day that has been seen to happen; later ones are as announced. Null where they follow from rules. */
  observedTo: DayNumber | null;
  /** Weekdays without a session. */
  closures: ReadonlyMap<DayNumber, string>;
  sessions: ReadonlyMap<DayNumber, UnusualSession>;
  /** Weekdays on which nothing settles, sessions and closures alike. */
  settlementClosures: ReadonlyMap<DayNumber, string>;
  /** From this day on the clearing corporation's own list is in the table. */
  settlementListedFrom: DayNumber;
}
