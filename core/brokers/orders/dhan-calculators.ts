import { type Clock, dayBefore, Decimal, istDate } from '../../platform/index.ts';
import {
  chargesTogether,
  type createDhanClient,
  type DhanAccess,
  type DhanFill,
  dhanHistoryRows,
  type DhanRows,
  type Row,
} from '../adapters/index.ts';
import { kiteSymbol } from '../statements/index.ts';
import { brokerWords } from './broker-words.ts';
import { calculatedAmount, chargesByKind, neededFor } from './calculated.ts';
import { fillNames } from './dhan-books.ts';
import type { DhanSecurities } from './dhan-securities.ts';
import type {
  BrokerCharges,
  FilledOrder,
  OrderEstimate,
  OrderGateway,
  OrderRequest,
  PastFill,
} from './gateway.ts';
import { faultOf } from './order-checks.ts';

const SYSTEM = 'Dhan';
const NEVER = new AbortController().signal;

/**
 * Dhan's margin calculator, one order at a time, which names brokerage and no other charge; and its trade history, which has
 * the days before today with what each trade was charged. Amounts are not rounded as the contract note rounds them.
 */
export function dhanCalculators(parts: {
  dhan: ReturnType<typeof createDhanClient>;
  access: () => DhanAccess;
  securities: DhanSecurities;
  clock: Clock;
  /** A route of the account. @throws BrokerFailure */
  read: (path: string, signal?: AbortSignal) => Promise<unknown>;
  /** A failure as orders see it. */
  asLogin: (error: unknown) => unknown;
}): Pick<OrderGateway, 'rehearse' | 'chargesOf'> & { pastFills: NonNullable<OrderGateway['pastFills']> } {
  const { access, asLogin, clock, dhan, read, securities } = parts;

  async function estimate(order: OrderRequest, signal: AbortSignal): Promise<OrderEstimate> {
    const { tag, side } = order;
    const refused = (refusal: string): OrderEstimate => ({ tag, needs: null, charges: null, refusal });
    const fault = faultOf(order);
    if (fault !== null) return refused(fault);
    const login = access();
    const securityId = await securities.idOf(order);
    if (securityId === null) return refused(unknownShare(order));
    const answer = await dhan.margin(login, questionOf(order, securityId, login.clientId), signal);
    if ('refusal' in answer)
      return refused(
        brokerWords(answer.refusal, [login.accessToken, login.clientId]) ?? `${SYSTEM} gave no reason.`,
      );
    const needs = neededFor(side, calculatedAmount(SYSTEM, answer.margin['totalMargin']));
    return { tag, needs, charges: null, refusal: null };
  }

  /** The history of some days up to yesterday. */
  async function* history(from: string, to: string, signal?: AbortSignal): AsyncIterable<DhanRows> {
    const yesterday = dayBefore(istDate(clock.now()));
    yield* dhanHistoryRows(
      { from, to: to < yesterday ? to : yesterday },
      async (first, last, page) => await read(`/trades/${first}/${last}/${page}`, signal),
    );
  }

  return {
    async rehearse(orders, signal = NEVER) {
      const estimates: OrderEstimate[] = [];
      try {
        for (const order of orders) estimates.push(await estimate(order, signal));
      } catch (error) {
        throw asLogin(error);
      }
      return estimates;
    },

    async chargesOf(orders, signal) {
      const known = new Map<string, BrokerCharges>();
      if (orders.length === 0) return known;
      const days = orders.map(({ day }) => day).sort();
      const byOrder = new Map<string, DhanFill[]>();
      const torn = new Set<string>();
      for await (const rows of history(days[0] ?? '', days.at(-1) ?? '', signal)) {
        for (const fill of rows.fills) {
          const fills = byOrder.get(fill.orderId);
          if (fills === undefined) byOrder.set(fill.orderId, [fill]);
          else fills.push(fill);
        }
        for (const order of rows.torn) torn.add(order);
      }
      for (const order of orders) {
        const fills = byOrder.get(order.broker_order_id) ?? [];
        if (torn.has(order.broker_order_id) || !isWhole(order, fills)) continue;
        const charges = chargesByKind(chargesTogether(fills));
        if (charges !== null) known.set(order.broker_order_id, charges);
      }
      return known;
    },

    async pastFills(from, to, signal) {
      const nameOf = fillNames();
      const past: PastFill[] = [];
      const torn = new Set<string>();
      for await (const rows of history(from, to, signal)) {
        for (const order of rows.torn) torn.add(order);
        for (const fill of rows.fills) {
          const [quantity, price] = [fill.quantity.toFixed(), fill.price.toFixed()];
          past.push({
            broker_order_id: fill.orderId,
            fill_id: nameOf(fill.orderId, fill.exchangeTradeId, [
              `${fill.date} ${fill.time ?? ''}`,
              quantity,
              price,
            ]),
            side: fill.type,
            symbol: (await securities.symbolOf(listedAs(fill))) ?? kiteSymbol(fill.symbol),
            quantity,
            price,
            day: fill.date,
          });
        }
      }
      return { fills: past, torn };
    },
  };
}

/** Keys of a fill in Dhan's list of shares: numbers of the BSE differ. */
const listedAs = ({ exchange, instrument, isin }: DhanFill) => ({
  id: exchange === 'NSE' && instrument !== isin ? instrument : null,
  isin,
});

/** Why an order has no number to be sent with. */
export const unknownShare = ({ symbol }: OrderRequest): string =>
  `Dhan’s list of NSE shares does not have ${symbol}, or has several that fit.`;

/** True if the history has all of an order and every kind of its charges: a part would look like little. */
function isWhole({ day, side, quantity }: FilledOrder, fills: readonly DhanFill[]): boolean {
  return (
    Decimal.sum(0, ...fills.map((fill) => fill.quantity)).eq(quantity) &&
    fills.every(
      ({ charges, date, type }) =>
        date === day && type === side && Object.values(charges).every((charge) => charge?.gte(0) === true),
    )
  );
}

function questionOf(order: OrderRequest, securityId: string, clientId: string): Row {
  return {
    dhanClientId: clientId,
    exchangeSegment: 'NSE_EQ',
    transactionType: order.side,
    quantity: Number(order.quantity),
    productType: 'CNC',
    securityId,
    price: Number(order.limit_price ?? 0),
    triggerPrice: 0,
  };
}
