import { dayAfter, dayBefore, daysApart, Decimal } from '../../../platform/index.ts';
import type { MetricId, Period, Scope, Steps } from '../../port/index.ts';
import { halfOf, roundedTo } from '../figures.ts';
import { isAdditive } from '../metric-families.ts';
import { type FiscalPart, fiscalKey, keyOf } from '../period-key.ts';
import type { Entry } from '../rivals.ts';
import { type DerivationContext, type Derived, derivedCandidate, entities, isOneUnit } from './derive.ts';

/** A part of a year, as the sum of others or as the rest of a longer one. Sums and differences are exact. */
interface Identity {
  part: FiscalPart;
  plus: readonly FiscalPart[];
  minus: FiscalPart | null;
  formula: string;
}

/** Earlier rows are preferred, and held against what is stated first. */
const PERIOD_IDENTITIES: readonly Identity[] = [
  { part: 'H1', plus: ['Q1', 'Q2'], minus: null, formula: 'first quarter + second quarter' },
  { part: 'H1', plus: ['M9'], minus: 'Q3', formula: 'nine months − third quarter' },
  { part: 'M9', plus: ['Q1', 'Q2', 'Q3'], minus: null, formula: 'three quarters' },
  { part: 'Q4', plus: ['FY'], minus: 'M9', formula: 'year − nine months' },
  { part: 'M9', plus: ['FY'], minus: 'Q4', formula: 'year − fourth quarter' },
  { part: 'Q2', plus: ['H1'], minus: 'Q1', formula: 'half year − first quarter' },
  { part: 'Q3', plus: ['M9'], minus: 'H1', formula: 'nine months − half year' },
  { part: 'Q1', plus: ['H1'], minus: 'Q2', formula: 'half year − second quarter' },
  { part: 'M9', plus: ['H1', 'Q3'], minus: null, formula: 'half year + third quarter' },
  { part: 'FY', plus: ['M9', 'Q4'], minus: null, formula: 'nine months + fourth quarter' },
  { part: 'FY', plus: ['Q1', 'Q2', 'Q3', 'Q4'], minus: null, formula: 'four quarters' },
];

/** As often as a derived part may lead to another: a quarter from the half year that nine months gave. */
const ROUNDS = 3;
/** Candidates of an input that are tried when a stated figure does not agree. */
const MOST_TRIED = 4;

/**
 * In pieces: the quarters, half years, nine months and years that are not stated, of every flow of money; and a conflict where what is
 * stated contradicts its own parts. A difference that a conflict of an input explains is not told twice. What the filing of a
 * period itself leaves empty stays unknown: the rest of a year holds every later restatement, and is not what was reported then.
 */
export function* deriveParts({ book }: DerivationContext, metric: MetricId): Steps<void> {
  if (!isAdditive(metric)) return;
  for (const { scope, detail, entries } of entities(book.of(metric))) {
    if (scope === 'segment' || scope === 'market') continue;
    const years = new Set(entries.flatMap(({ fact }) => fiscalKey(fact.period.key)?.year ?? []));
    for (const year of years) {
      yield;
      const parts = new Map<FiscalPart, Entry | null>();
      const at = (part: FiscalPart): Entry | null => {
        const known = parts.get(part);
        if (known !== undefined) return known;
        const found = book.get(metric, scope, detail, keyOf(year, part));
        parts.set(part, found);
        return found;
      };
      const add = (derived: Derived): void => {
        book.add(derivedCandidate(derived));
        parts.clear();
      };
      for (const identity of PERIOD_IDENTITIES) {
        const contradiction = contradict(identity, at);
        if (contradiction !== null) add(contradiction);
      }
      const missing = PERIOD_IDENTITIES.filter(
        ({ part }) => at(part) === null && !book.isLeftEmpty(metric, scope, keyOf(year, part)),
      );
      for (let round = 0; round < ROUNDS && missing.length > 0; round += 1) {
        for (const identity of missing) {
          if (at(identity.part) !== null) continue;
          const derived = apply(identity, at, { metric, scope, scope_detail: detail, year });
          if (derived !== null) add(derived);
        }
      }
    }
  }
}

type At = (part: FiscalPart) => Entry | null;

function inputsOf({ plus, minus }: Identity, at: At): Entry[] | null {
  const inputs = [...plus, ...(minus === null ? [] : [minus])].map(at);
  const known = inputs.filter((one) => one !== null);
  return known.length === inputs.length && isOneUnit(known) ? known : null;
}

function apply(
  identity: Identity,
  at: At,
  of: { metric: MetricId; scope: Scope; scope_detail: string | null; year: number },
): Derived | null {
  const inputs = inputsOf(identity, at);
  if (inputs === null) return null;
  const days = spanOf(identity, inputs);
  if (days === null) return null;
  const { year, ...rest } = of;
  return {
    ...rest,
    period: { key: keyOf(year, identity.part), ...days },
    unit: inputs[0]!.fact.unit,
    value: total(
      identity,
      inputs.map(({ chosen }) => chosen.value),
    ),
    shape: 'series',
    formula: identity.formula,
    inputs,
  };
}

function total({ minus }: Identity, values: readonly Decimal[]): Decimal {
  const last = values.length - 1;
  return values.reduce(
    (sum, value, at) => (minus !== null && at === last ? sum.minus(value) : sum.plus(value)),
    new Decimal(0),
  );
}

/** The days of a sum, or of what is left at the beginning or the end. */
function spanOf({ minus }: Identity, inputs: readonly Entry[]): Pick<Period, 'start' | 'end'> | null {
  const periods = inputs.map(({ fact }) => fact.period);
  const [whole, part] = [periods[0]!, periods.at(-1)!];
  if (minus === null) return { start: whole.start, end: part.end };
  if (whole.start === null || part.start === null) return null;
  const isHead = daysApart(part.start, whole.start) < daysApart(part.end, whole.end);
  const days = isHead
    ? { start: dayAfter(part.end), end: whole.end }
    : { start: whole.start, end: dayBefore(part.start) };
  return days.start <= days.end ? days : null;
}

/** What the parts come to, where a stated figure says otherwise and all of them are stated; else null. */
function contradict(identity: Identity, at: At): Derived | null {
  const target = at(identity.part);
  if (target === null || target.fact.derivation !== null) return null;
  const inputs = inputsOf(identity, at);
  if (inputs === null || inputs.some(({ fact }) => fact.derivation !== null)) return null;
  if (inputs[0]!.fact.unit !== target.fact.unit) return null;
  // Weak figures prove nothing against strong ones.
  if (target.fact.is_validated && inputs.some(({ fact }) => !fact.is_validated)) return null;
  const place = Math.max(
    ...[target, ...inputs].map(({ chosen }) => roundedTo(chosen.value, chosen.decimals, false)),
  );
  const slack = halfOf(place).times(inputs.length + 1);
  const agrees = (value: Decimal) => valuesOf(target).some((one) => one.minus(value).abs().lte(slack));
  if (combinations(inputs.map(valuesOf)).some((values) => agrees(total(identity, values)))) return null;
  const { metric, scope, scope_detail, period, unit } = target.fact;
  const value = total(
    identity,
    inputs.map(({ chosen }) => chosen.value),
  );
  const { formula } = identity;
  return { metric, scope, scope_detail, period, unit, value, shape: 'series', formula, inputs };
}

function valuesOf({ fact, candidates }: Entry): Decimal[] {
  return candidates
    .filter(({ unit }) => unit === fact.unit)
    .slice(0, MOST_TRIED)
    .map(({ value }) => value);
}

function combinations(choices: readonly (readonly Decimal[])[]): Decimal[][] {
  return choices.reduce<Decimal[][]>(
    (all, values) => all.flatMap((head) => values.map((value) => [...head, value])),
    [[]],
  );
}
