import type { Fact, FactConflict, MetricId, Scope } from '../port/index.ts';
import type { Candidate, Unavailable } from './reading/candidate.ts';
import { factId } from './fact-id.ts';
import { type Entry, settle } from './rivals.ts';

/** Everything that is said of one company while its ledger is made. An entry is settled anew when something is added to it. */
export interface Book {
  add(candidate: Candidate): void;
  /** @param isLeftEmpty the company's own document of that period has the figure without a usable value. */
  missing(one: Unavailable, isLeftEmpty?: boolean): void;
  isLeftEmpty(metric: MetricId, scope: Scope, key: string): boolean;
  get(metric: MetricId, scope: Scope, detail: string | null, key: string): Entry | null;
  byId(id: string): Entry | null;
  /** All entries of a metric, in the order in which they came. */
  of(metric: MetricId): Entry[];
  ids(): readonly string[];
  unavailable(): readonly Unavailable[];
}

export function createBook(): Book {
  const said = new Map<string, Candidate[]>();
  const settled = new Map<string, Entry>();
  const byMetric = new Map<MetricId, string[]>();
  const unavailable = new Map<string, Unavailable>();
  const leftEmpty = new Set<string>();

  const byId = (id: string): Entry | null => {
    const found = settled.get(id);
    if (found !== undefined) return found;
    const candidates = said.get(id);
    if (candidates === undefined) return null;
    const entry = settle(candidates);
    settled.set(id, entry);
    return entry;
  };
  return {
    add(candidate) {
      const { metric, scope, scope_detail, period } = candidate;
      const id = factId(metric, scope, scope_detail, period.key);
      const others = said.get(id);
      if (others === undefined) {
        said.set(id, [candidate]);
        const ids = byMetric.get(metric);
        if (ids === undefined) byMetric.set(metric, [id]);
        else ids.push(id);
      } else others.push(candidate);
      settled.delete(id);
    },
    missing(one, isLeftEmpty = false) {
      unavailable.set([one.metric, one.scope, one.period.key, one.source_id, one.reason].join('|'), one);
      if (isLeftEmpty) leftEmpty.add(factId(one.metric, one.scope, null, one.period.key));
    },
    isLeftEmpty: (metric, scope, key) => leftEmpty.has(factId(metric, scope, null, key)),
    get: (metric, scope, detail, key) => byId(factId(metric, scope, detail, key)),
    byId,
    of: (metric) =>
      (byMetric.get(metric) ?? []).flatMap((id) => {
        const entry = byId(id);
        return entry === null ? [] : [entry];
      }),
    ids: () => [...said.keys()],
    unavailable: () => [...unavailable.values()],
  };
}

/** The facts of a book, and what its sources disagree on. */
export function settledFacts(entries: readonly Entry[]): { facts: Fact[]; conflicts: FactConflict[] } {
  return {
    facts: entries.map(({ fact }) => fact),
    conflicts: entries.flatMap(({ conflict }) => (conflict === null ? [] : [conflict])),
  };
}
