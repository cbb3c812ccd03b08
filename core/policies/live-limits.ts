/*
 * What bounds the orders of a live policy where its config says nothing (spec: Limits).
 */

/** Rupees that one order may be worth at its approval. */
export const MAX_ORDER_VALUE = 200_000;
/** Hours of days with a session after which a plan is neither approved nor placed any more. */
export const PLAN_EXPIRY_HOURS = 30;
/** Percentage points around the reference price beyond which an approved order is held when it would be sent. */
export const PLAN_PRICE_BAND_PCT = 5;
/** Rupees below which an order is not planned, unless it sells all of a position. */
export const MIN_ORDER_VALUE = 1_000;
/**
 * Percentage points around the reference price within which a limit order trades. The reference is a close, and the order
 * goes out on the next session: less than that is often passed over night, more pays whatever is asked.
 */
export const ORDER_BAND_PCT = 2;
/**
 * The same for the purchase of a liquid fund, which nobody is asked about. A fund that holds overnight loans gains about 0.02 %
 * a day: whoever asks for more than this takes a month of it.
 */
export const SWEEP_BAND_PCT = 0.5;
