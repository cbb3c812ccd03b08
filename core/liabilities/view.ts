import {
  instant,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../platform/schema/index.ts';
import { LIABILITY_TYPES } from './inputs.ts';

/** A debt as its person entered it; amounts in `currency`. */
export const liabilityView = view({
  id: text,
  name: text,
  type: oneOf(...LIABILITY_TYPES),
  balance: number,
  currency: text,
  /** A year's, in percentage points. */
  rate_pct: numberOrNull,
  /** Paid a month. */
  emi: numberOrNull,
  /** Instalments that are left at this rate and EMI. */
  months_left: numberOrNull,
  months_left_reason: textOrNull,
  /** Since when the balance is on record. */
  recorded_since: instant,
  created_at: instant,
  updated_at: instant,
});
export type LiabilityView = ViewOf<typeof liabilityView>;

/** What was owed from an instant until the next row's. */
export const liabilityRecord = view({ recorded_at: instant, balance: number, currency: text });
export type LiabilityRecord = ViewOf<typeof liabilityRecord>;
