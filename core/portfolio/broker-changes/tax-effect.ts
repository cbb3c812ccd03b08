import {
  financialYearOf,
  legalKindOf,
  rulesFor,
  type Security,
  type Term,
} from '../../finance/tax-law/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { LedgerPosition } from '../ledger/index.ts';

/** Gain of one financial year under one rule of Indian law, in the currency of the trades. */
export interface GainOfTerm {
  fy: string;
  /** INTRADAY: speculative business income. Null where no rule is known. */
  term: Term | 'INTRADAY' | null;
  /** Percentage points; null: the person's own slab, or no rule is known. */
  rate_pct: number | null;
  gain: Decimal;
}

/** A gain as it is and as it would be. */
export interface TaxEffect extends Omit<GainOfTerm, 'gain'> {
  before: Decimal;
  after: Decimal;
}

const keyOf = ({ fy, term, rate_pct }: Omit<GainOfTerm, 'gain'>): string =>
  `${fy} ${term ?? ''} ${rate_pct ?? ''}`;

/** What was sold of a position, by year, term and rate; a purchase that was cancelled is no gain of a term. */
export function gainsOf(position: LedgerPosition): GainOfTerm[] {
  const { symbol, isin, currency } = position;
  const asset_class = position.asset_class as Security['asset_class'];
  const kind = legalKindOf({ symbol, name: null, isin, asset_class, currency });
  const gains = new Map<string, GainOfTerm>();
  for (const { date: sold, matches } of position.disposals())
    for (const { lot_date: bought, is_intraday, gain } of matches) {
      const rule = rulesFor({ kind, currency, bought, sold }).find(
        ({ regime }) => regime.jurisdiction === 'IN',
      );
      const of: Omit<GainOfTerm, 'gain'> = {
        fy: financialYearOf(sold).fy,
        term: is_intraday ? 'INTRADAY' : (rule?.term ?? null),
        rate_pct: is_intraday ? null : (rule?.taxed.rate_pct ?? null),
      };
      const known = gains.get(keyOf(of));
      gains.set(keyOf(of), { ...of, gain: gain.plus(known?.gain ?? 0) });
    }
  return [...gains.values()];
}

/** The gains that differ, by year. */
export function taxEffects(before: readonly GainOfTerm[], after: readonly GainOfTerm[]): TaxEffect[] {
  const effects = new Map<string, TaxEffect>();
  const none = new Decimal(0);
  for (const { gain, ...of } of before) effects.set(keyOf(of), { ...of, before: gain, after: none });
  for (const { gain, ...of } of after)
    effects.set(keyOf(of), { ...of, before: effects.get(keyOf(of))?.before ?? none, after: gain });
  return [...effects.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, effect]) => effect)
    .filter((one) => !one.before.eq(one.after));
}

/**
 * What these gains change of the tax, at the flat rates of their rules: before exemptions, losses and cess, which depend on the
 * other gains of the year. Null where a gain is taxed at the person's own slab, or no rule is known.
 */
export function taxChange(effects: readonly TaxEffect[]): Decimal | null {
  let sum = new Decimal(0);
  for (const { rate_pct, before, after } of effects) {
    if (rate_pct === null) return null;
    sum = sum.plus(after.minus(before).times(rate_pct).div(100));
  }
  return sum.toDecimalPlaces(2);
}
