import { type Decimal, decimal } from '../../../platform/index.ts';
import { byReport, type ByReport } from './orders.ts';
import { CRITICAL_DIMENSIONS, type Dimension, DIMENSION_IDS, DIMENSIONS } from './rubric.ts';
import { type Judgement, type Ordering, ORDERINGS, type Side, SIDES } from './scorecard.ts';

/** Points by dimension, exact. */
export type Points = Readonly<Record<Dimension, Decimal>>;
export type Vote = 'LEFT' | 'RIGHT' | 'NEITHER';

/** What comes of a judge's two answers. */
export interface JudgeResult {
  judge: string;
  /** Why it is no valid judge; empty where both answers are. */
  invalid: readonly { ordering: Ordering; reason: string }[];
  /** The mean of its two orders; null where it is not valid. */
  points: Readonly<Record<Side, Points>> | null;
  /** Null where it is not valid or excluded. */
  vote: Vote | null;
  /** It preferred whichever report stood in the same place, so it is no part of the majority. */
  is_excluded: boolean;
}

const NO_ANSWER = 'There is no answer for this order of the reports.';

/**
 * A valid judge gave a scorecard in both orders. One that prefers one report in one order and the other in the other judged
 * the place: it is excluded from the majority (research/States and transitions rules 8), and its points, in which the place
 * cancels out, still count. Who prefers a report in one order alone prefers neither.
 */
export function judgeResult(judge: string, judgements: readonly Judgement[]): JudgeResult {
  const answers = ORDERINGS.map((ordering) => ({
    ordering,
    given: judgements.find((one) => one.judge === judge && one.ordering === ordering),
  }));
  const invalid = answers.flatMap(({ ordering, given }) =>
    given?.scorecard ? [] : [{ ordering, reason: given?.invalid_reason ?? NO_ANSWER }],
  );
  const read = answers.flatMap(({ ordering, given }) =>
    given?.scorecard ? [byReport(given.scorecard, ordering)] : [],
  );
  const [one, other] = read;
  if (one === undefined || other === undefined)
    return { judge, invalid, points: null, vote: null, is_excluded: false };
  const isBiased = one.preferred !== null && other.preferred !== null && one.preferred !== other.preferred;
  return {
    judge,
    invalid,
    points: bySide((side) => meansOf(one, other, side)),
    vote: isBiased ? null : voteOf(one.preferred === other.preferred ? one.preferred : null),
    is_excluded: isBiased,
  };
}

const bySide = <T>(of: (side: Side) => T): Record<Side, T> => ({ left: of('left'), right: of('right') });
const byDimension = <T>(of: (dimension: Dimension) => T): Record<Dimension, T> =>
  Object.fromEntries(DIMENSION_IDS.map((id) => [id, of(id)])) as Record<Dimension, T>;

const meansOf = (one: ByReport, other: ByReport, side: Side): Points =>
  byDimension((id) => decimal(one.scores[side][id]).plus(other.scores[side][id]).div(2));

const voteOf = (preferred: Side | null): Vote =>
  preferred === null ? 'NEITHER' : preferred === 'left' ? 'LEFT' : 'RIGHT';

/** The figures that a verdict rests on, of the valid judges. */
export interface Figures {
  /** The median across judges, by dimension. */
  medians: Readonly<Record<Side, Points>>;
  /** The weighted sum of the medians. */
  totals: Readonly<Record<Side, Decimal>>;
  /** The largest distance between two judges in a critical dimension of a report. */
  spread: { side: Side; dimension: Dimension; points: Decimal };
  /** By how much the candidate's total is below the reference's; negative where it is above. */
  regression: Decimal;
}

/** Null without any valid judge. They may come in any order. */
export function figuresOf(results: readonly JudgeResult[]): Figures | null {
  const valid = results.flatMap(({ points }) => points ?? []);
  const [any] = valid;
  if (any === undefined) return null;
  const of = (side: Side, id: Dimension): Decimal[] => valid.map((points) => points[side][id]);
  const medians = bySide((side) => byDimension((id) => medianOf(of(side, id))));
  const totals = bySide((side) =>
    DIMENSIONS.reduce((sum, { id, weight }) => sum.plus(medians[side][id].times(weight)), decimal(0)),
  );
  const spreads = SIDES.flatMap((side) =>
    CRITICAL_DIMENSIONS.map((dimension) => ({ side, dimension, points: spreadOf(of(side, dimension)) })),
  );
  const spread = spreads.reduce((widest, one) => (one.points.gt(widest.points) ? one : widest));
  return { medians, totals, spread, regression: totals.right.minus(totals.left) };
}

const inOrder = (values: readonly Decimal[]): Decimal[] => values.toSorted((one, other) => one.cmp(other));

/** The middle one, or the mean of the two in the middle. @param values at least one */
function medianOf(values: readonly Decimal[]): Decimal {
  const sorted = inOrder(values);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half]!;
  return sorted.length % 2 === 1 ? upper : sorted[half - 1]!.plus(upper).div(2);
}

function spreadOf(values: readonly Decimal[]): Decimal {
  const sorted = inOrder(values);
  return sorted.at(-1)!.minus(sorted[0]!);
}

/** What more than half of the judges that are not excluded agree on. */
export interface Majority {
  votes: Readonly<Record<Vote, number>>;
  /** Null where there is none. */
  preferred: Vote | null;
}

export function majorityOf(results: readonly JudgeResult[]): Majority {
  const votes = { LEFT: 0, RIGHT: 0, NEITHER: 0 };
  for (const { vote } of results) if (vote !== null) votes[vote] += 1;
  const all = votes.LEFT + votes.RIGHT + votes.NEITHER;
  const preferred = (Object.keys(votes) as Vote[]).find((vote) => 2 * votes[vote] > all) ?? null;
  return { votes, preferred };
}
