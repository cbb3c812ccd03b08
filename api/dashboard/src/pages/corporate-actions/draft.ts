import type { ActionTermsInput, LedgerActionKind } from '../../api/types.ts';

/** Terms of an action while they are edited; a number field that is empty is an empty text. */
export interface TermsDraft {
  kind: LedgerActionKind;
  new_shares: number | string;
  old_shares: number | string;
  into_symbol: string;
  cost_pct: number | string;
  fraction_price: number | string;
  /** In which the fraction is paid. */
  currency: string;
}

export type TermsField = 'kind' | 'ratio' | 'into_symbol' | 'cost_pct' | 'fraction_price';

interface KnownTerms {
  kind: LedgerActionKind;
  new_shares: number | null;
  old_shares: number | null;
  into_symbol: string | null;
  cost_pct: number | null;
  fraction_price: number | null;
}

export const draftOf = (of: KnownTerms, currency = 'INR'): TermsDraft => ({
  kind: of.kind,
  new_shares: of.new_shares ?? '',
  old_shares: of.old_shares ?? '',
  into_symbol: of.into_symbol ?? '',
  cost_pct: of.cost_pct ?? '',
  fraction_price: of.fraction_price ?? '',
  currency,
});

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));

/** What a draft says; empty is null. */
export const termsOf = (draft: TermsDraft) =>
  ({
    kind: draft.kind,
    new_shares: numberOf(draft.new_shares),
    old_shares: numberOf(draft.old_shares),
    into_symbol: draft.into_symbol.trim() || null,
    cost_pct: numberOf(draft.cost_pct),
    fraction_price: numberOf(draft.fraction_price),
  }) satisfies ActionTermsInput;

/** The fields that a kind of action has. */
export function fieldsOf(kind: LedgerActionKind): TermsField[] {
  if (kind === 'RENAME') return ['kind', 'into_symbol'];
  const moves: TermsField[] = kind === 'MERGER' || kind === 'DEMERGER' ? ['into_symbol'] : [];
  const cost: TermsField[] = kind === 'DEMERGER' ? ['cost_pct'] : [];
  return ['kind', 'ratio', ...moves, ...cost, 'fraction_price'];
}
