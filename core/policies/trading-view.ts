import {
  anything,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../platform/schema/index.ts';

/** An account of which nothing is planned or sent, because the books were restored. */
const heldAccountView = view({
  connection_id: text,
  /** Names of the policies that trade over it. */
  policies: listOf(text),
  since: instant,
  /** For a person, in sentences. */
  reason: text,
});
export type HeldAccount = ViewOf<typeof heldAccountView>;

/** Whether a person stopped all placement of orders, and accounts that wait after a restore. */
export const tradingStateView = view({
  is_paused: flag,
  paused_at: instantOrNull,
  paused_by: textOrNull,
  held: listOf(heldAccountView),
});
export type TradingState = ViewOf<typeof tradingStateView>;

/** Rupees of purchases and sales above which a plan is approved by typing; null: a tap is enough for every plan. */
export const approvalLimitView = view({ confirm_above: numberOrNull });
export type ApprovalLimit = ViewOf<typeof approvalLimitView>;

/** What the broker says and the books do not; open while nobody settled it. */
const differenceView = view({
  difference_id: text,
  connection_id: text,
  kind: oneOf('SHORTFALL', 'CASH', 'OVERFILLED', 'UNKNOWN_ORDER', 'LATE_ORDER', 'PRICE', 'ORDER_MISMATCH'),
  /** Which of its kind it is: OTHER_SIDE, SHRUNK, BEYOND_LIMIT; the kind itself where there is one alone. */
  code: text,
  subject: text,
  expected: text,
  found: text,
  message: text,
  first_seen_at: instant,
  last_seen_at: instant,
  settled_at: instantOrNull,
  settled_by: textOrNull,
  settled_reason: textOrNull,
  /** The order that a person may settle by it, and its plan. */
  order_id: textOrNull,
  plan_id: textOrNull,
});
export type DifferenceView = ViewOf<typeof differenceView>;
export const differencesPage = pageOf(differenceView);

/** A step of an order or a decision about a plan, as it was recorded. */
const orderEventView = view({
  event_id: text,
  plan_id: text,
  order_id: textOrNull,
  policy_name: text,
  symbol: textOrNull,
  at: instant,
  event: text,
  from_state: textOrNull,
  to_state: textOrNull,
  actor: text,
  via: text,
  evidence: anything,
});
export type OrderEventView = ViewOf<typeof orderEventView>;
export const orderEventsPage = pageOf(orderEventView);

/** Shares of one kind in an account. */
const explainedShareView = view({
  symbol: text,
  isin: textOrNull,
  broker: number,
  /** In the books of policies. */
  policies: listOf(view({ name: text, quantity: number })),
  /** In the person's own records of the account; null where there are none. */
  own: numberOrNull,
  /** Neither in the books of a policy nor in those records. */
  unknown: number,
  /** Tag of an order that ended unfilled here and would explain as many shares; null where there is none. */
  order: textOrNull,
});

/** A traded account with its shares as they were explained when it was looked at last. */
const accountHoldingsView = view({
  connection_id: text,
  /** Names of the policies that trade over it. */
  policies: listOf(text),
  /** Null before the first look. */
  explained_at: instantOrNull,
  /** The portfolio with the records of the account, and when a sync read it last; null where there is none. */
  records: view({ portfolio: text, listed_at: instantOrNull }).nullable().defined(),
  shares: listOf(explainedShareView),
});
export type AccountHoldings = ViewOf<typeof accountHoldingsView>;
export const accountHoldingsList = view({ items: listOf(accountHoldingsView) });
