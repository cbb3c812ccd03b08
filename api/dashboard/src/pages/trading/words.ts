/** Words of plans that trade: what waits for a person, what became of each order, and what happened step by step. */
import { day, money, moment, quantity } from '../../../../../charts/index.ts';
import type { Plan, PlanOrder } from '../../api/types.ts';
import { CHARGES } from '../strategies/words.ts';

interface Look {
  label: string;
  color: string;
}

/** What is typed before orders are sent again. */
export const RESUME_WORDS = 'resume trading';

export const PLAN_STATES: Readonly<Record<Plan['state'], Look>> = {
  PENDING_APPROVAL: { label: 'Waits for your approval', color: 'orange' },
  APPROVED: { label: 'Approved, not sent yet', color: 'ink' },
  EXECUTING: { label: 'Trading', color: 'ink' },
  PARTIAL_PLACEMENT: { label: 'Partly sent', color: 'orange' },
  PLACEMENT_UNKNOWN: { label: 'An order is unclear', color: 'red' },
  EXECUTED: { label: 'All filled', color: 'teal' },
  PARTIAL: { label: 'Partly filled', color: 'orange' },
  REJECTED: { label: 'Rejected', color: 'red' },
  EXPIRED: { label: 'Expired', color: 'gray' },
};

/** Where an order stands, and what that means where a word is not enough. */
export const ORDER_STATES: Readonly<Record<PlanOrder['state'], Look & { meaning: string | null }>> = {
  NOT_MADE: { label: 'Not made', color: 'gray', meaning: null },
  PENDING_APPROVAL: { label: 'Waits', color: 'orange', meaning: null },
  EXCLUDED: { label: 'Excluded', color: 'gray', meaning: null },
  DECLINED: { label: 'Not sent', color: 'gray', meaning: null },
  APPROVED: { label: 'Not sent yet', color: 'ink', meaning: null },
  SUBMITTING: { label: 'Being sent', color: 'ink', meaning: null },
  PLACED: { label: 'With the broker', color: 'ink', meaning: null },
  PLACEMENT_UNKNOWN: {
    label: 'Unclear',
    color: 'red',
    meaning:
      'It was sent, but no clear answer came. Munim checks the broker’s order book until it knows, and does not send it again.',
  },
  ABSENT: {
    label: 'Not found',
    color: 'red',
    meaning: 'It was sent, but the broker’s order book does not show it. Check your broker’s app.',
  },
  FILLED: { label: 'Filled', color: 'teal', meaning: null },
  PARTIAL: { label: 'Partly filled', color: 'orange', meaning: null },
  CANCELLED: { label: 'Cancelled', color: 'orange', meaning: 'None of it was filled.' },
  REJECTED: { label: 'Refused', color: 'red', meaning: 'None of it was filled.' },
  EXPIRED: { label: 'Expired', color: 'gray', meaning: 'It expired before it was sent.' },
};

/** An approved order that is held for a person to look at. */
export const HELD: Look & { meaning: string | null } = {
  label: 'Needs you',
  color: 'red',
  meaning: 'It was not sent.',
};

const SETTLED: Readonly<Record<NonNullable<PlanOrder['settlement']>, string>> = {
  ADOPTED: 'You said that it was filled.',
  MARKED_ABSENT: 'You said that it never reached the broker.',
  SENT_AGAIN: 'A new plan asks whether to send it again.',
};
export const settledText = ({ settlement }: Pick<PlanOrder, 'settlement'>): string | null =>
  settlement === null ? null : SETTLED[settlement];

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });
const counted = (of: number, noun: string): string => `${quantity(of)} ${of === 1 ? noun : `${noun}s`}`;

/** `Buy 10 TCS` */
export const orderText = ({
  side,
  quantity: of,
  symbol,
}: Pick<PlanOrder, 'side' | 'quantity' | 'symbol'>): string =>
  `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantity(of)} ${symbol}`;

/** How an order goes out: `Limit ₹102.00`. */
export const limitText = ({
  order_kind,
  limit_price,
}: Pick<PlanOrder, 'order_kind' | 'limit_price'>): string =>
  order_kind === 'MARKET' || limit_price === null ? 'Market price' : money(limit_price, 'INR');

/** What was filled of an order: `10 at ₹101.50`; null where nothing was. */
export const filledText = ({
  quantity: wanted,
  filled_quantity: filled,
  average_price,
}: Pick<PlanOrder, 'quantity' | 'filled_quantity' | 'average_price'>): string | null =>
  filled === 0
    ? null
    : `${filled === wanted ? quantity(filled) : `${quantity(filled)} of ${quantity(wanted)}`} at ${money(average_price, 'INR')}`;

/** How the fills of an order lie beside its reference price: `₹15.00 worse than the reference price (0.10%)`. */
export const slippageText = ({ slippage }: Pick<PlanOrder, 'slippage'>): string | null =>
  slippage === null ? null : slippage.words.charAt(0).toUpperCase() + slippage.words.slice(1);

/** Charges of an order: `Broker ₹27.40, computed ₹27.21`, or the reason why they are unknown. */
export const brokerChargesText = ({
  broker,
  computed,
  reason,
}: NonNullable<PlanOrder['charges_check']>): string =>
  broker === null
    ? `Broker: ${reason ?? 'unknown'}`
    : `Broker ${money(broker, 'INR')}${computed === null ? '' : `, computed ${money(computed, 'INR')}`}`;

type Charges = NonNullable<PlanOrder['charges']>;
export const CHARGE_ITEMS = Object.keys(CHARGES) as (keyof typeof CHARGES)[];

export interface PlanSums {
  count: number;
  buy_value: number;
  sell_value: number;
  costs: number;
  /** By item, as far as the charges of the orders are known. */
  items: Readonly<Record<keyof typeof CHARGES, number>>;
  cash_after: number;
}

/** What a plan comes to without the orders that are left out. */
export function planSums(plan: Pick<Plan, 'orders' | 'cash_after'>, leftOut: ReadonlySet<string>): PlanSums {
  const items = Object.fromEntries(CHARGE_ITEMS.map((item) => [item, 0])) as Record<keyof Charges, number>;
  const sums = { count: 0, buy_value: 0, sell_value: 0, costs: 0, cash_after: plan.cash_after };
  for (const { order_id, side, value, costs, charges } of plan.orders) {
    if (leftOut.has(order_id)) {
      sums.cash_after += (side === 'BUY' ? value : -value) + costs;
      continue;
    }
    sums.count += 1;
    sums.costs += costs;
    if (side === 'BUY') sums.buy_value += value;
    else sums.sell_value += value;
    for (const item of CHARGE_ITEMS) items[item] += charges?.[item] ?? 0;
  }
  return { ...sums, items };
}

/** Orders that a person left out of a plan that was answered. */
export const excludedOf = ({ orders }: Pick<Plan, 'orders'>): Set<string> =>
  new Set(orders.filter(({ state }) => state === 'EXCLUDED').map(({ order_id }) => order_id));

/** Orders above the limit an order: approving one of them rejects the whole plan. */
export const aboveLimit = (
  { orders, max_order_value }: Pick<Plan, 'orders' | 'max_order_value'>,
  leftOut: ReadonlySet<string>,
): PlanOrder[] => orders.filter(({ order_id, value }) => !leftOut.has(order_id) && value > max_order_value);

/** What is typed to approve a plan without the orders that are left out; null where a press is enough. */
export function wordsToType(
  { orders, confirmation }: Pick<Plan, 'orders' | 'confirmation'>,
  leftOut: ReadonlySet<string>,
): string | null {
  if (confirmation === null) return null;
  const paise = orders.reduce(
    (sum, { order_id, value }) => (leftOut.has(order_id) ? sum : sum + Math.round(value * 100)),
    0,
  );
  return paise > Math.round(confirmation.above * 100) ? confirmation.words : null;
}

/** Whether these are the words: capital letters do not matter. */
export const isTyped = (typed: string, words: string): boolean =>
  typed.trim().toLowerCase() === words.toLowerCase();

/** `3 sales and 1 purchase` */
function sidesText(orders: readonly Pick<PlanOrder, 'side'>[]): string {
  const sales = orders.filter(({ side }) => side === 'SELL').length;
  const buys = orders.length - sales;
  return [
    ...(sales > 0 ? [counted(sales, 'sale')] : []),
    ...(buys > 0 ? [counted(buys, 'purchase')] : []),
  ].join(' and ');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a plan may still be answered: `2 h 5 min left`. @param now milliseconds since 1970, of this device */
export function timeLeft(expires_at: string, now: number): string {
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'time is up';
  if (left < MINUTE) return `${Math.ceil(left / 1000)} s left`;
  const [hours, minutes] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE)];
  if (hours >= 48) return `${Math.floor(hours / 24)} days left`;
  return hours === 0 ? `${minutes} min left` : `${hours} h ${minutes} min left`;
}

const VIA: Readonly<Record<string, string>> = {
  TELEGRAM: 'in Telegram',
  LOCAL_CHAT: 'in the chat of the dashboard',
  DASHBOARD: 'in the dashboard',
};

/**
 * Who did something, out of what is on record: `chat:owner (Ravi, approver, telegram 4343)` is "Ravi (approver)", `api:owner`
 * is "owner". The core reads it in the same way (`personOf`).
 */
export function personIn(actor: string): string {
  if (actor === 'system') return 'Munim';
  const match = /^[a-z]+:(\S+)(?: \((.+)\))?$/.exec(actor);
  if (match === null) return actor;
  const said = match[2]?.split(', ') ?? [];
  const chat = /^telegram -?\d+$/.test(said.at(-1) ?? '') ? said.pop() : undefined;
  const isApprover = said.at(-1) === 'approver' && said.pop() !== undefined;
  const name = said.join(', ') || (isApprover ? chat : undefined) || match[1] || actor;
  return isApprover ? `${name} (approver)` : name;
}
/** `owner, in the dashboard` */
export const byText = (actor: string, via: string): string =>
  [personIn(actor), ...(VIA[via] === undefined ? [] : [VIA[via]])].join(', ');

/** Who answered a plan, where and when; what happened of itself where nobody did. */
export function decidedText({
  kind,
  state,
  decided,
}: Pick<Plan, 'kind' | 'state' | 'decided'>): string | null {
  if (decided === null) return null;
  if (kind === 'SWEEP')
    return `This policy’s settings allow it without approval. Decided on ${moment(decided.at)}.`;
  const who = byText(decided.by, decided.via);
  const deed =
    state === 'REJECTED'
      ? 'Rejected'
      : state === 'EXPIRED' && decided.via === 'SYSTEM'
        ? 'Expired'
        : 'Approved';
  return deed === 'Expired'
    ? `Expired on ${moment(decided.at)}.`
    : `${deed} by ${who}, on ${moment(decided.at)}.`;
}

/** That a policy buys something without asking, and what. */
export const sweepText = ({ symbol, min }: { symbol: string; min: number }): string =>
  `After a rebalance it buys ${symbol} with spare cash of at least ${rupees(min)}, without asking you.`;

/** What a plan is about: `3 sales and 1 purchase, planned at the closes of 2 Mar 2026`. */
export const planLine = ({
  orders,
  cycle_date,
  new_money: money,
  replaces_plan_id: before,
  kind,
}: Pick<Plan, 'orders' | 'cycle_date' | 'new_money' | 'replaces_plan_id' | 'kind'>): string =>
  kind === 'SWEEP'
    ? `Spare cash into the liquid fund, after the rebalance of ${day(cycle_date)}`
    : `${sidesText(orders)}${before === null ? '' : ` of plan ${before}, to be sent again`}, ${
        money === null
          ? `planned at the closes of ${day(cycle_date)}`
          : `with ${rupees(money.amount)} that came in on ${day(money.credited_on)}`
      }`;

/** What becomes of contributed money whose plan came to nothing; null for all others. */
export const moneyText = ({ new_money: money, kind, state }: Pick<Plan, 'new_money' | 'kind' | 'state'>) =>
  money !== null && kind === 'CYCLE' && (state === 'REJECTED' || state === 'EXPIRED')
    ? 'Its money is invested at the next rebalance.'
    : null;

/** What a plan came to once it was answered: `Filled 2 of 3 orders, for ₹41,200.` */
export function outcomeText({ orders }: Pick<Plan, 'orders'>): string {
  const sent = orders.filter(({ state }) => state !== 'EXCLUDED');
  const filled = sent.filter(({ state }) => state === 'FILLED').length;
  const value = sent.reduce(
    (sum, { filled_quantity, average_price }) => sum + filled_quantity * (average_price ?? 0),
    0,
  );
  return `${quantity(filled)} of ${counted(sent.length, 'order')} filled, for ${rupees(value)} in all.`;
}

/** How a plan stands; one that has an order that only a person can settle says so whatever else it is. */
export const planLook = ({ kind, state, orders }: Pick<Plan, 'kind' | 'state' | 'orders'>): Look =>
  orders.some((order) => needsPerson(order) || order.held !== null)
    ? { label: 'Needs you', color: 'red' }
    : kind === 'SWEEP' && state === 'APPROVED'
      ? { ...PLAN_STATES.APPROVED, label: 'Not sent yet' }
      : PLAN_STATES[state];

/** Whether a person has to say what became of an order, as nobody else can. */
export const needsPerson = ({ state, settlement }: Pick<PlanOrder, 'state' | 'settlement'>): boolean =>
  state === 'ABSENT' && settlement === null;
/** Whether a person may say that it was filled although the broker's book says otherwise. */
export const mayBeAdopted = ({ state }: Pick<PlanOrder, 'state'>): boolean =>
  state === 'CANCELLED' || state === 'REJECTED' || state === 'PARTIAL';
