import { daysApart } from '../../platform/index.ts';
import { isRatioKind } from './action-terms.ts';
import type { Candidate } from './candidate.ts';
import type { IsinChange } from './isin-changes.ts';
import type { LedgerActionView } from './view.ts';

/** Two sources may name days that differ a little for one event. */
export const SAME_EVENT_DAYS = 7;
export const SCHEME_DAYS = 45;
export const SAME_RATIO = 1e-3;

/** The decision that was made about an action, whichever source and name it was known by then. */
export function decisionOn<T extends LedgerActionView>(
  candidate: Pick<
    Candidate,
    | 'portfolio_id'
    | 'kind'
    | 'ex_date'
    | 'symbol'
    | 'new_shares'
    | 'old_shares'
    | 'into_symbol'
    | 'source'
    | 'needs'
    | 'isin_change'
    | 'other_receivers'
  >,
  names: readonly string[],
  decisions: readonly T[],
): T | null {
  const isNameOf = new Set([candidate.symbol, ...names]);
  return (
    decisions.find((one) => {
      if (one.portfolio_id !== candidate.portfolio_id || !isNameOf.has(one.symbol)) return false;
      // A demerger of several companies is one action for each.
      if (candidate.other_receivers.includes(one.into_symbol ?? '')) return false;
      if (one.kind === candidate.kind && one.ex_date === candidate.ex_date) return true;
      // The exchange's list may name what was decided by the person's own trades, for the day on which it was.
      const { isin_change } = candidate;
      if (isin_change !== null && isRatioKind(candidate.kind) && isDecisionOn(one, isin_change)) return true;
      // "Scheme of arrangement" may be either: the person who gave the terms knew which.
      if (candidate.needs === 'TERMS' && (one.kind === 'MERGER' || one.kind === 'DEMERGER')) {
        return daysApart(one.ex_date, candidate.ex_date) <= SCHEME_DAYS;
      }
      if (!isRatioKind(one.kind) || !isRatioKind(candidate.kind)) {
        return one.kind === candidate.kind && daysApart(one.ex_date, candidate.ex_date) <= SCHEME_DAYS;
      }
      // A provider calls a bonus a split; a split and a bonus that exchanges announce are two events.
      const isSameKind =
        one.kind === candidate.kind || !(isExchange(one.source) && isExchange(candidate.source));
      return (
        isSameKind &&
        daysApart(one.ex_date, candidate.ex_date) <= SAME_EVENT_DAYS &&
        Math.abs(ratioOf(one) / ratioOf(candidate) - 1) < SAME_RATIO
      );
    }) ?? null
  );
}

/** Whether a decision is about a change of ISIN. */
export const isDecisionOn = (
  { source, kind, into_isin }: LedgerActionView,
  { to_isin }: IsinChange,
): boolean => source === 'FILE' && isRatioKind(kind) && into_isin === to_isin;

export function ratioOf(of: {
  new_shares: string | number | null;
  old_shares: string | number | null;
}): number {
  return Number(of.new_shares ?? 1) / Number(of.old_shares ?? 1);
}

/** Sources that tell a split from a bonus. */
const isExchange = (source: string): boolean => source === 'NSE' || source === 'BSE' || source === 'REGISTER';
