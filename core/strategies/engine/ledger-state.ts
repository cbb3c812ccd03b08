import type { Charges } from '../../finance/charges/index.ts';
import type { LegalKind } from '../../finance/tax-law/index.ts';
import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { Decimal } from '../../platform/money.ts';
import type { Purchase } from './purchase-lots.ts';
import type { TaxableGain, TaxState } from './tax-account.ts';

export interface SaleTerms {
  security: number;
  quantity: Fixed;
  price: Fixed;
  charges: Charges;
}

/** A part of a sale that was bought on one day, YYYY-MM-DD. */
export interface SoldGain extends TaxableGain {
  bought: string;
}

/** What a sale realises. */
export interface SaleOutcome {
  value: Amount;
  /** Without charges on either side. */
  realised: Amount;
  /** After the charges of the sale and those of the purchases. */
  gain: Amount;
  taxable: SoldGain[];
}

/** What the tax law wants to know of the market beside a sale. */
export interface TaxFacts {
  legalKind(security: number): LegalKind | null;
  /** The price of 31 January 2018 and the new shares for one of that day since; null where it is not known. */
  priceOf2018(security: number): { price: Decimal; splits: Decimal } | null;
}

/** An open tax lot as it is kept. */
interface LotState extends Purchase {
  /** What is left of it. */
  units_left: Fixed;
  cost_left: Amount;
}

/** A position as it is kept. Amounts are rupees. */
export interface PositionState {
  security: number;
  quantity: Fixed;
  /** Cost of the units without charges; with charges it is `cost + charges`. */
  cost: Amount;
  charges: Amount;
  /** The first day of the position, YYYY-MM-DD. */
  heldSince: string;
  /** The newest close, in shares of today, and its day. */
  price: Fixed;
  pricedOn: string;
  /** Sessions since then. */
  missed: number;
  lots: LotState[];
}

/** Everything that a ledger is: enough to go on from, on another day in another process. */
export interface LedgerState {
  cash: Amount;
  units: Fixed;
  deposits: Amount;
  dividends: Amount;
  realised: Amount;
  costs: Amount;
  positions: PositionState[];
  tax: TaxState;
}

/** Of what is paid out and not sold. */
export const NO_CHARGES: Charges = {
  brokerage: 0n,
  stt: 0n,
  exchange: 0n,
  sebi: 0n,
  stamp_duty: 0n,
  gst: 0n,
  dp: 0n,
  total: 0n,
};
