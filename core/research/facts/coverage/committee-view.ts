import type { Fact, FactLedger } from '../../port/index.ts';
import { breadthFirst } from './breadth-first.ts';
import { metricsOf, OBLIGATIONS } from './obligations.ts';

/** As many facts does the committee see. */
export const COMMITTEE_FACTS = 160;

/**
 * What the committee sees of a ledger, breadth first (research/Evidence acquisition rules 10): the latest period of each
 * obligation, then the second of each, and so on.
 */
export function committeeView(ledger: Pick<FactLedger, 'facts'>, limit = COMMITTEE_FACTS): Fact[] {
  const groups = OBLIGATIONS.map((one) => ({ metrics: metricsOf(one), scopes: one.scopes }));
  return breadthFirst(groups, ledger.facts)
    .slice(0, limit)
    .map(({ fact }) => fact);
}
