import { createHash } from 'node:crypto';
import { createHttp, type Http, type SharedLimits } from '../../platform/index.ts';
import { type AdapterSetting, createKiteClient, isRow, type KiteAccess } from '../adapters/index.ts';
import { BrokerFailure, brokerFailure } from '../failure.ts';
import { isOver } from './cancelling.ts';
import type { OrderGateway, OrderRequest, Placement } from './gateway.ts';
import { faultOf, refusedHere } from './order-checks.ts';
import { withoutAnswer } from './placements.ts';
import { createOrderSender } from './send-order.ts';
import { kitePlacement } from './zerodha-answers.ts';
import { kiteCalculators } from './zerodha-calculators.ts';
import { kiteFills, kiteFunds, kiteOrders, kitePositions } from './zerodha-books.ts';

const SYSTEM = 'Zerodha';
/** The allowance is ten a second, 200 a minute and 3,000 a day for an account, for orders and cancellations together. */
const RATE = { concurrent: 4, perSecond: 8, perMinute: 160 };
const ALLOWANCE = { perHour: null, perDay: 2_700 };
/** Kite takes no market order through its API without it; -1 leaves the width to Kite. */
const AUTOMATIC = '-1';
const NEVER = new AbortController().signal;

interface ZerodhaOrders extends Omit<AdapterSetting, 'baseUrl'> {
  baseUrl: string;
  limits: SharedLimits;
  /** The account's key and token as of now. @throws BrokerFailure NEEDS_LOGIN */
  access: () => KiteAccess;
}

/** Orders of one account through Kite Connect v3: delivery on the NSE, good for the day. */
export function createZerodhaOrders({ access, ...setting }: ZerodhaOrders): OrderGateway {
  const { baseUrl, clock, limits, tuning } = setting;
  const kite = createKiteClient(setting);
  const account = createHash('sha256').update(access().apiKey).digest('hex').slice(0, 16);
  const limiter = limits.of(`zerodha/${account}/orders`, RATE);
  const sender = createOrderSender({
    limiter,
    clock,
    ...(tuning?.timeoutMs === undefined ? {} : { timeoutMs: tuning.timeoutMs }),
  });
  const cancelling: Http = createHttp({ system: SYSTEM, baseUrl, limiter, clock, ...tuning });

  const headersOf = ({ apiKey, accessToken }: KiteAccess) => ({
    'x-kite-version': '3',
    authorization: `token ${apiKey}:${accessToken}`,
  });
  const secretsOf = ({ apiKey, accessToken }: KiteAccess) => [accessToken, apiKey];
  const read = async (path: string, signal = NEVER) => await kite.get(access(), path, signal);
  const book = async (signal?: AbortSignal, tag?: string) =>
    kiteOrders(await read('/orders', signal), secretsOf(access()), tag);

  return {
    broker: 'zerodha',
    allowance: ALLOWANCE,
    // Kite knows shares by the exchange's symbols.
    prepare: () => Promise.resolve(),

    async place(order, options = {}): Promise<Placement> {
      const fault = faultOf(order);
      if (fault !== null) return refusedHere(fault);
      let login: KiteAccess;
      try {
        login = access();
      } catch (error) {
        return { outcome: 'REFUSED', refusal: 'NEEDS_LOGIN', message: brokerFailure(error).message };
      }
      const sent = await sender.send(
        {
          method: 'POST',
          url: new URL(`${baseUrl}/orders/regular`),
          headers: { ...headersOf(login), 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(formOf(order)).toString(),
        },
        options,
      );
      return sent.kind === 'answer'
        ? kitePlacement(sent.status, sent.body, secretsOf(login))
        : withoutAnswer(SYSTEM, sent);
    },

    orders: async (signal) => await book(signal),
    ordersByTag: async (tag, signal) => await book(signal, tag),
    fills: async (signal) => kiteFills(await read('/trades', signal)),
    funds: async (signal) => kiteFunds(await read('/user/margins', signal)),
    positions: async (signal) =>
      kitePositions(await read('/portfolio/holdings', signal), await read('/portfolio/positions', signal)),

    ...kiteCalculators({ kite, access }),

    async cancel(id, signal) {
      const { status, body } = await cancelling
        .json(`/orders/regular/${encodeURIComponent(id)}`, {
          method: 'DELETE',
          isRepeatable: true,
          headers: headersOf(access()),
          accept: /^application\/json\b/i,
          alsoAnswers: [400, 403, 404],
          ...(signal === undefined ? {} : { signal }),
        })
        .catch((error: unknown) => {
          throw brokerFailure(error);
        });
      if (isRow(body) && body['status'] === 'success') return true;
      if (isRow(body) && body['error_type'] === 'TokenException')
        throw new BrokerFailure('NEEDS_LOGIN', `${SYSTEM} needs a login (status ${status}).`);
      if (isOver(await book(signal), id)) return false;
      throw new BrokerFailure('BROKER_ERROR', `${SYSTEM} did not cancel the order (status ${status}).`);
    },
  };
}

function formOf({ side, symbol, quantity, kind, limit_price, tag }: OrderRequest): Record<string, string> {
  return {
    exchange: 'NSE',
    tradingsymbol: symbol,
    transaction_type: side,
    order_type: kind,
    quantity,
    product: 'CNC',
    validity: 'DAY',
    ...(limit_price === null ? { market_protection: AUTOMATIC } : { price: limit_price }),
    tag,
  };
}
