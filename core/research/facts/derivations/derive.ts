import type { Decimal } from '../../../platform/index.ts';
import { type MetricId, type Period, type Scope, type SourceFamily, weakestOf } from '../../port/index.ts';
import type { Book } from '../book.ts';
import type { Candidate, Derivation, Readers } from '../reading/candidate.ts';
import type { Entry } from '../rivals.ts';

/** What a derivation may look at. */
export interface DerivationContext extends Readers {
  book: Book;
  /** Whose statements the market's ratios rest on: consolidated where a company reports that, and never both. */
  reporting: Scope;
  /** The symbol of the company itself, which is no peer of it. */
  symbol: string;
  /** Twelve months as sources state them, until it is known which ones are the last. */
  statedTwelveMonths: Candidate[];
}

/** What comes out of a derivation. */
export interface Derived {
  metric: MetricId;
  scope: Scope;
  scope_detail: string | null;
  period: Period;
  unit: string;
  value: Decimal;
  /** The other end of a range; left out for a single figure. */
  value_high?: Decimal | null;
  shape: Derivation['shape'];
  formula: string;
  inputs: readonly Entry[];
  basis?: string;
  notes?: readonly string[];
}

/** The candidate of a derivation: it names its inputs, and is as strong as the weakest of them (acquisition rules 8). */
export function derivedCandidate(derived: Derived): Candidate {
  const { inputs, shape, formula } = derived;
  const facts = inputs.map(({ fact }) => fact);
  const authority = weakestOf(facts.map((fact) => fact.authority));
  if (authority === null) throw new RangeError('a derivation has at least one input');
  const dates = facts.map(({ published_at }) => published_at);
  const places = inputs.map(({ chosen }) => chosen.decimals);
  return {
    metric: derived.metric,
    scope: derived.scope,
    scope_detail: derived.scope_detail,
    period: derived.period,
    unit: derived.unit,
    value: derived.value,
    value_high: derived.value_high ?? null,
    decimals: places.includes(null) ? null : Math.min(...places.filter((one) => one !== null)),
    authority,
    label: 'CALCULATED_FACT',
    is_validated: facts.every(({ is_validated }) => is_validated),
    source_ids: [...new Set(facts.flatMap(({ source_ids }) => source_ids.slice(0, 1)))],
    families: [...new Set(inputs.flatMap<SourceFamily>(({ chosen }) => chosen.families))],
    // It is known once the last of its inputs is.
    published_at: dates.includes(null)
      ? null
      : dates.reduce((last, one) => (last === null || (one !== null && one > last) ? one : last), null),
    filing: null,
    locator: formula,
    basis: derived.basis ?? '',
    derivation: { shape, formula, inputs: facts.map(({ fact_id }) => fact_id) },
    notes: derived.notes ?? [],
  };
}

/** Adds it where nothing as strong is stated. */
export function addWhereMissing(book: Book, derived: Derived): void {
  const candidate = derivedCandidate(derived);
  const { metric, scope, scope_detail, period } = derived;
  const stated = book.get(metric, scope, scope_detail, period.key);
  const isBetter = stated === null || (candidate.is_validated && !stated.fact.is_validated);
  if (isBetter) book.add(candidate);
}

/** Why something was not derived, where a reader would look for it. */
export function notDerived(book: Book, metric: MetricId, scope: Scope, period: Period, reason: string): void {
  book.missing({ metric, scope, period, source_id: 'derived', reason });
}

/** The currency of money, or of money a share; null for anything else. */
export function currencyOf(unit: string): string | null {
  return /^([A-Z]{3})(?:\/share)?$/.exec(unit)?.[1] ?? null;
}

/** Whether all are counted in one unit. */
export function isOneUnit(entries: readonly Entry[]): boolean {
  return entries.every(({ fact }) => fact.unit === entries[0]?.fact.unit);
}

/** Metrics of one scope: entries grouped by scope and its detail, in a steady order. */
export function entities(
  entries: readonly Entry[],
): { scope: Scope; detail: string | null; entries: Entry[] }[] {
  const groups = new Map<string, { scope: Scope; detail: string | null; entries: Entry[] }>();
  for (const entry of entries) {
    const { scope, scope_detail: detail } = entry.fact;
    const key = `${scope}|${detail ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { scope, detail, entries: [entry] });
    else group.entries.push(entry);
  }
  return [...groups.values()];
}
