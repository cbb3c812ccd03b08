import {
  dateOrNull,
  flag,
  listOf,
  numberOrNull,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { VALUE_BASES, lineLimitFields } from '../measures/index.ts';
import { warnings } from '../warning.ts';

/** The time-weighted return of one calendar month, in percentage points. */
const monthReturnView = view({
  year: whole,
  /** 1 to 12. */
  month: whole,
  /** The days between which it lies: the last value of the month before, or the first on record, and the month's last. */
  from: dateOrNull,
  to: dateOrNull,
  return_pct: numberOrNull,
  /** Not the whole month is on record: the first one, or the running one. */
  is_partial: flag,
  /** Where the value at its beginning comes from; null without one. */
  basis: oneOfOrNull(...VALUE_BASES),
  /** Why there is no figure; null where there is one. */
  reason: textOrNull,
});
export type MonthReturn = ViewOf<typeof monthReturnView>;

/** GET /monthly-returns. */
export const monthlyReturnsView = view({
  portfolio: text,
  currency: text,
  /** First and last day with a value. */
  from: dateOrNull,
  to: dateOrNull,
  /** Every month from the first to the last one, in order. */
  months: listOf(monthReturnView),
  /** The next step where there is no month at all; null where there is one. */
  reason: textOrNull,
  /** Of what the ledger holds and no month counts. */
  warnings,
  ...lineLimitFields,
});
export type MonthlyReturnsView = ViewOf<typeof monthlyReturnsView>;
