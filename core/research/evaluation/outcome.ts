import { decimal, toNumber } from '../../platform/index.ts';
import type { Defect } from '../publication/index.ts';
import {
  decide,
  DIMENSIONS,
  type Judgement,
  judgeResult,
  type JudgeResult,
  type Ordering,
  orderOf,
  type Points,
  RUBRIC_VERSION,
  type Scorecard,
  type Side,
  SIDES,
  type Tier,
  TIERS,
  type Verdict,
  type Vote,
} from './verdict/index.ts';

/** Changes when the form of the file does. */
const OUTCOME_VERSION = '1.0';

type PointsOut = Readonly<Record<string, number | null>>;

/**
 * What an evaluation comes to, as the file and the case have it. No clock, cost, latency or path is in it: the same reports,
 * judges, tier and seed come to the same bytes.
 */
export interface Outcome {
  schema_version: string;
  verdict: Verdict;
  exit_code: number;
  /** Every condition that keeps the candidate from passing; the first decided. Empty for PASS. */
  reasons: readonly { code: string; message: string }[];
  tier: string;
  /** Points on the scale from 1 to 5. */
  limits: Readonly<Record<string, number | null>>;
  seed: number;
  /** Names what was judged: SHA-256 of the reports as judges see them, the judges, the rubric and the limits. */
  inputs_hash: string;
  rubric: {
    version: string;
    dimensions: readonly { id: string; weight: number | null; is_critical: boolean }[];
  };
  gate: { passed: boolean; defects: readonly (Defect & { report: Side })[] };
  /** By report: left is the candidate, right the reference. Null without a valid judge. */
  medians: Readonly<Record<Side, PointsOut>> | null;
  /** Weighted sums of the medians. */
  totals: Readonly<Record<Side, number | null>> | null;
  /** How far the candidate’s total is below the reference’s. */
  regression: number | null;
  critical_spread: { report: Side; dimension: string; points: number | null } | null;
  majority: { preferred: Vote | null; votes: Readonly<Record<Vote, number>> };
  valid_judge_ids: readonly string[];
  /** Valid, but they judged the place: no part of the majority. */
  excluded_judge_ids: readonly string[];
  invalid_judge_ids: readonly string[];
  judges: readonly JudgeOut[];
  notes: readonly string[];
}

interface JudgeOut {
  judge_id: string;
  /** In which it was asked. */
  order: readonly Ordering[];
  vote: Vote | null;
  is_excluded: boolean;
  invalid: readonly { ordering: Ordering; reason: string }[];
  /** Means of both orders; null where it is not valid. */
  scores: Readonly<Record<Side, PointsOut>> | null;
  scorecards: Readonly<Record<Ordering, Scorecard | null>>;
}

interface ToDecide {
  inputsHash: string;
  tier: Tier;
  seed: number;
  gate: Outcome['gate'];
  /** Everybody who was to judge, answered or not; nobody where the gate is closed. */
  judges: readonly string[];
  judgements: readonly Judgement[];
  notes: readonly string[];
}

/** The verdict with all that it rests on. */
export function outcomeOf({ inputsHash, tier, seed, gate, judges, judgements, notes }: ToDecide): Outcome {
  const results = judges.toSorted(byCode).map((judge) => judgeResult(judge, judgements));
  const { verdict, exit_code, reasons, figures, majority } = decide({
    gate: gate.defects.map(({ report, message }) => `${NAMES[report]}: ${message}`),
    results,
    limits: TIERS[tier],
  });
  const named = (is: (one: JudgeResult) => boolean): string[] => results.filter(is).map(({ judge }) => judge);
  return {
    schema_version: OUTCOME_VERSION,
    verdict,
    exit_code,
    reasons,
    tier,
    limits: limitsOf(tier),
    seed,
    inputs_hash: inputsHash,
    rubric: {
      version: RUBRIC_VERSION,
      dimensions: DIMENSIONS.map(({ id, weight, is_critical }) => ({
        id,
        weight: toNumber(decimal(weight)),
        is_critical,
      })),
    },
    gate,
    medians: figures === null ? null : bySide((side) => numbersOf(figures.medians[side])),
    totals: figures === null ? null : bySide((side) => toNumber(figures.totals[side])),
    regression: toNumber(figures?.regression),
    critical_spread:
      figures === null
        ? null
        : {
            report: figures.spread.side,
            dimension: figures.spread.dimension,
            points: toNumber(figures.spread.points),
          },
    majority,
    valid_judge_ids: named(({ points }) => points !== null),
    excluded_judge_ids: named(({ is_excluded }) => is_excluded),
    invalid_judge_ids: named(({ points }) => points === null),
    judges: results.map(({ judge, vote, is_excluded, invalid, points }) => ({
      judge_id: judge,
      order: orderOf(seed, inputsHash, judge),
      vote,
      is_excluded,
      invalid,
      scores: points === null ? null : bySide((side) => numbersOf(points[side])),
      scorecards: { FORWARD: scorecardOf(judge, 'FORWARD'), REVERSE: scorecardOf(judge, 'REVERSE') },
    })),
    notes,
  };

  function scorecardOf(judge: string, ordering: Ordering): Scorecard | null {
    return judgements.find((one) => one.judge === judge && one.ordering === ordering)?.scorecard ?? null;
  }
}

const NAMES = { left: 'Candidate', right: 'Reference' } as const;
export const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const bySide = <T>(of: (side: Side) => T): Record<Side, T> =>
  Object.fromEntries(SIDES.map((side) => [side, of(side)])) as Record<Side, T>;

const numbersOf = (points: Points): PointsOut =>
  Object.fromEntries(Object.entries(points).map(([id, value]) => [id, toNumber(value)]));

/** The limits of a tier as numbers. */
export const limitsOf = (tier: Tier): Outcome['limits'] =>
  Object.fromEntries(Object.entries(TIERS[tier]).map(([name, text]) => [name, toNumber(decimal(text))]));

/** The file: its keys in one order, whatever a database made of it. */
export const outcomeText = (outcome: Outcome): string => `${JSON.stringify(inOneOrder(outcome), null, 2)}\n`;

function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => byCode(one, other))
      .map(([name, one]) => [name, inOneOrder(one)]),
  );
}
