import {
  date,
  flag,
  listOf,
  numberOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { provisionalFields } from '../../portfolio/index.ts';

const totals = {
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_profit: numberOrNull,
  day_change: numberOrNull,
};

/** The change of one session, of the holdings that have a price of it. */
const dayView = view({
  date,
  /** `Today`, or `Fri 20 Nov`. */
  label: text,
  /** Null where no holding has a price and a close before. */
  change: numberOrNull,
  holdings_counted: whole,
  holdings_total: whole,
});

/** One person's totals, in the currency of whoever looks; null with the reason where they are not known. */
const householdMemberView = view({
  name: text,
  is_you: flag,
  holdings_count: whole,
  ...totals,
  day: dayView,
  /** The value leaves out holdings without a price or rate. */
  is_partial: flag,
  /** Why the value is unknown, or what it leaves out; null where it is whole. */
  reason: textOrNull,
  ...provisionalFields,
});

/** Totals of all who agreed, without any holding, transaction or account. */
export const householdView = view({
  /** People of this installation, and those who agreed to show their totals. */
  people: whole,
  /** The person who asks has agreed; otherwise no totals are shown. */
  agreed: flag,
  currency: text,
  members: listOf(householdMemberView),
  /** Of all of them together; null where one of them is not known. `day` is of the newest session, of those who have its prices. */
  total: view({ ...totals, day: dayView.nullable().defined(), is_partial: flag, ...provisionalFields }),
  allocation: listOf(view({ asset_class: text, value: numberOrNull, share_pct: numberOrNull })),
});
export type HouseholdView = ViewOf<typeof householdView>;
export type HouseholdDay = ViewOf<typeof dayView>;
export type HouseholdMemberTotals = ViewOf<typeof householdMemberView>;
