import type { LegalKind } from './legal-kind.ts';
import { isHeldLonger } from './months.ts';
import { type Regime, REGIMES, type Taxed } from './regimes.ts';
import type { Term } from '../../reports/tax/view.ts';

/** One term of a regime, as it fits a lot. */
export interface Rule {
  key: string;
  term: Term;
  regime: Regime;
  taxed: Taxed;
}

/** The rules that speak of a lot, one a jurisdiction at most; none where the table does not reach. */
export function rulesFor(
  lot: { kind: LegalKind | null; currency: string; bought: string; sold: string },
  regimes: readonly Regime[] = REGIMES,
): Rule[] {
  const { kind, currency, bought, sold } = lot;
  if (kind === null) return [];
  return regimes.flatMap((regime) => {
    if (!regime.kinds.includes(kind) || sold < regime.sold_from || sold > (regime.sold_to ?? '9999'))
      return [];
    if (bought < (regime.bought_from ?? '') || bought > (regime.bought_to ?? '9999')) return [];
    if (regime.jurisdiction === 'US' && currency !== 'USD') return [];
    const { jurisdiction, long, long_after_months: months, short } = regime;
    const isLong = long !== null && months !== null && isHeldLonger(bought, sold, months);
    const term = isLong ? 'LONG' : 'SHORT';
    return [{ key: `${jurisdiction}_${regime.key}_${term}`, term, regime, taxed: isLong ? long : short }];
  });
}

/** What a year leaves free of the long-term gains of listed equity, in rupees: one amount, whatever the rates within it. */
export function yearlyExemption(fyFrom: string): number {
  if (fyFrom < '2018-04-01') return 0;
  return fyFrom < '2024-04-01' ? 100_000 : 125_000;
}
