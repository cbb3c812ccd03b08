import { type Decimal, dayInWords, decimal } from '../../platform/index.ts';
import { timeWords } from '../analysis/index.ts';
import { figureWords, type MetricId, METRICS } from '../port/index.ts';
import type { Action, Rating } from '../publication/index.ts';
import type { Classification } from '../runs/index.ts';
import { cameTrue, conditionOf } from './invalidations.ts';
import { type FigurePair, newerPair, revisedPair, valueOf } from './newer-figures.ts';
import { dayOf, type Thesis, type ThesisFact } from './thesis.ts';

/** How a thesis stands against its baseline, with why. */
export interface ThesisComparison {
  classification: Classification;
  /** For people; each that counts ends in its points. */
  reasons: string[];
}

interface Signal {
  /** Above 0 for the share, below 0 against it; 0 for what is told alone. */
  points: number;
  reason: string;
}

/** NOT_RATED has no place: it is unknown and never HOLD. */
const RATING_STEP: Readonly<Partial<Record<Rating, number>>> = {
  SELL: -2,
  UNDERWEIGHT: -1,
  HOLD: 0,
  OVERWEIGHT: 1,
  BUY: 2,
};
const ACTION_STEP: Readonly<Record<Action, number>> = {
  EXIT: -2,
  AVOID: -2,
  TRIM: -1,
  HOLD: 0,
  WATCH: 0,
  ADD: 1,
};
const POINTS_OF_A_RATING_STEP = 2;
const POINTS_OF_AN_INVALIDATION = -2;
/** So much more on one side than on the other makes a drift. */
const LEAST_POINTS = 2;
/** Confidence is a model's word: less than 15 percentage points is no move. In thousandths. */
const LEAST_CONFIDENCE = 150;

interface FigureRow {
  metric: MetricId;
  better: 'UP' | 'DOWN';
  /** DIFFERENCE in the figure's own unit; PERCENT of what it was. */
  by: 'DIFFERENCE' | 'PERCENT';
  /** A smaller move counts nothing. */
  least: string;
  pair: typeof newerPair | typeof revisedPair;
}

/** The figures that count, one point each. */
const FIGURES: readonly FigureRow[] = [
  { metric: 'revenue_growth_pct', better: 'UP', by: 'DIFFERENCE', least: '2', pair: newerPair },
  { metric: 'eps_ttm', better: 'UP', by: 'PERCENT', least: '5', pair: newerPair },
  { metric: 'net_margin_pct', better: 'UP', by: 'DIFFERENCE', least: '1', pair: newerPair },
  { metric: 'return_on_equity_pct', better: 'UP', by: 'DIFFERENCE', least: '2', pair: newerPair },
  { metric: 'debt_to_equity', better: 'DOWN', by: 'DIFFERENCE', least: '0.1', pair: newerPair },
  { metric: 'guidance_revenue', better: 'UP', by: 'PERCENT', least: '2', pair: revisedPair },
  { metric: 'guidance_revenue_growth_pct', better: 'UP', by: 'DIFFERENCE', least: '1', pair: revisedPair },
  { metric: 'guidance_ebitda_margin_pct', better: 'UP', by: 'DIFFERENCE', least: '0.5', pair: revisedPair },
  { metric: 'guidance_eps_diluted', better: 'UP', by: 'PERCENT', least: '2', pair: revisedPair },
];

/** @param reason why there is nothing to compare, in words. */
export const insufficient = (reason: string): ThesisComparison => ({
  classification: 'INSUFFICIENT_EVIDENCE',
  reasons: [reason],
});

/**
 * Holds a report against the baseline of its share, without any model (research/States and transitions rules 7). The thesis
 * is the case for the share, so a report that thinks better of it strengthens it, whatever the baseline advised.
 *
 * | What | Points |
 * |---|---|
 * | Rating | 2 for each step on SELL, UNDERWEIGHT, HOLD, OVERWEIGHT, BUY |
 * | Action | 1 for a move on EXIT or AVOID, TRIM, HOLD or WATCH, ADD |
 * | Confidence | 1 for 15 percentage points or more, where both ratings are on the same side of HOLD: more confidence in SELL counts against the share |
 * | Each key figure | 1 for a move beyond its threshold, between confirmed figures of comparable periods, the newer of which came out after the baseline |
 * | Each invalidation of the baseline that figures show to have come true | −2 |
 *
 * Two points more on one side than on the other are STRENGTHENING or WEAKENING; less, and every tie, is UNCHANGED. What is
 * unknown counts nothing: a rating is compared only where both are rated, and so are action and confidence, which belong to
 * it. The rating of a report whose evidence is not enough (REVIEW_REQUIRED) does not count either, since missing evidence
 * is no change of the company; its confirmed figures do. A report that looks back to before the baseline is UNCHANGED: it
 * holds no news. Reports of the first version have no figures, so that rating, action and confidence alone decide.
 */
export function compareTheses(baseline: Thesis | null, candidate: Thesis | null): ThesisComparison {
  if (baseline === null) return insufficient('No report of this share is pinned as its baseline.');
  if (candidate === null) return insufficient('This run has no report to compare.');
  if (new Date(candidate.as_of) < new Date(baseline.as_of))
    return {
      classification: 'UNCHANGED',
      reasons: [
        `This report looks back to ${dayInWords(dayOf(candidate))}, before the baseline of ${dayInWords(dayOf(baseline))}, so it adds nothing new.`,
      ],
    };
  const signals = [
    ...opinionSignals(baseline, candidate),
    ...FIGURES.flatMap((row) => figureSignal(row, row.pair(row.metric, baseline, candidate))),
    ...baseline.invalidations.flatMap((text) => invalidationSignal(text, baseline, candidate)),
    ...caveats(candidate),
  ];
  const sum = (side: 1 | -1): number =>
    signals.reduce((total, { points }) => total + Math.max(0, points * side), 0);
  const [better, worse] = [sum(1), sum(-1)];
  const net = better - worse;
  return {
    classification: net >= LEAST_POINTS ? 'STRENGTHENING' : net <= -LEAST_POINTS ? 'WEAKENING' : 'UNCHANGED',
    reasons: [
      ...signals.map(({ points, reason }) => (points === 0 ? reason : `${reason} (${signed(points)})`)),
      `Points for the share: ${better}. Points against it: ${worse}. A lead of ${LEAST_POINTS} counts as drift.`,
    ],
  };
}

const signed = (points: number): string => (points > 0 ? `+${points}` : `−${-points}`);

/** Rating, action and confidence: what the two reports think. */
function opinionSignals(baseline: Thesis, candidate: Thesis): Signal[] {
  const [before, now] = [RATING_STEP[baseline.rating], RATING_STEP[candidate.rating]];
  const told = `${candidate.rating} on ${dayInWords(dayOf(candidate))}, and ${baseline.rating} on ${dayInWords(dayOf(baseline))}`;
  if (before === undefined || now === undefined)
    return [{ points: 0, reason: `One of the reports has no rating (${told}), so ratings do not count.` }];
  if (candidate.verdict === 'REVIEW_REQUIRED')
    return [
      { points: 0, reason: `The ratings are ${told}. They do not count because the evidence is too weak.` },
    ];
  const steps = now - before;
  const rating =
    steps === 0
      ? { points: 0, reason: `The rating is still ${candidate.rating}.` }
      : {
          points: steps * POINTS_OF_A_RATING_STEP,
          reason: `The rating ${steps > 0 ? 'rose' : 'fell'} from ${baseline.rating} (${dayInWords(dayOf(baseline))}) to ${candidate.rating} (${dayInWords(dayOf(candidate))}).`,
        };
  return [
    rating,
    ...actionSignal(baseline.action, candidate.action),
    ...confidenceSignal(baseline, candidate, Math.sign(before) === Math.sign(now) ? Math.sign(now) : 0),
  ];
}

function actionSignal(before: Action, now: Action): Signal[] {
  if (before === now) return [];
  const points = Math.sign(ACTION_STEP[now] - ACTION_STEP[before]);
  return [{ points, reason: `The advice changed from ${before} to ${now}.` }];
}

/** @param side of HOLD on which both ratings are: 1 above, −1 below, 0 for neither. */
function confidenceSignal(baseline: Thesis, candidate: Thesis, side: number): Signal[] {
  if (baseline.confidence === null || candidate.confidence === null) return [];
  const moved = Math.round(candidate.confidence * 1000) - Math.round(baseline.confidence * 1000);
  if (side === 0 || Math.abs(moved) < LEAST_CONFIDENCE) return [];
  const [from, to] = [baseline.confidence, candidate.confidence].map((one) => `${Math.round(one * 100)}%`);
  return [
    {
      points: Math.sign(moved) * side,
      reason: `Confidence in ${candidate.rating} ${moved > 0 ? 'rose' : 'fell'} from ${from ?? ''} to ${to ?? ''}.`,
    },
  ];
}

function figureSignal({ metric, better, by, least }: FigureRow, pair: FigurePair | null): Signal[] {
  if (pair === null) return [];
  const [before, now] = [valueOf(pair.from), valueOf(pair.to)];
  const moved = by === 'DIFFERENCE' ? now.minus(before) : percentOf(now.minus(before), before);
  if (moved === null || moved.abs().lt(least)) return [];
  const isUp = moved.gt(0);
  return [
    {
      points: isUp === (better === 'UP') ? 1 : -1,
      reason: `${METRICS[metric].title} ${isUp ? 'rose' : 'fell'} from ${said(metric, pair.from)} to ${said(metric, pair.to)}.`,
    },
  ];
}

/** Of what it was, whichever side of zero that is; null of nothing. */
function percentOf(moved: Decimal, before: Decimal): Decimal | null {
  return before.isZero() ? null : moved.dividedBy(before.abs()).times(decimal('100'));
}

const said = (metric: MetricId, fact: ThesisFact): string =>
  `${figureWords(fact)} ${timeWords({ metric, period: fact.period })}`;

function invalidationSignal(text: string, baseline: Thesis, candidate: Thesis): Signal[] {
  const condition = conditionOf(text);
  const met = condition === null ? null : cameTrue(condition, baseline, candidate);
  if (condition === null || met === null) return [];
  const { metric } = condition;
  const before = met.from === null ? '' : `, after ${said(metric, met.from)}`;
  return [
    {
      points: POINTS_OF_AN_INVALIDATION,
      reason: `What the baseline said would prove it wrong came true: “${text.trim()}” ${METRICS[metric].title} is ${said(metric, met.to)}${before}.`,
    },
  ];
}

/** What a reader should know of the report that was compared. */
function caveats({ verdict, qa }: Thesis): Signal[] {
  const told: string[] = [];
  if (verdict === 'REVIEW_REQUIRED')
    told.push('The evidence of this report is too weak for approval, so only its confirmed figures count.');
  if (qa !== null && qa !== 'PASS')
    told.push(`The checks of this report ended as ${qa}. Read it before you act on this.`);
  return told.map((reason) => ({ points: 0, reason }));
}
