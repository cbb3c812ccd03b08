/**
 * Charges of delivery trades in Indian shares and exchange-traded funds, and of trades in futures and options, item by item,
 * from tables by date. Days are YYYY-MM-DD, values and charges rupees.
 */
export { mostAffordable } from './affordable.ts';
export {
  CHARGE_ITEMS,
  CHARGE_ROWS,
  CHARGED_KINDS,
  type ChargedKind,
  type ChargeItem,
  FIRST_CHARGES_DAY,
  TRADE_SIDES,
} from './charge-rows.ts';
export { type Charges, chargesOf, deductibleCharges, type DeliveryTrade } from './charges.ts';
export { DERIVATIVE_EXCHANGES, DERIVATIVE_ITEMS, DERIVATIVE_KINDS } from './derivative-row.ts';
export { DERIVATIVE_ROWS, FIRST_DERIVATIVES_DAY } from './derivative-rows.ts';
export {
  type DerivativeCharges,
  derivativeCharges,
  type DerivativeOrder,
  derivativeRate,
  exerciseTax,
} from './derivative-charges.ts';
