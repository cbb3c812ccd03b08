import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/*
 * What was read for a plan that waits and is kept with it, so that every surface shows the same and an approval records what the
 * person saw; and the figures that follow from it. Money is rupees.
 */

const flagOrNull = flag.nullable().defined();

const taken = {
  at: instant,
  /** Of the plan at that time. */
  digest: text,
  /** What the account can spend; null where it could not be read, for this reason. */
  funds: numberOrNull,
  funds_reason: textOrNull,
};

const lookFields = {
  ...taken,
  /** Whether orders could be sent at that time. */
  is_open: flag,
  orders: listOf(
    view({
      order_id: text,
      /** A share; null where no source gave one. */
      price: numberOrNull,
      /** The day that it is of. */
      day: dateOrNull,
      /** When its source gave it. */
      priced_at: instantOrNull,
    }),
  ),
  /** Whether the login lasts until the plan can be sent; null where that is not known. */
  login_holds: flagOrNull,
  login: textOrNull,
  /** Open differences of the account with its broker, and the newest in words. */
  differences: whole,
  newest_difference: textOrNull,
};
export const keptLook = view(lookFields);
export type KeptLook = ViewOf<typeof keptLook>;

export const planLookView = view({
  ...lookFields,
  /** Orders that would fill at these prices, by count and value; null while the market is closed. */
  fills: view({ orders: whole, of: whole, value: number, of_value: number, unknown: whole })
    .nullable()
    .defined(),
  /** What purchases take at their limits, with their costs. */
  needs: number,
  /** What sales bring at their reference prices, less their costs. */
  sales_bring: number,
  words: listOf(text),
});
export type PlanLook = ViewOf<typeof planLookView>;

/** Rupees by kind; null where the broker does not name that kind. */
const brokerChargesView = view({
  brokerage: numberOrNull,
  stt: numberOrNull,
  exchange: numberOrNull,
  sebi: numberOrNull,
  stamp_duty: numberOrNull,
  gst: numberOrNull,
  total: number,
});

const rehearsedOrder = {
  order_id: text,
  /** What the broker would block for it; null where it does not say. */
  needs: numberOrNull,
  /** Its charges by the broker; null where it names none. */
  charges: brokerChargesView.nullable().defined(),
  /** Why its calculator would not take it, in its words. */
  refusal: textOrNull,
  /** Shares that the account holds, for a sale; null where that could not be read, and for a purchase. */
  held: numberOrNull,
};
const rehearsalFields = {
  ...taken,
  /** Why the calculators said nothing; null where they did. */
  failure: textOrNull,
};
export const keptRehearsal = view({ ...rehearsalFields, orders: listOf(view(rehearsedOrder)) });
export type KeptRehearsal = ViewOf<typeof keptRehearsal>;

export const planRehearsalView = view({
  ...rehearsalFields,
  orders: listOf(
    view({
      ...rehearsedOrder,
      /** Whether it would be accepted now, sales before purchases; null where that is not known. */
      is_accepted: flagOrNull,
      /** Why not, or what is not known. */
      reason: textOrNull,
    }),
  ),
  words: listOf(text),
});
export type PlanRehearsal = ViewOf<typeof planRehearsalView>;
