import { decimal } from '../../../platform/index.ts';
import { CRITICAL_DIMENSIONS, DIMENSIONS, FEWEST_JUDGES } from './rubric.ts';
import { type Figures, figuresOf, type JudgeResult, type Majority, majorityOf } from './scoring.ts';
import type { TierLimits } from './tiers.ts';

const VERDICTS = ['PASS', 'FAIL', 'REVIEW_REQUIRED'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What the command ends with (research/Offline CLI). INPUT: nothing was decided. */
export const EXIT_CODES = { PASS: 0, FAIL: 1, REVIEW_REQUIRED: 2, INPUT: 3 } as const;

/** All that a verdict is made of. */
interface Judged {
  /** What the gate found, in words; with any, nobody is asked. */
  gate: readonly string[];
  results: readonly JudgeResult[];
  limits: TierLimits;
}

interface Measured extends Judged {
  valid: number;
  /** Null where there is no valid judge. */
  figures: Figures | null;
  majority: Majority;
}

interface Condition {
  code: string;
  verdict: Exclude<Verdict, 'PASS'>;
  /** Why it holds, in words; null where it does not. */
  why: (this: void, measured: Measured) => string | null;
}

/**
 * What keeps a report from passing. The first that holds decides (decisions/Evaluation harness: precedence); an input error,
 * which comes before all of them, never gets here. Limits are inclusive.
 */
const CONDITIONS = [
  {
    code: 'GATE',
    verdict: 'FAIL',
    why: ({ gate }) =>
      gate.length === 0
        ? null
        : `The gate found ${gate.length} blocking ${gate.length === 1 ? 'defect' : 'defects'}, so no judge was asked: ${gate[0]}${gate.length === 1 ? '' : ' …'}`,
  },
  {
    code: 'TOO_FEW_JUDGES',
    verdict: 'REVIEW_REQUIRED',
    why: ({ valid }) =>
      valid >= FEWEST_JUDGES
        ? null
        : `${valid} ${valid === 1 ? 'judge' : 'judges'} gave a valid scorecard in both orders; at least ${FEWEST_JUDGES} are needed.`,
  },
  {
    code: 'CRITICAL_SPREAD',
    verdict: 'REVIEW_REQUIRED',
    why: ({ figures, limits: { critical_spread_maximum: most } }) => {
      if (figures === null) return null;
      const { side, dimension, points } = figures.spread;
      return points.lte(most)
        ? null
        : `The judges are ${points.toString()} points apart on ${titleOf(dimension)} of the ${NAMES[side]}; at most ${most} are allowed.`;
    },
  },
  {
    code: 'NO_MAJORITY',
    verdict: 'REVIEW_REQUIRED',
    why: ({ majority: { preferred, votes } }) =>
      preferred === null
        ? `No majority: ${votes.LEFT} prefer the candidate, ${votes.RIGHT} the reference, ${votes.NEITHER} neither.`
        : null,
  },
  {
    code: 'CRITICAL_MINIMUM',
    verdict: 'FAIL',
    why: ({ figures, limits: { critical_minimum: least } }) => {
      const low = CRITICAL_DIMENSIONS.filter((id) => figures?.medians.left[id].lt(least));
      return low.length === 0
        ? null
        : `The candidate reaches ${low.map((id) => `${figures?.medians.left[id].toString() ?? ''} on ${titleOf(id)}`).join(', ')}; at least ${least} is needed.`;
    },
  },
  {
    code: 'TOTAL_MINIMUM',
    verdict: 'FAIL',
    why: ({ figures, limits: { total_minimum: least } }) =>
      figures === null || figures.totals.left.gte(least)
        ? null
        : `The candidate’s total is ${figures.totals.left.toString()}; at least ${least} is needed.`,
  },
  {
    code: 'REGRESSION',
    verdict: 'FAIL',
    why: ({ figures, limits: { regression_maximum: most } }) =>
      figures === null || figures.regression.lte(decimal(most))
        ? null
        : `The candidate’s total is ${figures.regression.toString()} below the reference’s; at most ${most} is allowed.`,
  },
] as const satisfies readonly Condition[];

export type ConditionCode = (typeof CONDITIONS)[number]['code'];
export const CONDITION_CODES: readonly ConditionCode[] = CONDITIONS.map(({ code }) => code);

const NAMES = { left: 'candidate', right: 'reference' } as const;
const titleOf = (id: string): string => (DIMENSIONS.find((one) => one.id === id)?.title ?? id).toLowerCase();

interface Decided {
  verdict: Verdict;
  exit_code: 0 | 1 | 2;
  /** All that hold, in their order; the first decided. Of a gate that is closed nothing else is known. */
  reasons: readonly { code: ConditionCode; message: string }[];
  valid: number;
  figures: Figures | null;
  majority: Majority;
}

/** The verdict over a candidate. The same judges in another order come to the same. */
export function decide(judged: Judged): Decided {
  const { gate, results } = judged;
  const measured: Measured = {
    ...judged,
    valid: results.filter(({ points }) => points !== null).length,
    figures: figuresOf(results),
    majority: majorityOf(results),
  };
  const holding = CONDITIONS.flatMap(({ code, verdict, why }: (typeof CONDITIONS)[number]) => {
    if (gate.length > 0 && code !== 'GATE') return [];
    const message = why(measured);
    return message === null ? [] : [{ code, verdict, message }];
  });
  const verdict = holding[0]?.verdict ?? 'PASS';
  const { valid, figures, majority } = measured;
  return {
    verdict,
    exit_code: EXIT_CODES[verdict],
    reasons: holding.map(({ code, message }) => ({ code, message })),
    valid,
    figures,
    majority,
  };
}
