import { Decimal } from '../../platform/index.ts';
import { figure } from '../adapters/index.ts';
import { BrokerFailure } from '../failure.ts';
import type { BrokerCharges } from './gateway.ts';

type ChargeKind = Exclude<keyof BrokerCharges, 'total'>;

/** Rupees in a calculator's answer; null without an amount. @throws BrokerFailure BROKER_MALFORMED for other values */
export function calculatedAmount(system: string, value: unknown): Decimal | null {
  if (value === undefined || value === null) return null;
  const amount = figure(value);
  if (amount === null || amount.lt(0))
    throw new BrokerFailure('BROKER_MALFORMED', `${system} sent an amount that cannot be read.`);
  return amount;
}

/** Charges by kind with their sum; null where none is named, or where all are 0: no trade is free of all charges. */
export function chargesByKind(kinds: Readonly<Record<ChargeKind, Decimal | null>>): BrokerCharges | null {
  const { brokerage, stt, exchange, sebi, stamp_duty, gst } = kinds;
  const named = [brokerage, stt, exchange, sebi, stamp_duty, gst].filter((charge) => charge !== null);
  const total = Decimal.sum(0, ...named);
  const text = (charge: Decimal | null) => charge?.toFixed() ?? null;
  return total.isZero()
    ? null
    : {
        brokerage: text(brokerage),
        stt: text(stt),
        exchange: text(exchange),
        sebi: text(sebi),
        stamp_duty: text(stamp_duty),
        gst: text(gst),
        total: total.toFixed(),
      };
}

/** Blocked rupees. 0 for a purchase means that the broker does not know the price. */
export function neededFor(side: 'BUY' | 'SELL', amount: Decimal | null): string | null {
  return amount === null || (side === 'BUY' && amount.isZero()) ? null : amount.toFixed();
}
