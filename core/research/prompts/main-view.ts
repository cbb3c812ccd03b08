import { byText, comparePeriods } from '../facts/index.ts';
import type { Fact } from '../port/index.ts';
import type { PromptRow } from './prompt-row.ts';

/** What prompts of one run look for in its facts. */
interface Looked {
  newestFirst: readonly Fact[];
  /** Facts of the view MAIN. */
  main: ReadonlySet<Fact>;
  /** Closes that the view WITH_CLOSES has besides. */
  monthly: ReadonlySet<Fact>;
}

/** Looked up once for all prompts of a run: thousands of facts are sorted and compared. */
const looked = new WeakMap<readonly Fact[], Looked>();

function lookedIn(facts: readonly Fact[]): Looked {
  const before = looked.get(facts);
  if (before !== undefined) return before;
  const found = {
    newestFirst: facts.toSorted((one, other) => comparePeriods(other.period, one.period)),
    main: mainOf(facts),
    monthly: closesOfMonths(facts),
  };
  looked.set(facts, found);
  return found;
}

/**
 * Facts of a view, the latest period first: what would crowd out the rest is left out, unless a stage cited it.
 * @param facts a list that is not changed afterwards
 */
export function inView(
  view: PromptRow['facts']['view'],
  facts: readonly Fact[],
  cited: ReadonlySet<string>,
): readonly Fact[] {
  const { newestFirst, main, monthly } = lookedIn(facts);
  if (view === 'ALL') return newestFirst;
  return newestFirst.filter(
    (fact) => main.has(fact) || cited.has(fact.fact_id) || (view === 'WITH_CLOSES' && monthly.has(fact)),
  );
}

function mainOf(facts: readonly Fact[]): Set<Fact> {
  const known = new Set(facts.map(({ metric, scope, period }) => `${metric} ${scope} ${period.key}`));
  return new Set(
    facts.filter((fact) => {
      const { metric, scope, period } = fact;
      if (isCloseOfADay(fact)) return false;
      if (scope === 'standalone' && known.has(`${metric} consolidated ${period.key}`)) return false;
      const quarter = quarterOf(period.key);
      return quarter === null || !known.has(`${metric} ${scope} ${quarter}`);
    }),
  );
}

/** The quarter that ends with a half-year or nine months. */
const quarterOf = (key: string): string | null =>
  key.endsWith('H1') ? key.replace(/H1$/, 'Q2') : key.endsWith('M9') ? key.replace(/M9$/, 'Q3') : null;

const isCloseOfADay = ({ metric, period }: Fact): boolean =>
  (metric === 'close' || metric === 'index_close') && period.key !== 'LATEST';

/** The last close of each month that its source proves, else the last one. */
function closesOfMonths(facts: readonly Fact[]): Set<Fact> {
  const last = new Map<string, Fact>();
  const closes = facts
    .filter(isCloseOfADay)
    .toSorted(
      (one, other) =>
        (one.is_validated === other.is_validated ? 0 : one.is_validated ? 1 : -1) ||
        byText(one.period.end, other.period.end) ||
        byText(one.fact_id, other.fact_id),
    );
  for (const close of closes)
    last.set([close.metric, close.scope, close.scope_detail, close.period.end.slice(0, 7)].join(' '), close);
  return new Set(last.values());
}
