import { conflict, decimal, type FieldError, invalid } from '../../platform/index.ts';
import { type ActionTermsInput, MOST_SHARES } from './inputs.ts';
import type { Candidate } from './candidate.ts';
import { type ActionTerms, isRatioKind, UNDISCLOSED } from './action-terms.ts';
import type { LedgerActionView } from './view.ts';

/** Terms with what a person said in the place of what the source says. */
export function withEnteredTerms(terms: ActionTerms, said: ActionTermsInput): ActionTerms {
  const next = { ...terms };
  if (said.kind !== undefined) next.kind = said.kind;
  if (said.new_shares !== undefined) next.new_shares = textOf(said.new_shares);
  if (said.old_shares !== undefined) next.old_shares = textOf(said.old_shares);
  if (said.into_symbol !== undefined) next.into_symbol = said.into_symbol?.toUpperCase() ?? null;
  if (said.cost_pct !== undefined) next.cost_pct = textOf(said.cost_pct);
  if (said.fraction_price !== undefined) next.fraction_price = textOf(said.fraction_price);
  return next;
}

const textOf = (value: number | null): string | null => (value === null ? null : decimal(value).toFixed());

/** Terms that are whole, or why they are not. @throws 422 VALIDATION_ERROR with a line per field. */
export function completeTerms(terms: ActionTerms): ActionTerms {
  const errors: FieldError[] = [];
  const isRename = terms.kind === 'RENAME';
  const isMove = isRename || terms.kind === 'MERGER' || terms.kind === 'DEMERGER';
  const next = {
    ...terms,
    ...(isRename ? { new_shares: null, old_shares: null } : {}),
    ...(isMove ? {} : { into_symbol: null }),
    ...(terms.kind === 'DEMERGER' ? {} : { cost_pct: null }),
  };
  if (isMove && next.into_symbol === null) {
    errors.push({ field: 'into_symbol', message: 'Enter the symbol of the share you received.' });
  }
  if (next.into_symbol === next.symbol) {
    errors.push({ field: 'into_symbol', message: `${next.symbol} cannot become itself.` });
  }
  if (!isRename) {
    if (next.new_shares === null) {
      errors.push({ field: 'new_shares', message: 'Enter how many new shares you received.' });
    }
    if (next.old_shares === null) {
      errors.push({ field: 'old_shares', message: 'Enter for how many old shares you received them.' });
    }
  }
  if (next.new_shares !== null && next.old_shares !== null) {
    const isMore = decimal(next.new_shares).gt(next.old_shares);
    if (!isMore && (next.kind === 'SPLIT' || next.kind === 'BONUS')) {
      const message = `A ${next.kind.toLowerCase()} increases the number of shares: 5 for 1, or 2 for 1 in a 1:1 bonus.`;
      errors.push({ field: 'new_shares', message });
    }
    if (next.kind === 'CONSOLIDATION' && decimal(next.new_shares).gte(next.old_shares)) {
      errors.push({
        field: 'new_shares',
        message: 'A consolidation reduces the number of shares: 1 for 10.',
      });
    }
    if (decimal(next.new_shares).gt(decimal(next.old_shares).times(MOST_SHARES))) {
      const message = `One share can become at most ${MOST_SHARES.toLocaleString('en-IN')}.`;
      errors.push({ field: 'new_shares', message });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return next;
}

/** For an id that no waiting action has. */
export function notWaiting(): Error {
  return conflict(
    'ACTION_NOT_WAITING',
    'This corporate action is no longer waiting. It was decided in the meantime, or the ledger changed. Refresh the list.',
  );
}

/** What is declined needs no terms of its own. */
export function declinable(candidate: Candidate): ActionTerms {
  if (candidate.needs === null || candidate.new_shares !== null) return candidate;
  return {
    ...candidate,
    new_shares: '1',
    old_shares: '1',
    into_symbol:
      candidate.kind === 'MERGER' || candidate.kind === 'DEMERGER'
        ? (candidate.into_symbol ?? UNDISCLOSED)
        : candidate.into_symbol,
  };
}

/** Decisions without those that a later one answers: a merger that was declined without terms and applied with them since. */
export function withoutAnswered(decided: readonly LedgerActionView[]): LedgerActionView[] {
  const isAnswered = (one: LedgerActionView) =>
    isWithoutTerms(one) &&
    decided.some(
      (other) =>
        !isWithoutTerms(other) &&
        isScheme(other) === isScheme(one) &&
        other.portfolio_id === one.portfolio_id &&
        other.symbol === one.symbol &&
        other.ex_date === one.ex_date,
    );
  return decided.filter((one) => !isAnswered(one));
}

const isScheme = ({ kind }: LedgerActionView) => kind === 'MERGER' || kind === 'DEMERGER';
const isWithoutTerms = ({ kind, new_shares }: LedgerActionView) => kind !== 'RENAME' && new_shares === null;

/** Whether a decision is about the same action. */
export function isSameAction(one: LedgerActionView, terms: ActionTerms): boolean {
  return (
    one.portfolio_id === terms.portfolio_id &&
    one.symbol === terms.symbol &&
    one.kind === terms.kind &&
    one.ex_date === terms.ex_date &&
    one.into_symbol === terms.into_symbol
  );
}

/** True for a new symbol and the change of units that one press applied together. */
export function areAppliedTogether(one: LedgerActionView, other: LedgerActionView): boolean {
  if (isRatioKind(one.kind) && other.kind === 'RENAME') return areAppliedTogether(other, one);
  return (
    one.kind === 'RENAME' &&
    isRatioKind(other.kind) &&
    one.status === 'APPLIED' &&
    other.status === 'APPLIED' &&
    one.portfolio_id === other.portfolio_id &&
    one.ex_date === other.ex_date &&
    one.decided_at === other.decided_at &&
    (other.symbol === one.symbol || other.symbol === one.into_symbol)
  );
}

/** The terms of a decision. */
export function termsOf(one: LedgerActionView): ActionTerms {
  return {
    portfolio_id: one.portfolio_id,
    symbol: one.symbol,
    kind: one.kind,
    ex_date: one.ex_date,
    new_shares: textOf(one.new_shares),
    old_shares: textOf(one.old_shares),
    into_symbol: one.into_symbol,
    into_isin: one.into_isin,
    cost_pct: textOf(one.cost_pct),
    fraction_price: textOf(one.fraction_price),
    source: one.source,
  };
}
