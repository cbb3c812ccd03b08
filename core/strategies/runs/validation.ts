import { dayInWords, daysBetween } from '../../platform/dates.ts';
import type { Survivorship } from '../panel/index.ts';
import { FIRST_INDEX } from '../engine/index.ts';
import type { Coverage } from './coverage.ts';
import { cagrOf, type Curve } from './curve.ts';
import { deepestFall } from './drawdowns.ts';
import type { ValidationStatus, ValidationView } from './view.ts';

/*
 * A walk-forward split: the first part of the window stands for what somebody tuned the strategy on, and the rest, in folds
 * one after the other, for what came after. The bounds are Munim's own: strict enough to say no, few enough to remember.
 */

/** The part of the sessions that counts as seen. */
const IN_SAMPLE_PART = 0.6;
const FOLDS = 4;
/** Folds after it that must be at least as good as the benchmark. */
const FOLDS_NEEDED = 3;
/** A window that is shorter says nothing. */
const LEAST_YEARS = 5;
/** Percentage points a year behind the benchmark that reject a strategy. */
const REJECTED_BEHIND_PCT = 5;
/**
 * Percentage points of the members' sessions that must have the closes a ranking looks at. What is left is room for shares that
 * are too young to rank, some 5 % of a broad index; with less, the result is that of whichever members had prices, and those
 * that failed are the ones that lack them.
 */
const LEAST_COVERED_PCT = 90;
/** Percentage points of the value of all sessions that may be told by older closes. */
const MOST_STALE_PCT = 2;
/** A fall that rejects a strategy, unless the benchmark fell nearly as far. */
const REJECTED_DRAWDOWN_PCT = 50;
const DRAWDOWN_TIMES_BENCHMARK = 1.25;

export interface ValidationFacts {
  /** Net of tax. */
  curve: Curve;
  benchmark: Curve;
  survivorship: Survivorship;
  /** Orders in which something was traded. */
  ordersFilled: number;
  /** The part of the value at the end that is told by old closes, in percentage points. */
  staleValuePct: number;
  coverage: Coverage;
}

type Reason = ValidationView['reasons'][number];

/**
 * Judges a backtest by what came after the part that it may have been tuned on.
 *
 * UNKNOWN: it cannot be judged, which is so too where prices cover too little of the universe or are known to be wrong. REJECTED: it lost, or fell far behind, or fell far. VALIDATED: at least as good as the
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
    say(
      unknowns,
      'NO_BENCHMARK',
      `The benchmark is known on only ${known} of ${days.length} sessions, too few to compare with.`,
    );
  if (facts.ordersFilled === 0) say(unknowns, 'NO_ORDERS', 'Nothing was ever bought.');
  if (facts.staleValuePct > 10)
    say(unknowns, 'STALE_PRICES', 'More than a tenth of the final value rests on old closes.');
  const { coverage } = facts;
  if (coverage.staleValuePct > MOST_STALE_PCT)
    say(
      unknowns,
      'STALE_SESSIONS',
      `Old closes tell ${coverage.staleValuePct.toFixed(1)} % of the value over all sessions, more than ${MOST_STALE_PCT} %.`,
    );
  if (coverage.unexplained > 0)
    say(
      unknowns,
      'UNEXPLAINED_MOVES',
      `Overnight, ${coverage.unexplained === 1 ? '1 held share' : `${coverage.unexplained} held shares`} halved or doubled without a known reason. Import the corporate actions, then run it again.`,
    );
  const covered = coverageReason(coverage);
  if (covered.code !== COVERED) unknowns.push(covered);
  if (unknowns.length > 0)
    return verdict('UNKNOWN', unknowns.includes(covered) ? unknowns : [...unknowns, covered]);

  const split = Math.floor(days.length * IN_SAMPLE_PART);
  const after = span(facts, split, days.length - 1);
  const rejections: Reason[] = [];
  const sinceSplit = `After ${dayInWords(after.from)}`;
  const pct = (value: number) => `${value.toFixed(1)} %`;
  const against = `${pct(after.own)} a year net of tax, the benchmark ${pct(after.benchmark)}`;
  if (after.own < 0 && after.own < after.benchmark)
    say(rejections, 'LOSS', `${sinceSplit} it lost: ${against}.`);
  if (after.own < after.benchmark - REJECTED_BEHIND_PCT)
    say(rejections, 'FAR_BEHIND', `${sinceSplit} it fell far behind: ${against}.`);
  const [fell, indexFell] = [deepestFall(curve), deepestFall(benchmark)];
  if (fell > REJECTED_DRAWDOWN_PCT && fell > indexFell * DRAWDOWN_TIMES_BENCHMARK)
    say(rejections, 'DEEP_DRAWDOWN', `It fell by ${pct(fell)}, the benchmark by ${pct(indexFell)}.`);
  if (rejections.length > 0) return verdict('REJECTED', [...rejections, covered]);

  const reasons: Reason[] = [];
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    // Each begins at the close that the one before ended on.
    const border = (nr: number) => split + Math.floor(((days.length - 1 - split) / FOLDS) * nr);
    return span(facts, border(fold), border(fold + 1));
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
    say(reasons, 'CURRENT_MEMBERS', 'The universe uses later members, so companies that failed are missing.');
  if (facts.survivorship === 'CHOSEN_SYMBOLS')
    say(reasons, 'CHOSEN_SYMBOLS', 'The symbols were chosen by hand, knowing how they did since.');
  const isHonest = facts.survivorship === 'MEMBERSHIP_BY_DATE';
  reasons.push(covered);
  return verdict(isAhead && won >= FOLDS_NEEDED && isHonest ? 'VALIDATED' : 'NOT_VALIDATED', reasons);
}

/** Code of the reason that tells that prices cover the universe. A verdict without it was made before that was looked at. */
export const COVERED = 'COVERED';

/** How much of the universe the prices cover, over the whole window. */
function coverageReason(coverage: Coverage): Reason {
  const { members, priced, memberSessions, rankableSessions, sessions, sessionsWithCloses } = coverage;
  const pct = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
  const rankable = pct(rankableSessions, memberSessions);
  const withCloses = pct(sessionsWithCloses, sessions);
  const isCovered = rankable >= LEAST_COVERED_PCT && withCloses >= LEAST_COVERED_PCT;
  // Rounded down: 89.96 % is not enough, and must not read as 90.
  const shown = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)} %`;
  const said = `Coverage: ${priced} of ${members} members priced. With their history, ${shown(rankable)} of the members’ sessions can be ranked, and ${sessionsWithCloses} of ${sessions} sessions have closes`;
  return {
    code: isCovered ? COVERED : 'LOW_COVERAGE',
    message: isCovered
      ? `${said}.`
      : `${said}; ${LEAST_COVERED_PCT} % of both are needed. Import more prices, then run it again.`,
  };
}

const verdict = (status: ValidationStatus, reasons: Reason[]): ValidationView => ({
  status,
  promotion_allowed: status === 'VALIDATED',
  reasons,
});

/** Yearly returns of a part of the window, and what one became, between its first and last session that have both levels. */
function span({ curve, benchmark }: ValidationFacts, first: number, last: number) {
  const common: { day: string; own: number; index: number }[] = [];
  for (let at = first; at <= last; at += 1) {
    const [own, index] = [curve.levels[at] ?? null, benchmark.levels[at] ?? null];
    if (own !== null && index !== null) common.push({ day: curve.days[at] ?? '', own, index });
  }
  const [start, end] = [common[0], common.at(-1)];
  const growth = (end?.own ?? 0) / (start?.own ?? 1);
  const benchmarkGrowth = (end?.index ?? 0) / (start?.index ?? 1);
  const [from, to] = [start?.day ?? '', end?.day ?? ''];
  return {
    from,
    own: cagrOf(growth * FIRST_INDEX, from, to).value ?? 0,
    benchmark: cagrOf(benchmarkGrowth * FIRST_INDEX, from, to).value ?? 0,
    growth,
    benchmarkGrowth,
  };
}
