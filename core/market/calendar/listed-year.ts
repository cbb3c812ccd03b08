import type { Exchange } from './exchange.ts';
import type { ExtraEntry } from './extra-entries.ts';

/** Days of one year as an exchange listed them, and as the calendar takes them. */
export interface ListedYear {
  exchange: Exchange;
  year: number;
  /** True if the entries are all there is to know of the year's sessions; false for days added to a known year. */
  is_whole: boolean;
  /** True if the year's settlement holidays are among the entries. */
  has_settlement: boolean;
  entries: readonly ExtraEntry[];
}
