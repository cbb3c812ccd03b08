import { type Clock, Decimal, istDate, istTime } from '../../platform/index.ts';
import { type Course, isLie } from './faults.ts';
import { toldRows } from './lies.ts';
import type { PracticeOrder } from './practice-order.ts';
import type { PracticePrices } from './prices.ts';

export interface PracticeFill {
  id: string;
  order_id: string;
  side: 'BUY' | 'SELL';
  symbol: string;
  quantity: number;
  price: string;
  day: string;
  time: string;
}

/** Everything of an account that outlives a restart. */
export interface PracticeState {
  cash: string;
  next: number;
  orders: PracticeOrder[];
  fills: PracticeFill[];
  /** Every order request that ever came, what it met and what was made of it: the judge of what was sent twice. */
  requests: OrderRequestLog[];
}

interface OrderRequestLog {
  at: string;
  broker: 'zerodha' | 'dhan';
  tag: string | null;
  body: string;
  fault: string | null;
  order_ids: string[];
}

export type NewOrder = Pick<PracticeOrder, 'tag' | 'side' | 'symbol' | 'quantity' | 'kind' | 'limit_price'>;

/** Shares by symbol: those of the morning, and what was bought and sold since. */
export interface PracticeShares {
  symbol: string;
  opening: number;
  bought: number;
  sold: number;
  /** Rupees a share that those of the morning cost. */
  cost: string;
}

/** An account with a broker that knows no market: every order is filled at once, unless a fault says otherwise. */
export class PracticeAccount {
  readonly state: PracticeState;
  readonly prices: PracticePrices;
  /** Symbols of which the broker takes no order. */
  readonly unlisted = new Set<string>();
  readonly #clock: Clock;

  constructor(parts: { clock: Clock; prices: PracticePrices; cash: string; state?: PracticeState | null }) {
    this.#clock = parts.clock;
    this.prices = parts.prices;
    this.state = parts.state ?? { cash: parts.cash, next: 1, orders: [], fills: [], requests: [] };
  }

  get today(): string {
    return istDate(this.#clock.now());
  }

  /** Why an order cannot be made; null where it can. */
  shortage(order: NewOrder): { kind: 'FUNDS' | 'HOLDINGS'; needed: string; available: string } | null {
    if (order.side === 'BUY') {
      const needed = new Decimal(this.needed(order).needs);
      return needed.gt(this.state.cash)
        ? { kind: 'FUNDS', needed: needed.toFixed(2), available: new Decimal(this.state.cash).toFixed(2) }
        : null;
    }
    const owned = this.owned(order.symbol);
    return order.quantity > owned
      ? { kind: 'HOLDINGS', needed: String(order.quantity), available: String(Math.max(0, owned)) }
      : null;
  }

  /** Rupees that an order would block, and a share of it: a purchase its value, a sale the value of what is not held. */
  needed(order: Pick<NewOrder, 'side' | 'symbol' | 'quantity' | 'limit_price'>): {
    needs: string;
    price: string;
  } {
    const { side, symbol, quantity } = order;
    const price = this.#priceOf(order);
    const shares = side === 'BUY' ? quantity : Math.max(0, quantity - Math.max(0, this.owned(symbol)));
    return { needs: new Decimal(price).times(shares).toFixed(), price };
  }

  /** Makes an order and lets it take its course. */
  place(
    order: NewOrder,
    course: Course = 'filled',
    hidden: { reads?: number; ms?: number } = {},
  ): PracticeOrder {
    const now = this.#clock.now();
    const made: PracticeOrder = {
      ...order,
      id: this.#id(),
      state: 'OPEN',
      message: null,
      day: this.today,
      time: `${istTime(now)}:${String(now.getUTCSeconds()).padStart(2, '0')}`,
      hidden_reads: hidden.reads ?? 0,
      hidden_until: hidden.ms === undefined ? 0 : now.getTime() + hidden.ms,
      revives_in: null,
    };
    this.state.orders.push(made);
    this.#run(made, course);
    return made;
  }

  #run(order: PracticeOrder, course: Course): void {
    if (isLie(course)) {
      order.lie = { kind: course, looks: 0 };
      course = 'filled';
    }
    switch (course) {
      case 'open':
        return;
      case 'partly filled':
        this.#fill(order, Math.floor(order.quantity / 2));
        return;
      case 'cancelled':
        this.#cancelled(order, 'The order was cancelled by the exchange.');
        return;
      case 'cancelled, then filled':
        this.#cancelled(order, 'The order was cancelled by the exchange.');
        order.revives_in = 2;
        return;
      case 'filled too much':
        this.#fill(order, order.quantity + 1);
        break;
      case 'filled at price 0':
        this.#fill(order, order.quantity, '0');
        break;
      case 'filled beside another':
        this.#fill(order, order.quantity);
        this.place({ ...order, tag: 'NOBODYS', quantity: 1 });
        break;
      case 'filled':
        this.#fill(order, order.quantity);
    }
    order.state = 'COMPLETE';
  }

  #cancelled(order: PracticeOrder, message: string): void {
    order.state = 'CANCELLED';
    order.message = message;
  }

  #fill(order: PracticeOrder, quantity: number, price = this.#priceOf(order)): void {
    if (quantity <= 0) return;
    const { id: order_id, side, symbol, time } = order;
    this.state.fills.push({ id: this.#id(), order_id, side, symbol, quantity, price, day: this.today, time });
    const amount = new Decimal(price).times(quantity);
    const cash = new Decimal(this.state.cash);
    this.state.cash = (side === 'BUY' ? cash.minus(amount) : cash.plus(amount)).toFixed();
  }

  #priceOf({ symbol, limit_price }: Pick<NewOrder, 'symbol' | 'limit_price'>): string {
    return limit_price ?? this.prices.share(symbol).price;
  }

  /** Cancels what is open of today's. @returns false where there is no such order, or it has ended. */
  cancel(id: string): boolean {
    const order = this.state.orders.find((one) => one.id === id && one.day === this.today);
    if (order?.state !== 'OPEN') return false;
    this.#cancelled(order, 'Cancelled by the user.');
    return true;
  }

  /** A look at the day's book: what was hidden comes nearer, and what was cancelled may be filled after all. */
  look(): PracticeOrder[] {
    const now = this.#clock.now().getTime();
    const shown = this.state.orders.filter(
      (order) => order.day === this.today && order.hidden_reads <= 0 && order.hidden_until <= now,
    );
    for (const order of this.state.orders) {
      if (order.hidden_reads > 0) order.hidden_reads -= 1;
      if (order.revives_in === null) continue;
      order.revives_in -= 1;
      if (order.revives_in > 0) continue;
      order.revives_in = null;
      order.message = null;
      this.#run(order, 'filled');
    }
    return shown.flatMap((order) => toldRows(order, this.filled(order.id), this.prices));
  }

  /** Fills of today, but for those of orders that are not shown yet. */
  fills(): PracticeFill[] {
    const now = this.#clock.now().getTime();
    const hidden = new Set(
      this.state.orders.filter((one) => one.hidden_reads > 0 || one.hidden_until > now).map(({ id }) => id),
    );
    return this.state.fills.filter(({ day, order_id }) => day === this.today && !hidden.has(order_id));
  }

  /** How much of an order was filled, and at which average. */
  filled(orderId: string): { quantity: number; average: string } {
    const fills = this.state.fills.filter(({ order_id }) => order_id === orderId);
    const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
    const amount = Decimal.sum(0, ...fills.map((fill) => new Decimal(fill.price).times(fill.quantity)));
    return { quantity, average: quantity === 0 ? '0' : amount.div(quantity).toDecimalPlaces(4).toFixed() };
  }

  owned(symbol: string): number {
    return this.state.fills.reduce(
      (sum, fill) => (fill.symbol === symbol ? sum + (fill.side === 'BUY' ? 1 : -1) * fill.quantity : sum),
      0,
    );
  }

  shares(): PracticeShares[] {
    const bySymbol = new Map<string, PracticeShares & { spent: Decimal; count: number }>();
    for (const { symbol, side, quantity, price, day } of this.state.fills) {
      const row = bySymbol.get(symbol) ?? {
        symbol,
        opening: 0,
        bought: 0,
        sold: 0,
        cost: '0',
        spent: new Decimal(0),
        count: 0,
      };
      if (day < this.today) row.opening += side === 'BUY' ? quantity : -quantity;
      else if (side === 'BUY') row.bought += quantity;
      else row.sold += quantity;
      if (side === 'BUY') {
        row.count += quantity;
        row.spent = row.spent.plus(new Decimal(price).times(quantity));
      }
      row.cost = row.count === 0 ? '0' : row.spent.div(row.count).toDecimalPlaces(4).toFixed();
      bySymbol.set(symbol, row);
    }
    return [...bySymbol.values()].map(({ symbol, opening, bought, sold, cost }) => ({
      symbol,
      opening,
      bought,
      sold,
      cost,
    }));
  }

  /** Fourteen digits, as brokers like them, never the same twice. */
  #id(): string {
    const number = this.state.next;
    this.state.next += 1;
    return `26${String(number).padStart(12, '0')}`;
  }
}
