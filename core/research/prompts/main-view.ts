import { byText } from '../facts/index.ts';
import type { Fact } from '../port/index.ts';
import type { PromptRow } from './prompt-row.ts';

/** Facts of a view: what would crowd out the rest is left out, unless a stage cited it. */
export function inView(
  view: PromptRow['facts']['view'],
  facts: readonly Fact[],
  cited: ReadonlySet<string>,
): readonly Fact[] {
  if (view === 'ALL') return facts;
  const known = new Set(facts.map(({ metric, scope, period }) => `${metric} ${scope} ${period.key}`));
  const monthly = view === 'WITH_CLOSES' ? closesOfMonths(facts) : null;
  return facts.filter((fact) => {
    const { fact_id, metric, scope, period } = fact;
    if (cited.has(fact_id)) return true;
    if (isCloseOfADay(fact)) return monthly?.has(fact_id) ?? false;
    if (scope === 'standalone' && known.has(`${metric} consolidated ${period.key}`)) return false;
    const quarter = quarterOf(period.key);
    return quarter === null || !known.has(`${metric} ${scope} ${quarter}`);
  });
}

/** The quarter that ends with a half-year or nine months. */
const quarterOf = (key: string): string | null =>
  key.endsWith('H1') ? key.replace(/H1$/, 'Q2') : key.endsWith('M9') ? key.replace(/M9$/, 'Q3') : null;

const isCloseOfADay = ({ metric, period }: Fact): boolean =>
  (metric === 'close' || metric === 'index_close') && period.key !== 'LATEST';

/** The last close of each month that its source proves, else the last one. */
function closesOfMonths(facts: readonly Fact[]): Set<string> {
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
  return new Set([...last.values()].map(({ fact_id }) => fact_id));
}
