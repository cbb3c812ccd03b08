import { symbolKey } from '../fund-holdings/index.ts';
import type { Held } from '../held.ts';

/** By what a target's name was understood: the narrowest comes first. */
export const MATCHES = ['SYMBOL', 'SECTOR', 'ASSET_CLASS', 'GROUP'] as const;
type Match = (typeof MATCHES)[number];

/** A part of the portfolio that a target names, with what belongs to it; money is a part of its own. */
export interface Bucket {
  name: string;
  target_pct: number;
  /** Null where nothing that is held goes by this name. */
  matched_by: Match | null;
  holdings: Held[];
}

/** Names that people give to several asset classes, or to one in other words. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  EQUITY: ['Indian Equity', 'US Equity', 'Unlisted'],
  EQUITIES: ['Indian Equity', 'US Equity', 'Unlisted'],
  STOCKS: ['Indian Equity', 'US Equity', 'Unlisted'],
  SHARES: ['Indian Equity', 'US Equity', 'Unlisted'],
  DEBT: ['Bond'],
  BONDS: ['Bond'],
  'FIXED INCOME': ['Bond'],
  FUNDS: ['Mutual Fund', 'ETF'],
  'MUTUAL FUNDS': ['Mutual Fund'],
  ETFS: ['ETF'],
  COMMODITIES: ['Commodity'],
  MONEY: ['Cash'],
};

export const isMoney = ({ asset_class }: Held): boolean => asset_class === 'Cash';

/** Whether a target is for money, which may be there or come from sales. */
export const namesMoney = (name: string): boolean => {
  const key = symbolKey(name);
  return key === symbolKey(MONEY) || (GROUPS[key]?.includes(MONEY) ?? false);
};

/** The asset class of money, and the name of its bucket where no target names it. */
const MONEY = 'Cash';

const meant: Readonly<Record<Match, (held: Held, name: string) => boolean>> = {
  SYMBOL: (held, name) => symbolKey(held.symbol) === name || held.isin === name,
  SECTOR: (held, name) => held.sector !== null && symbolKey(held.sector) === name,
  ASSET_CLASS: (held, name) => symbolKey(held.asset_class) === name,
  GROUP: (held, name) => GROUPS[name]?.includes(held.asset_class) ?? false,
};

/**
 * Puts every holding into the one bucket that names it most narrowly: by its symbol or ISIN, else its sector, else its
 * asset class, else a common word for several classes such as Equity or Debt. Money that no target names is a bucket
 * whose target is nothing: it is there to be invested. Everything else that no target names is outside.
 */
export function bucketsOf(
  targets: Readonly<Record<string, number>>,
  holdings: readonly Held[],
): { buckets: Bucket[]; outside: Held[] } {
  const buckets = Object.entries(targets).map(([name, target_pct]): Bucket => ({
    name,
    target_pct,
    matched_by: null,
    holdings: [],
  }));
  const named = [...buckets].sort((a, b) => (a.name < b.name ? -1 : 1));
  const money: Held[] = [];
  const outside: Held[] = [];
  for (const held of holdings) {
    const found = bucketFor(held, named);
    if (found === null) {
      (isMoney(held) ? money : outside).push(held);
      continue;
    }
    found.bucket.matched_by = broader(found.bucket.matched_by, found.match);
    found.bucket.holdings.push(held);
  }
  if (money.length > 0)
    buckets.push({ name: MONEY, target_pct: 0, matched_by: 'ASSET_CLASS', holdings: money });
  return { buckets, outside };
}

function bucketFor(held: Held, buckets: readonly Bucket[]): { bucket: Bucket; match: Match } | null {
  for (const match of MATCHES) {
    const bucket = buckets.find(({ name }) => meant[match](held, symbolKey(name)));
    if (bucket !== undefined) return { bucket, match };
  }
  return null;
}

/** A name that is a symbol and a sector at once counts as the broader of both. */
function broader(one: Match | null, other: Match): Match {
  return one === null || MATCHES.indexOf(other) > MATCHES.indexOf(one) ? other : one;
}

/** Weights of targets may be rounded (as on a portfolio's own targets). */
const TOLERANCE_PCT = 1;

/** Targets that stand on the holdings themselves, by symbol; null with the reason where they make no whole. */
export function targetsOfHoldings(
  holdings: readonly Held[],
): { targets: Record<string, number>; reason: null } | { targets: null; reason: string | null } {
  const withTargets = holdings.filter(({ target_allocation_pct }) => target_allocation_pct !== null);
  if (withTargets.length === 0) return { targets: null, reason: null };
  const targets = Object.fromEntries(
    withTargets.map(({ symbol, target_allocation_pct }) => [symbol, target_allocation_pct ?? 0]),
  );
  const sum = Object.values(targets).reduce((all, one) => all + one, 0);
  if (Math.abs(sum - 100) <= TOLERANCE_PCT) return { targets, reason: null };
  return {
    targets: null,
    reason: `The targets of its holdings add up to ${Number(sum.toFixed(2))}%. They must add up to about 100%.`,
  };
}
