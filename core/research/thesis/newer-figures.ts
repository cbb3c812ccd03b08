import { type Decimal, decimal } from '../../platform/index.ts';
import { comparePeriods, fiscalKey } from '../facts/index.ts';
import { type MetricId, METRICS } from '../port/index.ts';
import type { Thesis, ThesisFact } from './thesis.ts';

/** A figure of the baseline and the newer one of the candidate that may be held against it. */
export interface FigurePair {
  from: ThesisFact;
  to: ThesisFact;
}

/** Whose figures are the company's as a whole, the most telling first. */
const SCOPES: readonly string[] = ['consolidated', 'standalone', 'company'];
/** Lengths of time, the most telling first. */
const LENGTHS: readonly string[] = ['FY', 'TTM', 'M9', 'H1', 'Q4', 'Q3', 'Q2', 'Q1'];
const YEARS = /^FY(\d{4})-FY(\d{4})$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The middle of a range, as guidance is often given. */
export function valueOf({ value, value_high }: Pick<ThesisFact, 'value' | 'value_high'>): Decimal {
  const low = decimal(value);
  return value_high === null ? low : low.plus(value_high).dividedBy(2);
}

/**
 * Figures of one kind that may be compared: a flow with flows of the same part of a year (a second quarter with a second
 * quarter, so that the season does not count), a stock with every other stock. Null for spans that fit no year.
 */
function kindOf(metric: MetricId, { scope, unit, period }: ThesisFact): string | null {
  if (METRICS[metric].kind !== 'FLOW') return `${scope} ${unit}`;
  const years = YEARS.exec(period.key);
  const length =
    period.key === 'TTM'
      ? 'TTM'
      : years === null
        ? fiscalKey(period.key)?.part
        : `${Number(years[2]) - Number(years[1])} years`;
  return length === undefined ? null : `${scope} ${unit} ${length}`;
}

/** Confirmed figures of the company as a whole, the most telling last. What is no number is none. */
export function figuresOf({ facts }: Pick<Thesis, 'facts'>, metric: MetricId): ThesisFact[] {
  return facts
    .filter(
      (one) =>
        one.metric === metric &&
        one.is_validated &&
        SCOPES.includes(one.scope) &&
        one.scope_detail === null &&
        DECIMAL.test(one.value) &&
        (one.value_high === null || DECIMAL.test(one.value_high)),
    )
    .toSorted(
      (one, other) =>
        comparePeriods(one.period, other.period) ||
        rank(LENGTHS, lengthOf(other)) - rank(LENGTHS, lengthOf(one)) ||
        rank(SCOPES, other.scope) - rank(SCOPES, one.scope),
    );
}

/** A whole year, of whatever twelve months. */
export const isYear = ({ period: { key } }: ThesisFact): boolean =>
  key === 'TTM' || fiscalKey(key)?.part === 'FY';

const lengthOf = ({ period: { key } }: ThesisFact): string => fiscalKey(key)?.part ?? key;
const rank = (order: readonly string[], word: string): number =>
  order.includes(word) ? order.indexOf(word) : order.length;

/** Whether a figure came out after the baseline, as far as its sources say. */
export function isNews({ published_at }: ThesisFact, { as_of }: Pick<Thesis, 'as_of'>): boolean {
  return published_at === null || published_at > new Date(as_of).toISOString();
}

/**
 * The newest figure of the candidate that is of a later period than all that the baseline has of it, with the baseline's
 * newest of the same kind; null where there is no such pair.
 * @param isWanted leaves figures of the candidate out.
 */
export function newerPair(
  metric: MetricId,
  baseline: Thesis,
  candidate: Thesis,
  isWanted: (fact: ThesisFact) => boolean = () => true,
): FigurePair | null {
  const known = figuresOf(baseline, metric);
  const last = known.at(-1);
  if (last === undefined) return null;
  for (const to of figuresOf(candidate, metric).filter(isWanted).toReversed()) {
    if (to.period.end <= last.period.end || !isNews(to, baseline)) continue;
    const kind = kindOf(metric, to);
    const from = known.findLast((one) => kind !== null && kindOf(metric, one) === kind);
    if (from !== undefined) return { from, to };
  }
  return null;
}

/** What both say of the same period and say differently: guidance that was raised or cut. The last such period of several. */
export function revisedPair(metric: MetricId, baseline: Thesis, candidate: Thesis): FigurePair | null {
  const known = figuresOf(baseline, metric);
  for (const to of figuresOf(candidate, metric).toReversed()) {
    if (!isNews(to, baseline)) continue;
    const from = known.find(
      (one) => one.period.key === to.period.key && one.scope === to.scope && one.unit === to.unit,
    );
    if (from !== undefined && !valueOf(from).eq(valueOf(to))) return { from, to };
  }
  return null;
}
