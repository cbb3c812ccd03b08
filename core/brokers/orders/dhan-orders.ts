import { createHash } from 'node:crypto';
import { createHttp, type Http, type SharedLimits } from '../../platform/index.ts';
import { type AdapterSetting, createDhanClient, type DhanAccess, isRow, textOf } from '../adapters/index.ts';
import { BrokerFailure, brokerFailure, type ReasonCode } from '../failure.ts';
import { isOver } from './cancelling.ts';
import { dhanPlacement } from './dhan-answers.ts';
import { dhanFills, dhanFunds, dhanOrders, dhanPositions } from './dhan-books.ts';
import { dhanCalculators, unknownShare } from './dhan-calculators.ts';
import type { DhanSecurities } from './dhan-securities.ts';
import type { BrokerOrder, OrderGateway, OrderRequest, Placement } from './gateway.ts';
import { faultOf, refusedHere } from './order-checks.ts';
import { withoutAnswer } from './placements.ts';
import { createOrderSender } from './send-order.ts';

const SYSTEM = 'Dhan';
/** The allowance is ten a second, 250 a minute, 1,000 an hour and 7,000 a day, for orders and cancellations together. */
const RATE = { concurrent: 4, perSecond: 8, perMinute: 200 };
const ALLOWANCE = { perHour: 900, perDay: 6_500 };
const NEVER = new AbortController().signal;
/** Reasons for which a search by tag says nothing, and not that there is no such order. */
const NO_ANSWER: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'TOKEN_EXPIRED',
  'NEEDS_LOGIN',
  'PERMISSION_MISSING',
  'RATE_LIMITED',
  'BROKER_TIMEOUT',
  'BROKER_UNREACHABLE',
  'BROKER_OFF',
]);

interface DhanOrders extends Omit<AdapterSetting, 'baseUrl'> {
  baseUrl: string;
  limits: SharedLimits;
  securities: DhanSecurities;
  /** The account's number and token as of now. @throws BrokerFailure NEEDS_LOGIN */
  access: () => DhanAccess;
}

/** Orders of one account through DhanHQ v2: delivery on the NSE, good for the day. */
export function createDhanOrders({ access, securities, ...setting }: DhanOrders): OrderGateway {
  const { baseUrl, clock, limits, tuning } = setting;
  const dhan = createDhanClient(setting);
  const account = createHash('sha256').update(access().clientId).digest('hex').slice(0, 16);
  const limiter = limits.of(`dhan/${account}/orders`, RATE);
  const sender = createOrderSender({
    limiter,
    clock,
    ...(tuning?.timeoutMs === undefined ? {} : { timeoutMs: tuning.timeoutMs }),
  });
  const cancelling: Http = createHttp({ system: SYSTEM, baseUrl, limiter, clock, ...tuning });

  const headersOf = ({ clientId, accessToken }: DhanAccess) => ({
    'access-token': accessToken,
    'client-id': clientId,
  });
  const secretsOf = ({ clientId, accessToken }: DhanAccess) => [accessToken, clientId];
  const read = async (path: string, signal = NEVER) =>
    await dhan.get(access(), path, signal).catch((error: unknown) => {
      throw asLogin(error);
    });
  const book = async (signal?: AbortSignal) => dhanOrders(await read('/orders', signal), secretsOf(access()));

  /** The search by tag, which knows an order that the list may not show yet. */
  async function searched(tag: string, signal?: AbortSignal): Promise<BrokerOrder[]> {
    let answer: unknown;
    try {
      answer = await read(`/orders/external/${encodeURIComponent(tag)}`, signal);
    } catch (error) {
      // How it says that there is none is not known; the list has said so already.
      if (error instanceof BrokerFailure && !NO_ANSWER.has(error.reason)) return [];
      throw error;
    }
    const rows = isRow(answer) ? [answer] : answer;
    const isNothing =
      !Array.isArray(rows) || rows.every((row) => isRow(row) && textOf(row['orderId']) === '');
    return isNothing ? [] : dhanOrders(rows, secretsOf(access())).filter((order) => order.tag === tag);
  }

  return {
    broker: 'dhan',
    allowance: ALLOWANCE,

    prepare: () => securities.prepare(),

    async place(order, options = {}): Promise<Placement> {
      const fault = faultOf(order);
      if (fault !== null) return refusedHere(fault);
      let login: DhanAccess;
      try {
        login = access();
      } catch (error) {
        return { outcome: 'REFUSED', refusal: 'NEEDS_LOGIN', message: brokerFailure(error).message };
      }
      let securityId: string | null;
      try {
        securityId = await securities.idOf(order);
      } catch (error) {
        const why = error instanceof BrokerFailure ? `: ${error.message}` : '.';
        return refusedHere(`Dhan’s list of shares could not be read${why}`);
      }
      if (securityId === null) return refusedHere(unknownShare(order));
      const sent = await sender.send(
        {
          method: 'POST',
          url: new URL(`${baseUrl}/v2/orders`),
          headers: { ...headersOf(login), 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(order, securityId, login.clientId)),
        },
        options,
      );
      return sent.kind === 'answer'
        ? dhanPlacement(sent.status, sent.body, secretsOf(login))
        : withoutAnswer(SYSTEM, sent);
    },

    orders: async (signal) => await book(signal),
    async ordersByTag(tag, signal) {
      const listed = (await book(signal)).filter((order) => order.tag === tag);
      return listed.length > 0 ? listed : await searched(tag, signal);
    },
    fills: async (signal) => dhanFills(await read('/trades', signal)),
    funds: async (signal) => dhanFunds(await read('/fundlimit', signal)),
    async positions(signal = NEVER) {
      const holdings = await dhan.holdings(access(), signal).catch((error: unknown) => {
        throw asLogin(error);
      });
      return dhanPositions(holdings, await read('/positions', signal));
    },

    ...dhanCalculators({ dhan, access, securities, clock, read, asLogin }),

    async cancel(id, signal) {
      const { status, body } = await cancelling
        .json(`/v2/orders/${encodeURIComponent(id)}`, {
          method: 'DELETE',
          isRepeatable: true,
          headers: headersOf(access()),
          accept: /^application\/json\b/i,
          alsoAnswers: [400, 401, 403, 404],
          ...(signal === undefined ? {} : { signal }),
        })
        .catch((error: unknown) => {
          throw brokerFailure(error);
        });
      if (status < 300 && isRow(body) && textOf(body['orderId']) === id) return true;
      if (isRow(body) && body['errorCode'] === 'DH-901')
        throw new BrokerFailure('NEEDS_LOGIN', `${SYSTEM} needs a new token (status ${status}).`);
      if (isOver(await book(signal), id)) return false;
      throw new BrokerFailure('BROKER_ERROR', `${SYSTEM} did not cancel the order (status ${status}).`);
    },
  };
}

/** For orders a dead token is what it is at every broker: somebody has to see to it. */
function asLogin(error: unknown): unknown {
  return error instanceof BrokerFailure && error.reason === 'TOKEN_EXPIRED'
    ? new BrokerFailure('NEEDS_LOGIN', error.message, { cause: error })
    : error;
}

/** Numbers as JSON has them: at most nine digits before and two behind the point are exact. */
function bodyOf(order: OrderRequest, securityId: string, clientId: string): Record<string, unknown> {
  return {
    dhanClientId: clientId,
    correlationId: order.tag,
    transactionType: order.side,
    exchangeSegment: 'NSE_EQ',
    productType: 'CNC',
    orderType: order.kind,
    validity: 'DAY',
    securityId,
    quantity: Number(order.quantity),
    disclosedQuantity: 0,
    price: Number(order.limit_price ?? 0),
    triggerPrice: 0,
    afterMarketOrder: false,
  };
}
