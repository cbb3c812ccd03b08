import {
  type createKiteClient,
  figure,
  isRow,
  type KiteAccess,
  type Row,
  textOf,
} from '../adapters/index.ts';
import { BrokerFailure } from '../failure.ts';
import { kiteSymbol } from '../statements/index.ts';
import { brokerWords } from './broker-words.ts';
import { calculatedAmount, chargesByKind, neededFor } from './calculated.ts';
import type { BrokerCharges, OrderGateway } from './gateway.ts';
import { faultOf } from './order-checks.ts';

const SYSTEM = 'Zerodha';
/** Kite bounds a question by its size alone, at about 100 kB: an order takes some 200 bytes. */
const MOST_AT_ONCE = 200;
const NEVER = new AbortController().signal;

/** Kite's answer about one order. */
type Answer = { row: Row } | { refusal: string };

const unreadable = () =>
  new BrokerFailure('BROKER_MALFORMED', `${SYSTEM} sent an answer of its calculator that cannot be read.`);

/**
 * Kite's calculators: `/margins/orders` for orders that are not sent yet, `/charges/orders` (the virtual contract note) for
 * filled ones. It has no fills of past days. Amounts are not rounded as the contract note rounds them.
 */
export function kiteCalculators(parts: {
  kite: ReturnType<typeof createKiteClient>;
  access: () => KiteAccess;
}): Pick<OrderGateway, 'rehearse' | 'chargesOf' | 'pastFills'> {
  const { kite, access } = parts;

  /** One answer for each order. Kite refuses a list for any one of them, so that one is looked for by halves. */
  async function ask(
    path: '/margins/orders' | '/charges/orders',
    asked: readonly Row[],
    signal: AbortSignal,
    most = MOST_AT_ONCE,
  ): Promise<Answer[]> {
    if (asked.length > most) {
      const answers: Answer[] = [];
      for (let at = 0; at < asked.length; at += most)
        answers.push(...(await ask(path, asked.slice(at, at + most), signal)));
      return answers;
    }
    if (asked.length === 0) return [];
    const login = access();
    const answer = await kite.calculate(login, path, asked, signal);
    if ('data' in answer) return rowsFor(asked, answer.data).map((row) => ({ row }));
    if (asked.length > 1) return await ask(path, asked, signal, Math.ceil(asked.length / 2));
    const words = brokerWords(answer.refusal, [login.accessToken, login.apiKey]);
    return [{ refusal: words ?? `${SYSTEM} gave no reason.` }];
  }

  return {
    pastFills: null,

    async rehearse(orders, signal = NEVER) {
      const faults = orders.map(faultOf);
      const asked = orders
        .filter((_, index) => faults[index] === null)
        .map((order) => ({
          ...rowOf(order, order.side, order.kind),
          price: Number(order.limit_price ?? 0),
          trigger_price: 0,
        }));
      const answers = (await ask('/margins/orders', asked, signal)).values();
      return orders.map(({ tag, side }, index) => {
        const fault = faults[index] ?? null;
        const answer = fault === null ? answers.next().value : { refusal: fault };
        if (answer === undefined) throw unreadable();
        if ('refusal' in answer) return { tag, needs: null, charges: null, refusal: answer.refusal };
        const needs = neededFor(side, calculatedAmount(SYSTEM, answer.row['total']));
        return { tag, needs, charges: chargesIn(answer.row), refusal: null };
      });
    },

    async chargesOf(orders, signal = NEVER) {
      const asked = orders.map((order) => ({
        order_id: order.broker_order_id,
        ...rowOf(order, order.side, order.kind),
        average_price: Number(order.average_price),
      }));
      const known = new Map<string, BrokerCharges>();
      for (const [index, answer] of (await ask('/charges/orders', asked, signal)).entries()) {
        const charges = 'row' in answer ? chargesIn(answer.row) : null;
        const id = orders[index]?.broker_order_id;
        if (charges !== null && id !== undefined) known.set(id, charges);
      }
      return known;
    },
  };
}

const rowOf = (
  { symbol, quantity }: { symbol: string; quantity: string },
  transaction_type: string,
  order_type: string,
) => ({
  exchange: 'NSE',
  tradingsymbol: symbol,
  transaction_type,
  variety: 'regular',
  product: 'CNC',
  order_type,
  quantity: Number(quantity),
});

/** Rows come in the order of the request. Fields that a row repeats must agree with its order. */
function rowsFor(asked: readonly Row[], data: unknown): Row[] {
  if (!Array.isArray(data) || data.length !== asked.length) throw unreadable();
  return asked.map((order, index) => {
    const row: unknown = data[index];
    if (!isRow(row)) throw unreadable();
    const side = row['transaction_type'] ?? order['transaction_type'];
    const quantity = row['quantity'] === undefined ? null : figure(row['quantity']);
    if (
      kiteSymbol(textOf(row['tradingsymbol'])) !== kiteSymbol(textOf(order['tradingsymbol'])) ||
      side !== order['transaction_type'] ||
      (row['quantity'] !== undefined && quantity?.eq(Number(order['quantity'])) !== true)
    )
      throw unreadable();
    return row;
  });
}

function chargesIn(row: Row): BrokerCharges | null {
  const charges = row['charges'];
  if (charges === undefined || charges === null) return null;
  if (!isRow(charges)) throw unreadable();
  const { gst } = charges;
  if (gst !== undefined && gst !== null && !isRow(gst)) throw unreadable();
  const amount = (value: unknown) => calculatedAmount(SYSTEM, value);
  return chargesByKind({
    brokerage: amount(charges['brokerage']),
    stt: amount(charges['transaction_tax']),
    exchange: amount(charges['exchange_turnover_charge']),
    sebi: amount(charges['sebi_turnover_charge']),
    stamp_duty: amount(charges['stamp_duty']),
    gst: amount(gst?.['total']),
  });
}
