import {
  DIMENSION_IDS,
  type Judgement,
  type Scorecard,
  type Scores,
  shownAs,
  type Ordering,
  ORDERINGS,
  type Side,
} from '../../core/research/evaluation/verdict/index.ts';

/** The same points in every dimension, but for those given. */
export const scores = (points: number, given: Partial<Scores> = {}): Scores => ({
  ...(Object.fromEntries(DIMENSION_IDS.map((id) => [id, points])) as Scores),
  ...given,
});

/** What a judge thinks of the two reports, whichever is shown first. */
export interface Opinion {
  left: Scores;
  right: Scores;
  prefers: Side | 'neither' | 'FIRST' | 'SECOND';
}

export const opinion = (given: Partial<Opinion> = {}): Opinion => ({
  left: scores(4),
  right: scores(4),
  prefers: 'left',
  ...given,
});

/** The scorecard in which a judge with this opinion answers an order. */
export function scorecardOf({ left, right, prefers }: Opinion, ordering: Ordering): Scorecard {
  const [shownFirst] = shownAs(ordering);
  const [first, second] = shownFirst === 'left' ? [left, right] : [right, left];
  const preferred =
    prefers === 'neither'
      ? 'NEITHER'
      : prefers === 'FIRST' || prefers === 'SECOND'
        ? prefers
        : prefers === shownFirst
          ? 'FIRST'
          : 'SECOND';
  return { reason: 'The first report is better sourced than the second.', first, second, preferred };
}

/** A judge as a file of recorded judges has it. */
export interface RecordedAnswers {
  judge: string;
  forward?: unknown;
  reverse?: unknown;
}

export const recorded = (judge: string, given: Partial<Opinion> = {}): RecordedAnswers => ({
  judge,
  forward: scorecardOf(opinion(given), 'FORWARD'),
  reverse: scorecardOf(opinion(given), 'REVERSE'),
});

/** Both answers of a judge with this opinion. */
export const judgements = (judge: string, given: Partial<Opinion> = {}): Judgement[] =>
  ORDERINGS.map((ordering) => ({
    judge,
    ordering,
    scorecard: scorecardOf(opinion(given), ordering),
    invalid_reason: null,
  }));

/** Files of judges that come to each verdict under `standard`, for candidates and references that pass the gate. */
export const PANELS = {
  /** 4 in everything, and preferred by all. */
  PASS: ['anna', 'ben', 'carla'].map((judge) => recorded(judge)),
  /** 3 in everything: below the least total of 3.5. */
  FAIL: ['anna', 'ben', 'carla'].map((judge) => recorded(judge, { left: scores(3), right: scores(3) })),
  REVIEW_REQUIRED: ['anna', 'ben'].map((judge) => recorded(judge)),
} as const;
