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

/** Kind of the security by law, its currency, and the days of purchase and sale (YYYY-MM-DD). */
interface Lot {
  kind: LegalKind | null;
  currency: string;
  bought: string;
  sold: string;
}

/** The rules that apply to a lot, at most one for each jurisdiction; none outside of the table. */
export function rulesFor(lot: Lot, regimes: readonly Regime[] = REGIMES): Rule[] {
  const { bought, sold } = lot;
  return regimes
    .filter((regime) => appliesTo(regime, lot))
    .filter(({ bought_from, bought_to }) => bought >= (bought_from ?? '') && bought <= (bought_to ?? '9999'))
    .map((regime) => {
      const { long_after_months: months } = regime;
      return ruleOf(regime, months !== null && isHeldLonger(bought, sold, months));
    });
}

function appliesTo(
  { kinds, jurisdiction, sold_from, sold_to }: Regime,
  { kind, currency, sold }: Omit<Lot, 'bought'>,
): boolean {
  if (kind === null || !kinds.includes(kind) || sold < sold_from || sold > (sold_to ?? '9999')) return false;
  return jurisdiction !== 'US' || currency === 'USD';
}

function ruleOf(regime: Regime, isHeldLong: boolean): Rule {
  const { jurisdiction, key, long, short } = regime;
  const isLong = long !== null && isHeldLong;
  const term = isLong ? 'LONG' : 'SHORT';
  return { key: `${jurisdiction}_${key}_${term}`, term, regime, taxed: isLong ? long : short };
}

/**
 * The rules that may apply to units of unknown purchase date held on a day: they were bought on that day or earlier.
 */
export function possibleRules({
  kind,
  currency,
  heldOn,
  sold,
}: Omit<Lot, 'bought'> & { heldOn: string }): Rule[] {
  return REGIMES.filter((regime) => appliesTo(regime, { kind, currency, sold })).flatMap((regime) => {
    const { bought_from: first = '', bought_to, long_after_months: months } = regime;
    if (first > heldOn) return [];
    const last = bought_to === undefined || bought_to > heldOn ? heldOn : bought_to;
    const isLong = (bought: string) => months !== null && isHeldLonger(bought, sold, months);
    const canBeLong = months !== null && (first === '' || isLong(first));
    return [...(isLong(last) ? [] : [ruleOf(regime, false)]), ...(canBeLong ? [ruleOf(regime, true)] : [])];
  });
}
