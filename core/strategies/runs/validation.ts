import { drawdown } from '../../finance/risk/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import type { Survivorship } from '../panel/index.ts';
import { cagrOf, type Curve, dailyReturns, rebased } from './curve.ts';
import type { ValidationStatus, ValidationView } from './view.ts';

/*
 * A walk-forward split: the first part of the window stands for what somebody tuned the strategy on, and the rest, in folds
 * one after the other, for what came after. The bounds are Munim's own: strict enough to say no, few enough to remember.
 */

/** The part of the sessions that counts as seen. */
export const IN_SAMPLE_PART = 0.6;
export const FOLDS = 4;
/** Folds after it that must be at least as good as the benchmark. */
export const FOLDS_NEEDED = 3;
/** A window that is shorter says nothing. */
export const LEAST_YEARS = 5;
/** Percentage points a year behind the benchmark that reject a strategy. */
export const REJECTED_BEHIND_PCT = 5;
/** A fall that rejects a strategy, unless the benchmark fell nearly as far. */
export const REJECTED_DRAWDOWN_PCT = 50;
export const DRAWDOWN_TIMES_BENCHMARK = 1.25;

export interface ValidationFacts {
  /** Net of tax. */
  curve: Curve;
  benchmark: Curve;
  survivorship: Survivorship;
  /** Orders in which something was traded. */
  ordersFilled: number;
  /** The part of the value at the end that is told by old closes, in percentage points. */
  staleValuePct: number;
}

type Reason = ValidationView['reasons'][number];

/**
 * Judges a backtest by what came after the part that it may have been tuned on.
 *
 * UNKNOWN: it cannot be judged. REJECTED: it lost, or fell far behind, or fell far. VALIDATED: at least as good as the
 * benchmark after the split, in most folds too, on a universe without hindsight. NOT_VALIDATED: anything else. Only a
 * validated one may be promoted to real money.
 */
export function validate(facts: ValidationFacts): ValidationView {
  const { curve, benchmark } = facts;
  const { days } = curve;
  const known = benchmark.levels.filter((level) => level !== null).length;
  const years = daysBetween(days[0] ?? '', days.at(-1) ?? '') / 365;
  const unknowns: Reason[] = [];
  const say = (list: Reason[], code: string, message: string) => void list.push({ code, message });
  if (!(years >= LEAST_YEARS - 0.02))
    say(unknowns, 'SHORT_WINDOW', `The window is shorter than ${LEAST_YEARS} years.`);
  if (known < days.length * 0.95)
    say(unknowns, 'NO_BENCHMARK', 'The benchmark is not known for most of the window.');
  if (facts.ordersFilled === 0) say(unknowns, 'NO_ORDERS', 'Nothing was ever bought.');
  if (facts.staleValuePct > 10)
    say(unknowns, 'STALE_PRICES', 'More than a tenth of the final value is told by old closes.');
  if (unknowns.length > 0) return verdict('UNKNOWN', unknowns);

  const split = Math.floor(days.length * IN_SAMPLE_PART);
  const after = span(facts, split, days.length - 1);
  const rejections: Reason[] = [];
  const sinceSplit = `After ${days[split] ?? ''}`;
  const pct = (value: number) => `${value.toFixed(1)} %`;
  const against = `${pct(after.own)} a year net of tax, the benchmark ${pct(after.benchmark)}`;
  if (after.own < 0 && after.own < after.benchmark)
    say(rejections, 'LOSS', `${sinceSplit} it lost: ${against}.`);
  if (after.own < after.benchmark - REJECTED_BEHIND_PCT)
    say(rejections, 'FAR_BEHIND', `${sinceSplit} it fell far behind: ${against}.`);
  const fell = drawdown(days[0] ?? '', dailyReturns(curve)).max_drawdown_pct;
  const indexFell = drawdown(days[0] ?? '', dailyReturns(benchmark)).max_drawdown_pct;
  if (fell > REJECTED_DRAWDOWN_PCT && fell > indexFell * DRAWDOWN_TIMES_BENCHMARK)
    say(rejections, 'DEEP_DRAWDOWN', `It fell by ${pct(fell)}, the benchmark by ${pct(indexFell)}.`);
  if (rejections.length > 0) return verdict('REJECTED', rejections);

  const reasons: Reason[] = [];
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const step = (days.length - split) / FOLDS;
    return span(facts, split + Math.floor(step * fold), split + Math.floor(step * (fold + 1)) - 1);
  });
  const won = folds.filter(({ growth, benchmarkGrowth }) => growth >= benchmarkGrowth).length;
  const isAhead = after.own >= after.benchmark;
  say(reasons, isAhead ? 'AHEAD' : 'BEHIND', `${sinceSplit}: ${against}.`);
  say(
    reasons,
    won >= FOLDS_NEEDED ? 'FOLDS_WON' : 'FOLDS_LOST',
    `It was at least as good as the benchmark in ${won} of ${FOLDS} periods after the split.`,
  );
  if (facts.survivorship === 'CURRENT_MEMBERS')
    say(
      reasons,
      'CURRENT_MEMBERS',
      'The universe is that of later members, so companies that failed are missing.',
    );
  if (facts.survivorship === 'CHOSEN_SYMBOLS')
    say(reasons, 'CHOSEN_SYMBOLS', 'The symbols were chosen by hand, with what is known of them today.');
  const isHonest = facts.survivorship === 'MEMBERSHIP_BY_DATE';
  return verdict(isAhead && won >= FOLDS_NEEDED && isHonest ? 'VALIDATED' : 'NOT_VALIDATED', reasons);
}

const verdict = (status: ValidationStatus, reasons: Reason[]): ValidationView => ({
  status,
  promotion_allowed: status === 'VALIDATED',
  reasons,
});

/** Yearly returns of a part of the window, and what ten became. */
function span({ curve, benchmark }: ValidationFacts, first: number, last: number) {
  const [from, to] = [curve.days[first] ?? '', curve.days[last] ?? ''];
  const growth = rebased(curve, from, to).levels.at(-1) ?? 0;
  const known = rebased(benchmark, from, to).levels.filter((level) => level !== null);
  const benchmarkGrowth = known.at(-1) ?? 0;
  return {
    own: cagrOf(growth, from, to).value ?? 0,
    benchmark: cagrOf(benchmarkGrowth, from, to).value ?? 0,
    growth,
    benchmarkGrowth,
  };
}
