import { GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import { dayInWords, Decimal } from '../../platform/index.ts';
import type { LotStep } from '../../portfolio/index.ts';

/** The share that a lot was on 31 January 2018, whose value of that day may stand for the cost (section 55(2)(ac)). */
export interface OldShare {
  /** Null where it is the share that was sold, by whatever name. */
  former: { symbol: string; isin: string | null } | null;
  /** Units that were sold for one of that day, through splits and mergers since. */
  ratio: Decimal;
  /** Why the value of that day is not that of these units; null where it is. */
  reason: string | null;
  /** A part of the company was demerged since then, which that value still contains. */
  is_demerged_since: boolean;
}

const DEMERGED =
  'These units came by a demerger after 31 January 2018. The law does not say how the value of that day divides between the two companies.';
const UNKNOWN =
  'These units came by a merger, and the share held on 31 January 2018 is not on record. Apply the merger under Corporate actions to record it.';

/**
 * The share of 31 January 2018 by the chain of a lot.
 * @param chain up to the sale.
 * @returns null for what was bought later.
 */
export function oldShareOf(chain: readonly LotStep[]): OldShare | null {
  const [first] = chain;
  if (first === undefined || first.date > GRANDFATHERED_ON) return null;
  const at = chain.findLastIndex(({ date }) => date <= GRANDFATHERED_ON);
  const held = chain[at] ?? first;
  let ratio = new Decimal(1);
  let [symbol, isMerged, isDemerged, isPart] = [held.symbol, false, false, false];
  for (const step of chain.slice(at + 1)) {
    if (step.kind === 'DEMERGER' && step.symbol !== symbol) isPart = true;
    else if (step.kind === 'DEMERGER') isDemerged = true;
    isMerged ||= step.kind === 'MERGER';
    ratio = ratio.times(step.new_shares).div(step.old_shares);
    symbol = step.symbol;
  }
  return {
    former: isMerged ? { symbol: held.symbol, isin: held.isin } : null,
    ratio,
    reason: isPart ? DEMERGED : hasUnknownOrigin(chain) ? UNKNOWN : null,
    is_demerged_since: isDemerged,
  };
}

/** The price of one unit on 31 January 2018, as traded then; or why there is none. */
export interface OldPrice {
  price: Decimal | null;
  reason: string | null;
}

/** The value of one unit of 31 January 2018 that counts for a part of a sale, or why there is none. */
export function oldPriceOf(
  {
    former_prices,
    old_price,
    symbol,
  }: { former_prices: ReadonlyMap<string, OldPrice>; old_price: OldPrice; symbol: string },
  { old }: { old: OldShare | null },
): OldPrice {
  if (old === null || old.reason !== null) return { price: null, reason: old?.reason ?? null };
  if (old.former === null) return old_price;
  const reason = `No price of ${old.former.symbol} on 31 January 2018 is stored, from which ${symbol} came. Import that day’s prices.`;
  return former_prices.get(old.former.symbol) ?? { price: null, reason };
}

/** True for units that a broker booked for a merger or demerger: the records lack their old share, its cost and its date. */
export function hasUnknownOrigin([first]: readonly LotStep[]): boolean {
  return first?.kind === 'MERGER' || first?.kind === 'DEMERGER';
}

/** "Bought as HDFC on 2015-04-01; 25 became 42 HDFCBANK by merger on 2023-07-13"; null for a lot that was nothing else. */
export function chainWords(chain: readonly LotStep[]): string | null {
  const [first, ...later] = chain;
  if (first === undefined || (later.length === 0 && !hasUnknownOrigin(chain))) return null;
  const came = {
    BONUS: 'Allotted as bonus',
    OPENING: 'Held as',
    MERGER: 'By merger as',
    DEMERGER: 'By demerger as',
  };
  const how = came[first.kind as keyof typeof came] ?? 'Bought as';
  let { symbol } = first;
  const steps = later.map((step) => {
    const before = symbol;
    symbol = step.symbol;
    return stepWords(step, before);
  });
  return [`${how} ${first.symbol} on ${dayInWords(first.date)}`, ...steps].join('; ');
}

function stepWords({ date, kind, new_shares, old_shares, symbol }: LotStep, before: string): string {
  const became = `${old_shares} became ${new_shares}`;
  const on = dayInWords(date);
  switch (kind) {
    case 'RENAME':
      return `renamed ${symbol} on ${on}`;
    case 'MERGER':
      return `${became} ${symbol} by merger on ${on}`;
    case 'DEMERGER':
      return symbol === before
        ? `a part of the company was demerged on ${on}`
        : `${new_shares} ${symbol} came for ${old_shares} by demerger on ${on}`;
    default:
      return `${became} by ${kind === 'CONSOLIDATION' ? 'consolidation' : 'split'} on ${on}`;
  }
}
