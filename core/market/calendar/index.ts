export {
  Calendar,
  type CalendarDay,
  type Confidence,
  createCalendar,
  type CuratedRange,
  type SessionHours,
} from './calendar.ts';
export { type Exchange, EXCHANGES, type SessionKind } from './exchange.ts';
export {
  EXTRA_KINDS,
  type ExtraEntries,
  type ExtraEntry,
  type ExtraError,
  type ExtraKind,
  parseExtraEntries,
} from './extra-entries.ts';
export { readExtraFile } from './extra-file.ts';
export { openCalendar } from './open-calendar.ts';
export {
  type ChangeDay,
  createPriceSessions,
  type DatedPrice,
  onDay,
  type PriceSessions,
} from './price-sessions.ts';
export { createSettlementDays, type SettlementDays, type Settles } from './settlement-days.ts';
export type { Settlement } from './settlement.ts';
export { lastTradeDay, liesAhead } from './trade-day.ts';
