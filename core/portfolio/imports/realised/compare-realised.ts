import { Decimal } from '../../../platform/index.ts';
import type { RealisedReport } from '../rows/index.ts';
import type { OwnLot, ShareComparison } from './comparison.ts';
import { byShare, type Share } from './lots-by-share.ts';
import { explain } from './reasons.ts';

/**
 * Compares the realised gains of a broker's report with ours, share by share, and says why they differ. Only what was sold
 * within the days of the report counts, on both sides. Shares are known by their ISIN; where one side has none, by symbol.
 * What agrees is listed too, so that a person sees what was compared; sorted by symbol.
 */
export function compareRealised(report: RealisedReport, own: readonly OwnLot[]): ShareComparison[] {
  const { from, to, lots } = report;
  // Nothing says what such a report covers, so nothing of ours can be missing in it.
  if (lots.length === 0 && (from === null || to === null)) return [];
  const isWithin = ({ sold_on }: { sold_on: string }) =>
    (from === null || sold_on >= from) && (to === null || sold_on <= to);
  return byShare(lots.filter(isWithin), own.filter(isWithin)).map(comparisonOf);
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
