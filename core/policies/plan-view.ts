import {
  date,
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../platform/schema/index.ts';
import { chargesView, SIDES } from '../strategies/index.ts';
import { planLookView, planRehearsalView } from './plan-look-view.ts';
import { HELD_KINDS, LIVE_ORDER_STATES } from './order-states.ts';
import { CYCLE_TYPES, MODES, PLAN_KINDS, PLAN_STATES } from './states.ts';

/** A share that a policy holds before a plan, or would begin to hold: then its quantity is 0. Money is rupees. */
const bookedShareView = view({
  symbol: text,
  name: textOrNull,
  /** As it was classified when the plan was made; null where that is unknown. */
  sector: textOrNull,
  quantity: number,
  /** The reference price of the plan, and its day. */
  price: number,
  priced_on: date,
  value: number,
});
export type BookedShare = ViewOf<typeof bookedShareView>;

const SALE_TERMS = {
  /** Gains as the law counts them: without STT among the costs, and with the value of 31 January 2018. */
  short_term_gain: number,
  long_term_gain: number,
  /** The first day on which waiting makes some, and all, of a short-term gain long-term; null where it never does. */
  long_term_from: dateOrNull,
  all_long_term_from: dateOrNull,
  /** Why the tax is unknown; null where it is known. */
  tax_unknown: textOrNull,
};
export type SaleTerms = ViewOf<ReturnType<typeof view<typeof SALE_TERMS>>>;

/** What a sale realises: at its reference price while it waits, at its fills once these are booked. Money is rupees. */
const saleView = view({
  ...SALE_TERMS,
  /** After the costs of the sale and of the purchases. */
  gain: number,
  /** By how much it changes the tax of the financial year, after the sales before it in the plan; null where unknown. */
  tax: numberOrNull,
  /** Days from today until these two; 0 or less once they are there. */
  days_until: wholeOrNull,
  all_days_until: wholeOrNull,
  /** Whether gain and tax are those of its fills. */
  is_booked: flag,
});

/** An order beside what is traded of its share. */
const turnoverView = view({
  /** The value of the order as a part of the median turnover of a day; null where that is unknown. */
  pct: numberOrNull,
  /** The sessions that the median is of, at most 20. */
  sessions: whole,
  reason: textOrNull,
});
/** How fills lie beside the reference prices: rupees, and percentage points of them. Above zero it cost the person. */
const slippageView = view({ amount: number, pct: number, words: text });
export type Slippage = ViewOf<typeof slippageView>;

/**
 * Charges of an order's fills as its broker names them, beside those of the books for the same fills and kinds. Money is
 * rupees, without the depository's fee. Null figures are unknown, with the reason.
 */
const chargesCheckView = view({
  /** UNKNOWN is asked again, GIVEN_UP is not. */
  state: oneOf('KNOWN', 'UNKNOWN', 'GIVEN_UP'),
  /** Zerodha calculates them for the fills on the day; Dhan names them with its trades from the next day on. */
  source: oneOfOrNull('ZERODHA_CALCULATOR', 'DHAN_TRADES'),
  /** When the broker was asked last. */
  at: instantOrNull,
  broker: numberOrNull,
  computed: numberOrNull,
  /** Above zero the broker took more than the books compute. */
  difference: numberOrNull,
  /** The broker's figures by kind; null for a kind that it does not name. */
  items: view({
    brokerage: numberOrNull,
    stt: numberOrNull,
    exchange: numberOrNull,
    sebi: numberOrNull,
    stamp_duty: numberOrNull,
    gst: numberOrNull,
  })
    .nullable()
    .defined(),
  reason: textOrNull,
});
export type ChargesCheck = ViewOf<typeof chargesCheckView>;

/** An order of a plan that is or may be sent to a broker. Money is rupees. */
const planOrderView = view({
  order_id: text,
  side: oneOf(...SIDES),
  symbol: text,
  name: textOrNull,
  quantity: number,
  reference_price: numberOrNull,
  order_kind: oneOf('LIMIT', 'MARKET'),
  /** The worst price that is accepted; null for a market order. */
  limit_price: numberOrNull,
  value: number,
  costs: number,
  charges: chargesView.nullable().defined(),
  reason: text,
  state: oneOf(...LIVE_ORDER_STATES),
  /** What the broker is sent with it. */
  tag: text,
  submitted_at: instantOrNull,
  filled_quantity: number,
  average_price: numberOrNull,
  broker_order_ids: listOf(text),
  /** In the broker's own words, or what is known where the broker was silent. */
  broker_message: textOrNull,
  /** Why an approved order waits for an approval once more; null for any other. */
  held: oneOfOrNull(...HELD_KINDS),
  /** Whether such an order may be sent as it is; one whose share changed can only be left out. */
  may_be_sent: flag,
  /** That reason in a sentence, or what was not known when it was sent. */
  placement_note: textOrNull,
  /** What the broker's words mean, where it turned the order away with known ones. */
  explanation: textOrNull,
  /** What a person decided on an order that the broker's book did not show. */
  settlement: oneOfOrNull('ADOPTED', 'MARKED_ABSENT', 'SENT_AGAIN'),
  /** What proves its fills beside the order book: the broker's trades, then the change of holdings and cash too. */
  confirmed_by: oneOfOrNull('TRADES', 'HOLDINGS'),
  /** Why nothing more does yet. */
  confirmation_note: textOrNull,
  /** Null of a purchase, and where Munim did not keep it yet when the plan was made. */
  sale: saleView.nullable().defined(),
  /** Null where Munim did not keep it yet when the plan was made. */
  turnover: turnoverView.nullable().defined(),
  /** Of what was filled of it; null while nothing is, or without a reference price. */
  slippage: slippageView.nullable().defined(),
  /** Null while nothing of it is filled. */
  charges_check: chargesCheckView.nullable().defined(),
});
export type PlanOrderView = ViewOf<typeof planOrderView>;

/** What the fills of a plan came to, as far as there are any. */
const planReceiptView = view({
  filled_orders: whole,
  slippage: slippageView.nullable().defined(),
  /** Sums of the orders whose charges both the broker and the books have; null where there is none. */
  charges: view({
    orders: whole,
    broker: number,
    computed: number,
    difference: number,
    /** Whether they differ by more than rounding explains: by more than ₹5 and 1%. */
    is_deviating: flag,
  })
    .nullable()
    .defined(),
  charges_words: text,
  /** Whether the broker is not asked for charges any more. */
  is_complete: flag,
});
export type PlanReceipt = ViewOf<typeof planReceiptView>;

/** When the orders of a plan can be sent next: on one session, before the plan expires. Both moments null where never. */
const sendingView = view({ from: instantOrNull, until: instantOrNull, words: text });
export type Sending = ViewOf<typeof sendingView>;

/** Contributed money of one day. */
const newMoneyView = view({ amount: number, credited_on: date });
export type NewMoneyView = ViewOf<typeof newMoneyView>;

/** Orders that wait for somebody's approval, or what became of them. Money is rupees. */
export const planView = view({
  plan_id: text,
  policy_id: text,
  policy_name: text,
  cycle_id: text,
  cycle_date: date,
  kind: oneOf(...PLAN_KINDS),
  /** Whether its cycle is a rebalance, or buys into the current targets with contributed money. */
  cycle_type: oneOf(...CYCLE_TYPES),
  /** That money, and the day on which it was credited; null of a rebalance. */
  new_money: newMoneyView.nullable().defined(),
  /** The plan of which it sends an order again. */
  replaces_plan_id: textOrNull,
  mode: oneOf(...MODES),
  state: oneOf(...PLAN_STATES),
  /** Tells whether the plan is still the one that was looked at. */
  digest: text,
  orders: listOf(planOrderView),
  /** Orders that its rebalance wanted and that are too small to be made. */
  too_small: listOf(view({ side: oneOf(...SIDES), symbol: text, reason: text })),
  /** The liquid fund of which units are sold as a part of this plan if cash falls short when it is sent; null: nothing is. */
  may_redeem: textOrNull,
  /** What the policy holds before it, and what it would begin to hold; null once it is answered, and where Munim did not keep it. */
  book: listOf(bookedShareView).nullable().defined(),
  cash_before: number,
  cash_after: number,
  buy_value: number,
  sell_value: number,
  estimated_costs: number,
  /** No order of it may be worth more: one that is makes the whole plan be rejected. */
  max_order_value: number,
  /** Orders that come to more than so many rupees of purchases and sales are approved with these words typed; null: a tap is enough. */
  confirmation: view({ above: number, words: text }).nullable().defined(),
  connection_id: textOrNull,
  /** Why the account could not be read when it was tried last; null where it could, and once the plan is over. */
  read_failure: textOrNull,
  expires_at: instantOrNull,
  /** When what is not sent of it can be sent, in words too; null once nothing of it is left to send. */
  sending: sendingView.nullable().defined(),
  /** Its look: prices, money, login and differences at a moment; null before the first one, and once it is answered. */
  look: planLookView.nullable().defined(),
  /** The answer of the broker's calculators at a moment; null likewise. */
  rehearsal: planRehearsalView.nullable().defined(),
  /** Who answered first, where and when; null while it waits. */
  decided: view({ by: text, via: text, at: instant }).nullable().defined(),
  /** What proves its fills, in a sentence; null while nothing is filled. */
  proof: textOrNull,
  /** Slippage and charges of what was filled; null while nothing is. */
  receipt: planReceiptView.nullable().defined(),
  /** Why it was rejected, expired, or stands still. */
  note: textOrNull,
  finished_at: instantOrNull,
  created_at: instant,
});
export type PlanView = ViewOf<typeof planView>;
export const plansPage = pageOf(planView);
