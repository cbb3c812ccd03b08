import type { Fact, MetricId, Scope } from '../../port/index.ts';
import { byText } from '../figures.ts';
import { comparePeriods, fiscalKey } from '../period-key.ts';

/** Figures that are looked at together, the most telling first. */
export interface FactGroup {
  metrics: readonly MetricId[];
  scopes: readonly Scope[];
  /** Of whole fiscal years alone. */
  isYearly?: boolean;
}

/** Facts of one group and one period that come in one round, so that one long statement does not take all places. */
const A_ROUND = 12;

/**
 * Facts of some groups, each once: the latest period of each group, then the second of each, and so on. Facts that belong to
 * no group are left out. The order of the facts that are given does not matter.
 * @returns each with its round, counted from 0
 */
export function breadthFirst(
  groups: readonly FactGroup[],
  facts: readonly Fact[],
): { fact: Fact; round: number }[] {
  const wanted = new Set(groups.flatMap(({ metrics }) => metrics));
  const newestFirst = facts
    .filter(({ metric }) => wanted.has(metric))
    .toSorted((one, other) => comparePeriods(other.period, one.period));
  const queues = groups.map((group) => roundsOf(group, newestFirst));
  const seen = new Set<string>();
  const view: { fact: Fact; round: number }[] = [];
  const rounds = Math.max(0, ...queues.map((queue) => queue.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const queue of queues) {
      for (const fact of queue[round] ?? []) {
        if (seen.has(fact.fact_id)) continue;
        seen.add(fact.fact_id);
        view.push({ fact, round });
      }
    }
  }
  return view;
}

/** Facts of a group by their periods, the latest first, as they are given. */
function roundsOf(group: FactGroup, newestFirst: readonly Fact[]): Fact[][] {
  const place = new Map<MetricId, number>(group.metrics.map((metric, at) => [metric, at]));
  const own = newestFirst.filter(
    ({ metric, scope, period }) =>
      place.has(metric) &&
      group.scopes.includes(scope) &&
      (group.isYearly !== true || fiscalKey(period.key)?.part === 'FY'),
  );
  const byEnd = new Map<string, Fact[]>();
  for (const fact of own) {
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
