import { addMonths, dayAfter, daysApart, daysBetween, Decimal } from '../../../platform/index.ts';
import type { MetricId, Period } from '../../port/index.ts';
import type { Candidate } from '../reading/candidate.ts';
import { fiscalKey, type FiscalPart, keyOf } from '../period-key.ts';
import type { Entry } from '../rivals.ts';
import { type DerivationContext, derivedCandidate, entities, isOneUnit, notDerived } from './derive.ts';

/** Flows and their last twelve months. */
export const TWELVE_MONTHS = [
  ['revenue', 'revenue_ttm'],
  ['net_income', 'net_income_ttm'],
  ['net_income_owners', 'net_income_owners_ttm'],
] as const satisfies readonly (readonly [MetricId, MetricId])[];

/** How far into its year a part ends, in quarters. */
const ENDS_AFTER: Readonly<Record<FiscalPart, number>> = { Q1: 1, Q2: 2, H1: 2, Q3: 3, M9: 3, Q4: 4, FY: 4 };
/** What is counted from the start of the year, by the quarter in which it ends. */
const YEAR_TO_DATE: Readonly<Record<number, FiscalPart>> = { 1: 'Q1', 2: 'H1', 3: 'M9' };
/** Days by which the end of one year moves between sources. */
const SAME_END_DAYS = 6;

interface Path {
  formula: string;
  inputs: Entry[];
  value: Decimal;
}

/** The last twelve months of a flow, for each scope: to the newest end, or not at all. */
export function deriveTwelveMonths(on: DerivationContext, from: MetricId, to: MetricId): void {
  const { book } = on;
  for (const { scope, detail, entries } of entities(book.of(from))) {
    const fiscal = entries.filter(({ fact }) => fiscalKey(fact.period.key) !== null);
    // What an aggregator knows of a later quarter does not weaken what filings say of the one before.
    const path = pathOf(on, from, fiscal, true) ?? pathOf(on, from, fiscal, false);
    if (path === null) {
      const last = fiscal
        .map(({ fact }) => fact.period.end)
        .toSorted()
        .at(-1);
      if (last !== undefined && detail === null) {
        const reason =
          'It needs four quarters in a row, or the last full year and the same part of both years. Neither is known.';
        notDerived(book, to, scope, { key: 'TTM', start: null, end: last }, reason);
      }
      continue;
    }
    const period = periodOf(path);
    const days = period.start === null ? null : daysBetween(period.start, period.end) + 1;
    const notes =
      days !== null && days > 367 ? [`They cover ${days} days, because one of the years has 53 weeks.`] : [];
    book.add(
      derivedCandidate({
        metric: to,
        scope,
        scope_detail: detail,
        period,
        unit: path.inputs[0]!.fact.unit,
        value: path.value,
        shape: 'series',
        formula: path.formula,
        inputs: path.inputs,
        notes,
      }),
    );
  }
}

function pathOf(
  { book }: DerivationContext,
  metric: MetricId,
  entries: readonly Entry[],
  onlyValid: boolean,
): Path | null {
  const usable = entries.filter(({ fact }) => fact.is_validated || !onlyValid);
  const at = usable.reduce<number | null>((newest, { fact }) => {
    const place = placeOf(fact.period.key);
    return place !== null && (newest === null || place > newest) ? place : newest;
  }, null);
  const first = usable[0]?.fact;
  if (at === null || first === undefined) return null;
  const get = (key: string) => {
    const entry = book.get(metric, first.scope, first.scope_detail, key);
    return entry !== null && (entry.fact.is_validated || !onlyValid) ? entry : null;
  };
  const [year, quarter] = [Math.floor((at - 1) / 4), ((at - 1) % 4) + 1];
  const whole = quarter === 4 ? pathFrom('year', [get(keyOf(year, 'FY'))], (values) => values[0]!) : null;
  if (whole !== null) return whole;
  const part = YEAR_TO_DATE[quarter];
  const byParts =
    part === undefined
      ? null
      : pathFrom(
          'year + newest part of a year − the same part a year ago',
          [get(keyOf(year - 1, 'FY')), get(keyOf(year, part)), get(keyOf(year - 1, part))],
          ([before, now, ago]) => before!.plus(now!).minus(ago!),
        );
  if (byParts !== null && !byParts.inputs.some(isContested)) return byParts;
  const quarters = [3, 2, 1, 0].map((back) => {
    const [of, number] = [Math.floor((at - 1 - back) / 4), ((at - 1 - back) % 4) + 1];
    return get(keyOf(of, `Q${number}` as FiscalPart));
  });
  const byQuarters = pathFrom('four quarters', quarters, (values) =>
    values.reduce((sum, value) => sum.plus(value), new Decimal(0)),
  );
  return byQuarters ?? byParts;
}

/** A place in time, counted in quarters; null for what is no part of a fiscal year. */
function placeOf(key: string): number | null {
  const fiscal = fiscalKey(key);
  return fiscal === null ? null : fiscal.year * 4 + ENDS_AFTER[fiscal.part];
}

/** Whether the figure contradicts its own parts: then the parts are the better way. */
function isContested({ conflict }: Entry): boolean {
  return conflict?.rule === 'REPORTED_OVER_DERIVED';
}

function pathFrom(
  formula: string,
  inputs: readonly (Entry | null)[],
  sum: (values: readonly Decimal[]) => Decimal,
): Path | null {
  const known = inputs.filter((one) => one !== null);
  if (known.length < inputs.length || !isOneUnit(known)) return null;
  return { formula, inputs: known, value: sum(known.map(({ chosen }) => chosen.value)) };
}

function periodOf({ formula, inputs }: Path): Period {
  const periods = inputs.map(({ fact }) => fact.period);
  if (formula === 'year') return { ...periods[0]!, key: 'TTM' };
  if (formula === 'four quarters') return { key: 'TTM', start: periods[0]!.start, end: periods[3]!.end };
  return { key: 'TTM', start: dayAfter(periods[2]!.end), end: periods[1]!.end };
}

/**
 * Twelve months as sources state them: those to the same end as the derived ones have their key, and all others their days,
 * so that figures of different months never stand against each other.
 */
export function placeStated(
  { book, statedTwelveMonths }: DerivationContext,
  endsOf: readonly MetricId[],
): void {
  for (const stated of statedTwelveMonths) {
    const { metric, scope, scope_detail } = stated;
    const derived = [metric, ...endsOf]
      .map((one) => book.get(one, scope, scope_detail, 'TTM'))
      .find((one) => one !== null && one.fact.derivation !== null);
    const end = derived?.fact.period.end ?? newestEnd(statedTwelveMonths, stated);
    const isLast = daysApart(end, stated.period.end) <= SAME_END_DAYS;
    const start = stated.period.start ?? dayAfter(addMonths(stated.period.end, -12));
    const key = isLast ? 'TTM' : `${start}/${stated.period.end}`;
    book.add({ ...stated, period: { key, start, end: stated.period.end } });
  }
}

function newestEnd(all: readonly Candidate[], one: Candidate): string {
  const same = all.filter(
    ({ metric, scope, scope_detail }) =>
      metric === one.metric && scope === one.scope && scope_detail === one.scope_detail,
  );
  const strong = same.filter(({ is_validated }) => is_validated);
  const ends = (strong.length > 0 ? strong : same).map(({ period }) => period.end);
  return ends.toSorted().at(-1) ?? one.period.end;
}
