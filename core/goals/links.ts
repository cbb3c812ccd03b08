export const LINK_TYPES = ['PORTFOLIO', 'HOLDING', 'SIP'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** A share of something that counts towards a goal. A holding is known by its portfolio and symbol. */
export interface Link {
  goal_id: string;
  link_type: LinkType;
  portfolio_id: string | null;
  symbol: string | null;
  sip_plan_id: string | null;
  /** From 0 to 100. */
  pct: number;
}

/** Something of one symbol in one portfolio: its value, or what it paid. Null where it is not known. */
export interface Item {
  portfolio_id: string;
  symbol: string;
  amount: number | null;
}

interface Counted<One extends Item> {
  /** Null when something counts and none of it is known. */
  amount: number | null;
  /** Symbols that count and whose amount is not known. */
  unknown: string[];
  /** How many items count. */
  items: number;
  /** Counted links with a known amount. */
  known: One[];
}

const keyOf = ({ portfolio_id, symbol }: Pick<Item, 'portfolio_id' | 'symbol'>) =>
  `${portfolio_id}\0${symbol}`;

/**
 * Counts a person's holdings towards a goal. A holding that is linked directly, to any goal, counts by
 * that link alone and not through its portfolio (spec: Goal and SIP rules 3), so no part of it counts twice.
 * @param links all links of the person.
 */
export function countTowards<One extends Item>(
  goalId: string,
  links: readonly Link[],
  items: readonly One[],
): Counted<One> {
  const direct = new Set<string>();
  const shares = new Map<string, number>();
  for (const { goal_id, link_type, portfolio_id, symbol, pct } of links) {
    if (portfolio_id === null) continue;
    const key = link_type === 'HOLDING' && symbol !== null ? keyOf({ portfolio_id, symbol }) : portfolio_id;
    if (link_type === 'HOLDING') direct.add(key);
    if (goal_id === goalId) shares.set(key, pct);
  }
  const unknown: string[] = [];
  const known: One[] = [];
  let amount = 0;
  let count = 0;
  for (const item of items) {
    const key = keyOf(item);
    const pct = shares.get(direct.has(key) ? key : item.portfolio_id) ?? 0;
    if (pct === 0) continue;
    count += 1;
    if (item.amount === null) {
      unknown.push(item.symbol);
      continue;
    }
    known.push(item);
    amount += (item.amount * pct) / 100;
  }
  return { amount: count > 0 && unknown.length === count ? null : amount, unknown, items: count, known };
}

/** How much of a thing its links leave free, in percentage points (spec: Goal and SIP rules 2). */
export function freeShare(percentages: readonly number[]): number {
  // Percentages have at most four decimals; sums of doubles get more.
  const left = 100 - percentages.reduce((total, pct) => total + pct, 0);
  return Math.max(0, Math.round(left * 1e4) / 1e4);
}
