/** A policy's book after a plan, and its orders beside turnover and tax, in figures and words for chat and dashboard. Browser-safe. */
import type { PlanOrderView, PlanView } from '../core/policies/index.ts';
import { money, percent } from './format.ts';

type Outlined = Pick<PlanView, 'orders' | 'book' | 'cash_before'>;

/** A share's part of the book, in percent of positions and cash together; null of a book that is worth nothing. */
interface ShareWeight {
  symbol: string;
  sector: string | null;
  before: number | null;
  after: number | null;
}

/** A name and its part of the book. */
interface Largest {
  name: string;
  pct: number;
}

/** A book before the orders of a plan, or after them. Parts are percent. */
interface BookParts {
  cash_pct: number | null;
  holdings: number;
  /** Null where nothing is held. */
  position: Largest | null;
  /** Of the sectors that are known. */
  sector: Largest | null;
  unknown_sector_pct: number | null;
}

export interface PlanOutlook {
  /** Everything that is held before or after, the largest after it first. */
  shares: ShareWeight[];
  before: BookParts;
  after: BookParts;
}

interface Held {
  symbol: string;
  sector: string | null;
  quantity: number;
  price: number;
}

/**
 * Weights, largest position and sector, and holdings before and after the orders of a plan: all at its reference prices, after
 * the estimated costs. Null where the plan has no book.
 * @param leftOut ids of orders that are left out.
 */
export function planOutlook(
  { orders, book, cash_before }: Outlined,
  leftOut: readonly string[] = [],
): PlanOutlook | null {
  if (book === null) return null;
  const reference = new Map(orders.map(({ symbol, reference_price }) => [symbol, reference_price]));
  const traded = new Map<string, number>();
  let cash = cash_before;
  for (const { order_id, side, symbol, quantity, value, costs } of orders) {
    if (leftOut.includes(order_id)) continue;
    const direction = side === 'BUY' ? 1 : -1;
    traded.set(symbol, (traded.get(symbol) ?? 0) + direction * quantity);
    cash -= direction * value + costs;
  }
  const start = book.map(({ symbol, sector, quantity, price }) => ({
    symbol,
    sector,
    quantity,
    price: reference.get(symbol) ?? price,
  }));
  const end = start.map((held) => ({ ...held, quantity: held.quantity + (traded.get(held.symbol) ?? 0) }));
  const [before, after] = [weighed(start, cash_before), weighed(end, cash)];
  const shares = start
    .map(({ symbol, sector }, at) => ({
      symbol,
      sector,
      before: before.weights[at] ?? null,
      after: after.weights[at] ?? null,
    }))
    .filter((share) => share.before !== 0 || share.after !== 0)
    .toSorted((a, b) => (b.after ?? 0) - (a.after ?? 0) || (b.before ?? 0) - (a.before ?? 0));
  return { shares, before: before.parts, after: after.parts };
}

function weighed(held: readonly Held[], cash: number): { weights: (number | null)[]; parts: BookParts } {
  const total = held.reduce((sum, { quantity, price }) => sum + quantity * price, cash);
  const part = (value: number) => (total > 0 ? (value / total) * 100 : null);
  const weights = held.map(({ quantity, price }) => part(quantity * price));
  const sectors = new Map<string | null, number>();
  let position: Largest | null = null;
  for (const [at, { symbol, sector, quantity }] of held.entries()) {
    const pct = weights[at] ?? null;
    if (quantity === 0 || pct === null) continue;
    if (position === null || pct > position.pct) position = { name: symbol, pct };
    sectors.set(sector, (sectors.get(sector) ?? 0) + pct);
  }
  let sector: Largest | null = null;
  for (const [name, pct] of sectors)
    if (name !== null && (sector === null || pct > sector.pct)) sector = { name, pct };
  return {
    weights,
    parts: {
      cash_pct: part(cash),
      holdings: held.filter(({ quantity }) => quantity > 0).length,
      position,
      sector,
      unknown_sector_pct: total > 0 ? (sectors.get(null) ?? 0) : null,
    },
  };
}

const pct = (part: number | null): string => (part === null ? 'unknown' : percent(part, { digits: 1 }));

/** `9.8% → 8.7%` */
export const partsText = (before: number | null, after: number | null): string =>
  `${pct(before)} → ${pct(after)}`;

/** `INFY 9.8% → TCS 8.7%`; the name once where it stays. */
function largestText(before: Largest | null, after: Largest | null): string {
  if (before !== null && before.name === after?.name)
    return `${before.name} ${partsText(before.pct, after.pct)}`;
  const of = (one: Largest | null) => (one === null ? 'none' : `${one.name} ${pct(one.pct)}`);
  return `${of(before)} → ${of(after)}`;
}

/** The whole book before and after, as pairs of name and text. */
export function outlookFacts({ before, after }: PlanOutlook): [name: string, text: string][] {
  const isUnknown = [before, after].some(({ unknown_sector_pct: part }) => part !== null && part >= 0.05);
  return [
    ['Holdings', `${before.holdings} → ${after.holdings}`],
    ['Cash', partsText(before.cash_pct, after.cash_pct)],
    ['Largest position', largestText(before.position, after.position)],
    [
      'Largest sector',
      `${largestText(before.sector, after.sector)}${isUnknown ? `; unknown sector ${partsText(before.unknown_sector_pct, after.unknown_sector_pct)}` : ''}`,
    ],
  ];
}

const rupees = (value: number): string => money(Math.abs(value), 'INR', { digits: 0 });

/** `Gain ₹12,000, short-term; tax ₹2,400; 62 days until long-term`. */
export function saleText({
  gain,
  tax,
  tax_unknown: unknown,
  ...terms
}: NonNullable<PlanOrderView['sale']>): string {
  const what = `${gainText(gain)}${unknown === null ? termText(terms) : ''}`;
  return [what, taxText(tax), unknown === null ? waitText(terms) : null]
    .flatMap((part) => part ?? [])
    .join('; ');
}

/** Tax that a sale costs or saves. */
const taxText = (tax: number | null): string =>
  tax === null
    ? 'tax unknown'
    : Math.abs(tax) < 0.5
      ? 'no tax'
      : tax > 0
        ? `tax ${rupees(tax)}`
        : `saves ${rupees(tax)} of tax`;

/** Realised gain of fills: `Loss ₹1,200; no tax`. */
export const realisedText = ({
  gain,
  tax,
}: Pick<NonNullable<PlanOrderView['sale']>, 'gain' | 'tax'>): string => `${gainText(gain)}; ${taxText(tax)}`;

const gainText = (gain: number): string => `${gain < 0 ? 'Loss' : 'Gain'} ${rupees(gain)}`;

type Terms = Omit<NonNullable<PlanOrderView['sale']>, 'gain' | 'tax' | 'tax_unknown' | 'is_booked'>;

/** Both terms of a sale with their taxable parts, or the one that it has. */
function termText({ short_term_gain: short, long_term_gain: long }: Terms): string {
  if (long === 0) return short === 0 ? '' : ', short-term';
  if (short === 0) return ', long-term';
  const of = (value: number) => `${value < 0 ? 'loss' : 'gain'} ${rupees(value)}`;
  return ` (taxable: short-term ${of(short)}, long-term ${of(long)})`;
}

/** How long waiting would take to make a short-term gain long-term; null where it would not. */
function waitText({ days_until: first, all_days_until: last }: Terms): string | null {
  if (first === null) return null;
  if (last !== null && last <= 0) return 'long-term already';
  const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
  if (first === last) return `${days(first)} until long-term`;
  const next = first <= 0 ? 'partly long-term already' : `partly long-term in ${days(first)}`;
  return last === null ? next : `${next}, all in ${days(last)}`;
}

/** `0.4% of median daily turnover`; null where that is unknown, which one sentence says of all orders. Fewer than 20 sessions are named. */
export function turnoverText({
  pct: part,
  sessions,
}: Pick<NonNullable<PlanOrderView['turnover']>, 'pct' | 'sessions'>): string | null {
  if (part === null) return null;
  const shown = part < 0.05 ? 'under 0.1%' : percent(part, { digits: 1 });
  const few = sessions === 1 ? ' (1 session)' : ` (${sessions} sessions)`;
  return `${shown} of median daily turnover${sessions < 20 ? few : ''}`;
}

const MOST_NAMED = 3;
const named = (symbols: readonly string[]): string => {
  const [first, more] = [symbols.slice(0, MOST_NAMED), symbols.length - MOST_NAMED];
  if (more > 0) return `${first.join(', ')} and ${more} more`;
  return first.length < 2 ? first.join() : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
};

/** The orders whose median daily turnover is unknown, in a sentence; null where it is known of all. */
export function untradedText({ orders }: Pick<Outlined, 'orders'>): string | null {
  const symbols = orders.flatMap(({ symbol, turnover }) => (turnover?.pct === null ? [symbol] : []));
  return symbols.length === 0 ? null : `The median daily turnover of ${named(symbols)} is unknown.`;
}

/** Rupees that a purchase takes at most. */
const mostOf = ({ quantity, limit_price, reference_price, costs }: PlanOrderView): number =>
  quantity * (limit_price ?? (reference_price ?? 0) * 1.02) + costs;

/**
 * The effect of a failed order on the rest of a plan, as orders are sent (core/policies/live/placement.ts): sales
 * first, each order on its own; purchases that the cash does not pay wait for the money of sales whose fate is not known. Null
 * of a single order.
 */
export function failureText(
  { orders, cash_before }: Outlined,
  leftOut: readonly string[] = [],
): string | null {
  const sent = orders.filter(({ order_id }) => !leftOut.includes(order_id));
  if (sent.length < 2) return null;
  const purchases = sent.filter(({ side }) => side === 'BUY');
  if (purchases.length === 0 || purchases.length === sent.length)
    return 'If an order fails, the others are still sent.';
  let free = cash_before;
  const waiting: string[] = [];
  for (const order of purchases) {
    if (free < mostOf(order)) waiting.push(order.symbol);
    else free -= mostOf(order);
  }
  if (waiting.length === 0)
    return 'If an order fails, the others are still sent: the cash pays for the purchases.';
  const [need, wait] = waiting.length === 1 ? ['needs', 'it waits'] : ['need', 'they wait'];
  return `Sales go first; ${named(waiting)} ${need} their money. If a sale is held or unclear, ${wait}; if the broker rejects it, the rest is sent and may be rejected too.`;
}
