import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import {
  createLimiter,
  type Limiter,
  type LimiterOptions,
  type SharedLimits,
} from '../../../../core/platform/index.ts';
import {
  FaultDice,
  PracticeAccount,
  practicePrices,
  type PracticeBroker,
  createPracticeBroker,
} from '../../../../core/brokers/practice/index.ts';
import { createDhanOrders } from '../../../../core/brokers/orders/dhan-orders.ts';
import { createDhanSecurities } from '../../../../core/brokers/orders/dhan-securities.ts';
import type { BrokerOrder, OrderGateway, OrderRequest } from '../../../../core/brokers/orders/gateway.ts';
import { createZerodhaOrders } from '../../../../core/brokers/orders/zerodha-orders.ts';
import type { HeldClock } from '../../../support/core.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';

export const PRICES =
  'symbol,price,isin\nTCS,3512.40,INE467B01029\nINFY,1500,INE009A01021\nM&M,2900.5,INE101A01026\n';
export const TOKEN = 'tok3nOfTheDay000000000000';

/** No rate holds a test up; the names and rates that were asked for are noted. */
export class NotedLimits implements SharedLimits {
  readonly asked = new Map<string, LimiterOptions>();

  of(key: string, options: LimiterOptions): Limiter {
    this.asked.set(key, options);
    return createLimiter({ concurrent: options.concurrent, perSecond: 100_000 });
  }
}

/** A practice account, and how a gateway of one of its brokers is made. */
export interface Subject {
  name: 'zerodha' | 'dhan';
  open(
    url: string,
    options?: { timeoutMs?: number; limits?: SharedLimits; token?: () => string },
  ): OrderGateway;
}

export function practiceBroker(clock: HeldClock, cash = '1000000'): PracticeBroker {
  const account = new PracticeAccount({ clock, prices: practicePrices(PRICES), cash });
  return createPracticeBroker({ account, clock, dice: new FaultDice() });
}

export function subjects(clock: HeldClock): Subject[] {
  const settingOf = (
    baseUrl: string,
    { timeoutMs = 30_000, limits = new NotedLimits() as SharedLimits },
  ) => ({
    baseUrl,
    limits,
    clock,
    tuning: { timeoutMs, backoffMs: 1, timers: leapingTimers() },
  });
  return [
    {
      name: 'zerodha',
      open: (url, options = {}) =>
        createZerodhaOrders({
          ...settingOf(url, options),
          access: () => ({ apiKey: 'k1teapikey0000aa', accessToken: options.token?.() ?? TOKEN }),
        }),
    },
    {
      name: 'dhan',
      open: (url, options = {}) => {
        const setting = settingOf(url, options);
        return createDhanOrders({
          ...setting,
          securities: createDhanSecurities(setting),
          access: () => ({ clientId: '1100353799', accessToken: options.token?.() ?? TOKEN }),
        });
      },
    },
  ];
}

export const ORDER: OrderRequest = {
  tag: 'MN1A2B3C4D5E6F7G8H9J',
  side: 'BUY',
  symbol: 'TCS',
  isin: 'INE467B01029',
  quantity: '10',
  kind: 'LIMIT',
  limit_price: '3512.4',
};

/** The states of orders in short. */
export const shown = (orders: readonly BrokerOrder[]) =>
  orders
    .map(({ state, filled_quantity, average_price }) => `${state} ${filled_quantity} at ${average_price}`)
    .join(', ');

/** What cannot be read is refused as a whole. */
export const malformed = (work: () => unknown, what: string): void =>
  assert.throws(work, (error) => error instanceof BrokerFailure && error.reason === 'BROKER_MALFORMED', what);
