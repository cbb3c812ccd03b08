import type { Fact, FactLedger, MetricId } from '../../port/index.ts';
import { byText } from '../figures.ts';
import { metricsOf, type Obligation, OBLIGATIONS } from './obligations.ts';
import { comparePeriods } from '../period-key.ts';

/** As many facts does the committee see. */
export const COMMITTEE_FACTS = 160;
/** Facts of one obligation and one period that come in one round, so that one long statement does not take all places. */
const A_ROUND = 12;

/**
 * What the committee sees of a ledger, breadth first (research/Evidence acquisition rules 10): the latest period of each
 * obligation, then the second of each, and so on.
 */
export function committeeView(ledger: Pick<FactLedger, 'facts'>, limit = COMMITTEE_FACTS): Fact[] {
  const queues = OBLIGATIONS.map((obligation) => roundsOf(obligation, ledger.facts));
  const seen = new Set<string>();
  const view: Fact[] = [];
  const rounds = Math.max(...queues.map((queue) => queue.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const queue of queues) {
      for (const fact of queue[round] ?? []) {
        if (view.length >= limit) return view;
        if (seen.has(fact.fact_id)) continue;
        seen.add(fact.fact_id);
        view.push(fact);
      }
    }
  }
  return view;
}

/** Facts of an obligation by their periods, the latest first. */
function roundsOf(obligation: Obligation, facts: readonly Fact[]): Fact[][] {
  const place = new Map<MetricId, number>(metricsOf(obligation).map((metric, at) => [metric, at]));
  const own = facts.filter(({ metric, scope }) => place.has(metric) && obligation.scopes.includes(scope));
  const byEnd = new Map<string, Fact[]>();
  for (const fact of own.toSorted((one, other) => comparePeriods(other.period, one.period))) {
    const of = byEnd.get(fact.period.end);
    if (of === undefined) byEnd.set(fact.period.end, [fact]);
    else of.push(fact);
  }
  return [...byEnd.values()].flatMap((of) => {
    const order = of.toSorted(
      (one, other) =>
        scopeRank(one) - scopeRank(other) ||
        place.get(one.metric)! - place.get(other.metric)! ||
        byText(one.fact_id, other.fact_id),
    );
    return Array.from({ length: Math.ceil(order.length / A_ROUND) }, (_, at) =>
      order.slice(at * A_ROUND, (at + 1) * A_ROUND),
    );
  });
}

/** Standalone figures come after consolidated ones. */
function scopeRank({ scope }: Fact): number {
  return scope === 'standalone' ? 1 : 0;
}
