import { Decimal } from '../../../platform/index.ts';
import type { RealisedReport } from '../rows/index.ts';
import { byShare, type Share } from './lots-by-share.ts';
import { explain } from './reasons.ts';

/** A part of a sale of our own ledger and the purchase it came from. Exact decimal text, in the currency of the report. */
export interface OwnLot {
  symbol: string;
  isin: string | null;
  /** YYYY-MM-DD; null where no purchase is on record. */
  bought_on: string | null;
  sold_on: string;
  quantity: string;
  /** What the units cost, charges included; null where nobody knows it. */
  cost: string | null;
  /** What came, after charges. */
  proceeds: string;
  /** The charges within `cost` and `proceeds`; 0 where none are on record. */
  purchase_charges: string;
  sale_charges: string;
}

export type ReasonCode =
  | 'purchase_missing'
  | 'sale_missing'
  | 'sale_not_in_report'
  | 'charges'
  | 'lot_order'
  | 'cost_differs'
  | 'proceeds_differ'
  | 'rounding';

/** One cause of a difference. */
export interface DifferenceReason {
  code: ReasonCode;
  /** How much of ours − theirs it makes; null where no figure can be told. */
  amount: string | null;
  /** A sentence for a person, with what to do. */
  message: string;
}

export interface ShareComparison {
  symbol: string;
  isin: string | null;
  /** Units sold. */
  quantity: { report: string; own: string };
  /** Realised gain; ours is null where the cost of some units is not known. */
  profit: { report: string; own: string | null };
  /** Ours less theirs; null where ours is not known. */
  difference: string | null;
  /** Whether there is nothing to look into: the difference is rounding, or charges that the report leaves out. */
  agrees: boolean;
  reasons: DifferenceReason[];
}

/**
 * Compares the realised gains of a broker's report with ours, share by share, and says why they differ. Only what was sold
 * within the days of the report counts, on both sides. Shares are known by their ISIN; where one side has none, by symbol.
 * What agrees is listed too, so that a person sees what was compared; sorted by symbol.
 */
export function compareRealised(report: RealisedReport, own: readonly OwnLot[]): ShareComparison[] {
  const { from, to } = report;
  const isWithin = ({ sold_on }: { sold_on: string }) =>
    (from === null || sold_on >= from) && (to === null || sold_on <= to);
  return byShare(report.lots.filter(isWithin), own.filter(isWithin)).map(comparisonOf);
}

function comparisonOf(share: Share): ShareComparison {
  const { symbol, isin, theirs, ours } = share;
  const reasons = explain(share);
  const theirProfit = sum(theirs.map(({ profit }) => profit));
  const isKnown = ours.every(({ cost }) => cost !== null);
  const ourProfit = isKnown
    ? sum(ours.map(({ proceeds }) => proceeds)).minus(sum(ours.map(({ cost }) => cost ?? '0')))
    : null;
  return {
    symbol,
    isin,
    quantity: {
      report: sum(theirs.map(({ quantity }) => quantity)).toFixed(),
      own: sum(ours.map(({ quantity }) => quantity)).toFixed(),
    },
    profit: { report: theirProfit.toFixed(), own: ourProfit?.toFixed() ?? null },
    difference: ourProfit?.minus(theirProfit).toFixed() ?? null,
    agrees: reasons.every(({ code }) => code === 'rounding' || code === 'charges'),
    reasons,
  };
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, one) => total.plus(one), new Decimal(0));
}
