import {
  MAX_CYCLE_TURNOVER_PCT,
  type LiquidRule,
  MIN_HOLDING_DAYS,
  type OrderLimit,
  type OrderRule,
  type Side,
} from '../strategies/index.ts';

/** An order of a cycle as it is told to people. */
export interface ToldOrder {
  side: Side;
  symbol: string;
  rule: Exclude<OrderRule, LiquidRule>;
  limited_by: OrderLimit | null;
  rank: number | null;
  /** Whether anything was traded, and whether all that was wanted. */
  is_made: boolean;
  is_whole: boolean;
}

/** Cash that was moved into the liquid fund, or out of it. Rupees. */
export interface ToldMove {
  rule: LiquidRule;
  symbol: string;
  value: number;
  costs: number;
  tax: number;
}

/** A cycle as it is told to people: its orders, made and not made, in their order. */
export interface ToldCycle {
  orders: readonly ToldOrder[];
  moves: readonly ToldMove[];
  /** Shares that were ranked; null where nobody recorded it. */
  ranked: number | null;
  /** Rupees, of the orders. The tax is what the sales added to it; below zero for losses. */
  traded: number;
  costs: number;
  tax: number;
}

/** What a cycle did, for a title: `2 sales, 3 purchases`. */
export function cycleHeadline({ orders }: Pick<ToldCycle, 'orders'>): string {
  const made = (side: Side) => orders.filter((one) => one.side === side && one.is_made).length;
  const [sales, purchases] = [made('SELL'), made('BUY')];
  if (sales + purchases === 0) return 'nothing traded';
  return [
    ...(sales > 0 ? [counted(sales, 'sale')] : []),
    ...(purchases > 0 ? [counted(purchases, 'purchase')] : []),
  ].join(', ');
}

/**
 * What a cycle sold and bought and why, what it cost, what it left undone and why: a sentence each.
 * @param most shares that are named in a sentence; the others are counted.
 */
export function cycleSentences(cycle: ToldCycle, most: number): string[] {
  const { orders } = cycle;
  const isMade = orders.some(({ is_made }) => is_made);
  return [
    ...(isMade ? [...tradeSentences(orders, most), moneySentence(cycle)] : [nothingSentence(cycle)]),
    ...undoneSentences(orders, most),
    ...cycle.moves.map(moveSentence),
  ];
}

const MOVES: Readonly<Record<LiquidRule, string>> = {
  LIQUID_SWEEP: 'Cash to the liquid fund',
  LIQUID_REDEMPTION: 'Cash from the liquid fund',
};

const moveSentence = ({ rule, symbol, ...of }: ToldMove): string =>
  `${MOVES[rule]}: ${rupees(of.value)} (${symbol}), costs ${rupees(of.costs)}${taxWords(of.tax)}.`;

const TRADES: readonly { verb: string; of: (order: ToldOrder) => boolean }[] = [
  { verb: 'Sold', of: (one) => one.side === 'SELL' && isWholePosition(one) },
  { verb: 'Reduced', of: (one) => one.side === 'SELL' && !isWholePosition(one) },
  { verb: 'Bought', of: ({ rule }) => rule === 'ENTRY' },
  { verb: 'Added to', of: ({ rule }) => rule === 'TOP_UP' },
];

const isWholePosition = ({ is_whole, rule }: ToldOrder): boolean => is_whole && rule !== 'CAP_TRIM';

function tradeSentences(orders: readonly ToldOrder[], most: number): string[] {
  const made = orders.filter(({ is_made }) => is_made);
  return TRADES.flatMap(({ verb, of }) => {
    const told = made.filter(of).map((order) => `${order.symbol} (${WHY[order.rule](order)})`);
    return told.length === 0 ? [] : [`${verb} ${named(told, most)}.`];
  });
}

const rankOf = ({ rank }: ToldOrder): string => (rank === null ? 'no rank' : `rank ${rank}`);

const WHY: Readonly<Record<ToldOrder['rule'], (order: ToldOrder) => string>> = {
  LEFT_UNIVERSE: () => 'left the universe',
  DELISTED: () => 'delisted',
  UNRANKABLE: () => 'cannot be ranked',
  RANK_EXIT: (order) => `fell to ${rankOf(order)}`,
  CAP_TRIM: () => 'above its limit',
  ENTRY: rankOf,
  TOP_UP: rankOf,
};

function moneySentence({ traded, costs, tax }: ToldCycle): string {
  return `Traded ${rupees(traded)}, costs ${rupees(costs)}${taxWords(tax)}.`;
}

function taxWords(tax: number): string {
  const change = Math.round(tax);
  if (change === 0) return '';
  return change > 0 ? `, tax ${rupees(change)}` : `, tax ${rupees(-change)} lower by losses`;
}

/** Limits that leave nothing to do: the position is close enough to its target. */
const CONTENT = new Set<OrderLimit | null>(['WITHIN_TOLERANCE']);

function nothingSentence({ orders, ranked }: ToldCycle): string {
  if (ranked === 0) return 'Nothing was traded: no share could be ranked.';
  if (orders.every(({ limited_by }) => CONTENT.has(limited_by)))
    return 'Nothing was traded: every holding still ranks high enough.';
  return 'Nothing was traded.';
}

/** What became of orders that were stopped or cut, and why. In the order in which it is told. */
const UNDONE: readonly { limit: OrderLimit; side?: Side; verb?: string; why: string }[] = [
  {
    limit: 'TURNOVER_BUDGET',
    verb: 'Postponed',
    why: `because a rebalance trades at most ${MAX_CYCLE_TURNOVER_PCT * 100}% of the value`,
  },
  { limit: 'CASH', why: 'because there is not enough cash' },
  { limit: 'WHOLE_SHARES', why: 'because one share costs more than the amount planned for it' },
  { limit: 'STOCK_CAP', why: 'because of the limit on a single share' },
  { limit: 'SECTOR_CAP', why: 'because of the limit on a sector' },
  { limit: 'NO_PRICE', side: 'BUY', why: 'because there is no price today' },
  { limit: 'NO_PRICE', side: 'SELL', verb: 'Did not sell', why: 'because there is no price today' },
  { limit: 'MIN_HOLDING', verb: 'Kept', why: `held for less than ${MIN_HOLDING_DAYS} days` },
  { limit: 'HYSTERESIS', verb: 'Kept', why: 'only a little below the top ranks' },
];

function undoneSentences(orders: readonly ToldOrder[], most: number): string[] {
  return UNDONE.flatMap(({ limit, side, verb = 'Did not buy', why }) => {
    const stopped = orders.filter(
      (one) => one.limited_by === limit && (side === undefined || one.side === side),
    );
    const symbols = (isMade: boolean) =>
      stopped.filter(({ is_made }) => is_made === isMade).map(({ symbol }) => symbol);
    const [not, inPart] = [symbols(false), symbols(true)];
    const told = [
      ...(not.length > 0 ? [`${verb} ${named(not, most)}`] : []),
      ...(inPart.length > 0 ? [`traded only part of ${named(inPart, most)}`] : []),
    ].join(', and ');
    return told === '' ? [] : [`${told.charAt(0).toUpperCase()}${told.slice(1)}, ${why}.`];
  });
}

/** `A, B and C`, and of many the first ones: `A, B and 7 more`. */
function named(words: readonly string[], most: number): string {
  const rest = words.length - most;
  // "and 1 more" is no shorter than its name.
  const shown = rest > 1 ? [...words.slice(0, most), `${rest} more`] : words;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Whole rupees in the Indian grouping: ₹10,02,345. */
export const rupees = (amount: number): string => inIndia(amount, 0);
/** The same to the paisa, where one amount is held against another: ₹10,02,345.60. */
export const rupeesAndPaise = (amount: number): string => inIndia(amount, 2);

function inIndia(amount: number, digits: number): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${amount < 0 ? '−' : ''}₹${Math.abs(amount).toLocaleString('en-IN', format)}`;
}
