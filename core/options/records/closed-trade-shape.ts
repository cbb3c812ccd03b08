import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import {
  code,
  baseFields,
  contract,
  cost,
  costs,
  figure,
  mode,
  moment,
  MOST_LEGS,
  money,
  price,
  priceOrZero,
  regime,
  rejectedStrategies,
  strategy,
  tag,
  underlying,
  words,
} from './record-fields.ts';

const leg = yup
  .object({ ...contract, entry_price: price.nullable(), exit_price: priceOrZero.nullable() })
  .noUnknown()
  .required();
export type ClosedLeg = yup.InferType<typeof leg>;

const iv = figure.min(0).max(1_000).nullable();

export const closedTradeSchema = yup
  .object({
    ...baseFields,
    kind: oneOf('closed_trade'),
    mode,
    strategy: strategy.required(),
    tag: tag.required(),
    underlying: underlying.required(),
    opened_at: moment.required(),
    exit_reason: code.required(),
    legs: yup.array(leg).min(1).max(MOST_LEGS).required(),
    costs: costs.nullable().default(undefined),
    margin_used: cost.nullable(),
    max_loss: cost.nullable(),
    entry_spot: price.nullable(),
    exit_spot: price.nullable(),
    entry_iv: iv,
    exit_iv: iv,
    skew: figure.min(-1_000).max(1_000).nullable(),
    /** Best and worst unrealised result while it was open, in rupees. */
    mfe: money.nullable(),
    mae: money.nullable(),
    /** What the fills cost against the prices that were expected, in rupees; above 0 is worse. */
    slippage_entry: money.nullable(),
    slippage_exit: money.nullable(),
    /** Of the whole trade at its entry: rupees a day, a point of volatility, and a point of the underlying. */
    theta: figure.nullable(),
    vega: figure.nullable(),
    delta: figure.nullable(),
    regime,
    rejected_strategies: rejectedStrategies,
    ai_verdict: words.max(100).nullable(),
    /** What the process called its profit. It is kept as it came and stands in no sum. */
    actual_profit: money.nullable(),
  })
  .noUnknown()
  .required();
export type ClosedTrade = yup.InferType<typeof closedTradeSchema>;

/** Reason of an exit by which an option may be worth nothing. */
export const EXPIRY = 'EXPIRY';
