import type { Amount } from '../../platform/fixed-point.ts';
import type { ChargedKind, TradeSide } from './charge-rows.ts';
import { ratesOn } from './day-rates.ts';
import { toPaisa, toRupee } from './rounding.ts';

/** Charges by item, in rupees. */
export interface Charges {
  brokerage: Amount;
  /** Securities transaction tax. */
  stt: Amount;
  /** Of the exchange, with what goes to its investor protection fund. */
  exchange: Amount;
  sebi: Amount;
  stamp_duty: Amount;
  /** Tax on services: service tax before July 2017. */
  gst: Amount;
  /** Of the depository and its participant, with the tax on it: it is on no contract note. */
  dp: Amount;
  total: Amount;
}

/** All that was bought, or sold, of one share on one day: some charges are rounded on it, or taken once. */
export interface DeliveryTrade {
  side: TradeSide;
  kind: ChargedKind;
  /** YYYY-MM-DD */
  day: string;
  /** Rupees, 0 or more; nothing is charged on 0. */
  value: Amount;
}

/**
 * Charges of a delivery trade on the NSE through a discount broker. STT and stamp duty are whole rupees, the others whole
 * paise, rounded half up; tax is levied on what was rounded. Throws a RangeError before `FIRST_CHARGES_DAY`, and for a value
 * below 0.
 */
export function chargesOf({ side, kind, day, value }: DeliveryTrade): Charges {
  const rates = ratesOn(day).of[kind][side];
  if (value <= 0n) {
    if (value < 0n) throw new RangeError('A trade has a value of 0 or more.');
    return { brokerage: 0n, stt: 0n, exchange: 0n, sebi: 0n, stamp_duty: 0n, gst: 0n, dp: 0n, total: 0n };
  }
  const brokerage = toPaisa(value, rates.brokerage);
  const stt = toRupee(value, rates.stt);
  const exchange = toPaisa(value, rates.exchange);
  const sebi = toPaisa(value, rates.sebi);
  const stamp_duty = toRupee(value, rates.stamp_duty);
  const gst = toPaisa(brokerage + exchange + (rates.is_sebi_taxed ? sebi : 0n), rates.gst);
  const { dp } = rates;
  const total = brokerage + stt + exchange + sebi + stamp_duty + gst + dp;
  return { brokerage, stt, exchange, sebi, stamp_duty, gst, dp, total };
}

/** What may be deducted from a gain: all but STT (Income-tax Act 1961, section 48). */
export function deductibleCharges({ total, stt }: Charges): Amount {
  return total - stt;
}
