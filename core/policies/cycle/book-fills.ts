import { type Charges, chargesOf } from '../../finance/charges/index.ts';
import type { Fixed } from '../../platform/index.ts';
import {
  openSession,
  type PricePanel,
  type Session,
  type Side,
  valuationOf,
} from '../../strategies/index.ts';
import type { LedgerToWrite } from './books-store.ts';
import { shareOf } from './finished-session.ts';
import { opened } from './run-session.ts';
import type { StoredLedger } from './stored-ledger.ts';

/** What a broker filled of an order. */
export interface BrokerFilled {
  order_id: string;
  instrument_id: string;
  side: Side;
  quantity: Fixed;
  price: Fixed;
}

/** A fill as it stands in the books. Amounts are rupees. */
interface BookedFill extends BrokerFilled {
  charges: Charges;
  value: bigint;
  realisedGain: bigint | null;
  tax: bigint | null;
}

export interface BookedFills {
  fills: BookedFill[];
  /** Sales of more than the books hold: what was sold beyond is not in them. */
  beyond: { fill: BrokerFilled; held: Fixed }[];
  /** What the morning of the day brought, where it was not gone through before. */
  events: Session['events'];
  ledger: LedgerToWrite;
  panel: PricePanel;
}

/**
 * Books what a broker filled on a day, between the close before it and its own: the corporate actions of its morning first,
 * then each fill at its price with the charges of its day. Pure; the close of the day values them.
 * @param stored the books up to the session before the day, or already on it.
 * @param panel holds the day, everything held and everything filled.
 */
export function bookFills(
  of: { panel: PricePanel; stored: StoredLedger; day: string },
  fills: readonly BrokerFilled[],
): BookedFills {
  const { stored, day } = of;
  const { panel, at, market, ledger } = opened(of);
  // Fills that are told after the close of their day belong to books that have been through it.
  const isMorningDue = stored.openedOn !== day && (stored.day === null || stored.day < day);
  const events = isMorningDue ? openSession(market, ledger, at) : [];
  const places = new Map(panel.securities.map(({ instrument_id }, nr) => [instrument_id, nr]));
  const booked: BookedFill[] = [];
  const beyond: BookedFills['beyond'] = [];
  for (const fill of fills) {
    const security = places.get(fill.instrument_id);
    if (security === undefined) throw new Error('the panel lacks a share that was filled');
    const { side, price } = fill;
    const held = ledger.positions.get(security)?.quantity ?? 0n;
    const quantity = side === 'SELL' && fill.quantity > held ? held : fill.quantity;
    if (quantity < fill.quantity) beyond.push({ fill, held });
    if (quantity === 0n) continue;
    const kind = market.chargedKinds[security] ?? 'SHARE';
    const charges = chargesOf({ side, kind, day, value: quantity * price });
    const sold = side === 'SELL' ? ledger.sell({ security, quantity, price, charges }, day) : null;
    if (side === 'BUY') ledger.buy(security, day, quantity, price, charges);
    booked.push({
      ...fill,
      quantity,
      charges,
      value: quantity * price,
      realisedGain: sold === null ? null : sold.gain,
      tax: sold === null ? null : sold.tax,
    });
  }
  return {
    fills: booked,
    beyond,
    events,
    panel,
    ledger: {
      day: stored.day,
      openedOn: isMorningDue ? day : stored.openedOn,
      state: ledger.state(),
      valuation: valuationOf(ledger, day),
      performance: stored.performance,
      benchmarkBase: stored.benchmarkBase,
      share: shareOf(market),
    },
  };
}
