/**
 * Charges of delivery trades in Indian shares and exchange-traded funds, item by item, from a table by date. Days are
 * YYYY-MM-DD, values and charges rupees.
 */
export { mostAffordable } from './affordable.ts';
export {
  CHARGE_ITEMS,
  CHARGE_ROWS,
  CHARGED_KINDS,
  type ChargedKind,
  type ChargeItem,
  type ChargeRow,
  FIRST_CHARGES_DAY,
  TRADE_SIDES,
  type TradeSide,
} from './charge-rows.ts';
export { type Charges, chargesOf, deductibleCharges, type DeliveryTrade } from './charges.ts';
