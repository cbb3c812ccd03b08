import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  type PracticeBroker,
  type PracticeOrder,
  practicePrices,
  type PracticeState,
} from '../../core/brokers/practice/index.ts';
import type { Clock } from '../../core/platform/index.ts';
import { SYMBOLS } from '../support/live-policy.ts';

export const BROKERS = ['zerodha', 'dhan'] as const;
export type TradingBroker = (typeof BROKERS)[number];

/** What happens at a broker, for whoever stops a process right then. */
export type AtBroker = (step: string) => void;

/** Where the orderbook of the day is read, at either broker. */
export const ORDERBOOK = /^(?:\/v2)?\/orders$/;
/** Where the trades of the day are read. */
export const TRADES = /^(?:\/v2)?\/trades$/;

/** Faults as they are told, which say when something arrives. */
export class ToldDice extends FaultDice {
  tell: AtBroker | null = null;
  #orders = 0;

  override forOrder(): ReturnType<FaultDice['forOrder']> {
    this.#orders += 1;
    this.tell?.(`the broker: order (${this.#orders}) arrives`);
    return super.forOrder();
  }

  override forRead(path: string): ReturnType<FaultDice['forRead']> {
    if (ORDERBOOK.test(path)) this.tell?.('the broker: its orderbook is asked for');
    return super.forRead(path);
  }

  /** It was made, or not, and is not answered yet. */
  noted(): void {
    const nr = this.#orders;
    this.tell?.(`the broker: order (${nr}) is decided`);
    setImmediate(() => this.tell?.(`the broker: order (${nr}) was answered`));
  }

  /** The next order is the first again. */
  countAnew(): void {
    this.#orders = 0;
  }

  override forget(): void {
    super.forget();
    this.#orders = 0;
    this.tell = null;
  }
}

/** An order at a broker, with what was filled of it. */
export type MadeOrder = PracticeOrder & { at: TradingBroker; quantityFilled: number; average: string };

export interface ToldBrokers {
  of: Readonly<Record<TradingBroker, PracticeBroker>>;
  /** One for both: a fault meets the next order, wherever it goes. */
  dice: ToldDice;
  /** Every request for an order, at either. */
  requests(): PracticeState['requests'];
  /** Every order that was made, at either. */
  orders(): MadeOrder[];
  close(): Promise<void>;
}

/** Zerodha and Dhan as two brokers, each with an account of its own: what one has, the other knows nothing of. */
export async function toldBrokers(clock: Clock, dice = new ToldDice()): Promise<ToldBrokers> {
  const open = async (): Promise<PracticeBroker> => {
    const prices = practicePrices(`symbol,price\n${SYMBOLS.map((symbol) => `${symbol},100`).join('\n')}\n`);
    const account = new PracticeAccount({ clock, prices, cash: '10000000' });
    const broker = createPracticeBroker({ account, clock, dice, note: () => dice.noted() });
    await broker.listen(0);
    return broker;
  };
  const of = { zerodha: await open(), dhan: await open() };
  return {
    of,
    dice,
    requests: () => BROKERS.flatMap((at) => of[at].account.state.requests),
    orders: () =>
      BROKERS.flatMap((at) =>
        of[at].account.state.orders.map((order) => {
          const { quantity, average } = of[at].account.filled(order.id);
          return { ...order, at, quantityFilled: quantity, average };
        }),
      ),
    async close() {
      await of.zerodha.close();
      await of.dhan.close();
    },
  };
}

/** The part of an account's state that came by orders of some policies. @param codes their tags begin with. */
export function stateOf(state: PracticeState, codes: readonly string[]): PracticeState {
  const copy = structuredClone(state);
  const isOwn = ({ tag }: { tag: string | null }) => codes.some((code) => tag?.startsWith(code) === true);
  const orders = copy.orders.filter(isOwn);
  const ids = new Set(orders.map(({ id }) => id));
  return {
    ...copy,
    orders,
    fills: copy.fills.filter(({ order_id }) => ids.has(order_id)),
    requests: copy.requests.filter(isOwn),
  };
}
