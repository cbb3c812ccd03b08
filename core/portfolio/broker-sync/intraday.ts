import { Decimal } from '../../platform/index.ts';

/** The intraday trades of one symbol on one day. */
interface IntradayDay {
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  /** Bought less sold. */
  net: Decimal.Value;
}

/**
 * Which days' intraday trades are kept: only those that close a gap between what the broker holds and what the other
 * trades add up to (spec: Connection sync rules 2), such as a purchase that was marked intraday and then taken into the
 * holdings. The newest day comes first; a day counts as a whole, as long as it brings the two nearer without overshooting.
 * What was bought and sold on one day closes nothing.
 * @param gaps held at the broker less the ledger, by symbol.
 */
export function reconcileIntraday<Day extends IntradayDay>(
  days: readonly Day[],
  gaps: ReadonlyMap<string, Decimal>,
): Day[] {
  const left = new Map(gaps);
  const newestFirst = days.toSorted((one, other) => (one.date < other.date ? 1 : -1));
  return newestFirst.filter(({ symbol, net }) => {
    const gap = left.get(symbol) ?? new Decimal(0);
    const change = new Decimal(net);
    if (change.isZero() || gap.isZero() || change.isNegative() !== gap.isNegative()) return false;
    if (change.abs().gt(gap.abs())) return false;
    left.set(symbol, gap.minus(change));
    return true;
  });
}
