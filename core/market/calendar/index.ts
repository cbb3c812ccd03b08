export { Calendar, createCalendar } from './calendar.ts';
export { type Exchange, EXCHANGES } from './exchange.ts';
export { type ExtraEntry, parseExtraEntries, readEntries } from './extra-entries.ts';
export { readExtraFile } from './extra-file.ts';
export type { ListedYear } from './listed-year.ts';
export { openCalendar } from './open-calendar.ts';
export {
  type ChangeDay,
  createPriceSessions,
  type DatedPrice,
  FRESH_MINUTES,
  HAND_DAYS,
  onDay,
  type PriceAge,
  type PriceSessions,
} from './price-sessions.ts';
export { createSettlementDays, type SettlementDays, type Settles } from './settlement-days.ts';
export { lastTradeDay, liesAhead } from './trade-day.ts';
export { usRuleDays } from './us-table.ts';
