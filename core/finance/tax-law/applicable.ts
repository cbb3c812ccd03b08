import type { LegalKind } from './legal-kind.ts';
import { type Regime, REGIMES, type Taxed } from './regimes.ts';
import { isHeldLonger, type Term } from './term.ts';

/** One term of a regime, as it fits a lot. */
export interface Rule {
  key: string;
  term: Term;
  regime: Regime;
  taxed: Taxed;
}

/**
 * The rules that speak of a lot, one a jurisdiction at most; none where the table does not reach.
 * @param lot what the security is to the law, the currency it is traded in, and the days of purchase and sale (YYYY-MM-DD).
 */
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
