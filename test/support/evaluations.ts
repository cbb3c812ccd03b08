import type { EvaluationRequest, NamedReport } from '../../core/research/evaluation/index.ts';
import { type RecordedJudge, recordedJudgesIn } from '../../core/research/evaluation/judges/index.ts';
import {
  type LegacyReport,
  parseLegacyReport,
  type Publication,
} from '../../core/research/publication/index.ts';
import { publication } from './publication.ts';
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

/** A report of the first version. Every statement is invented. */
export const LEGACY: LegacyReport = {
  rating: 'HOLD',
  action: 'HOLD',
  confidence: 0.5,
  thesis: 'Margins recover slowly.',
  bull: ['Orders grow.'],
  bear: ['Steel may become dearer.'],
  catalysts: ['Results in November'],
  risks: ['Steel'],
  invalidations: ['Orders fall'],
};

/** Recorded judges as the reader of their files has them. */
export const recordedJudges = (answers: readonly RecordedAnswers[]): readonly RecordedJudge[] =>
  recordedJudgesIn('judges.json', { judges: answers });

/**
 * An evaluation of two reports under `standard` with the seed 7.
 * @param answers null: models are asked
 * @param given reports in the place of two good ones
 * @param nonFinite where the left one has numbers that are not finite
 */
export const requestFor = (
  answers: readonly RecordedAnswers[] | null,
  given: Partial<Record<Side, Publication | LegacyReport>> = {},
  nonFinite: readonly string[] = [],
): EvaluationRequest => {
  const named = (report: Publication | LegacyReport, fileName: string): NamedReport => ({
    stored:
      'payload_hash' in report
        ? { version: '2.0', publication: report }
        : { version: '1.0', report: parseLegacyReport(report) },
    nonFinite: [],
    fileName,
  });
  const right = publication({ run_id: 'ai-6', thesis: 'Orders may grow.' });
  return {
    reports: {
      left: { ...named(given.left ?? publication(), 'left.json'), nonFinite },
      right: named(given.right ?? right, 'right.json'),
    },
    tier: 'standard',
    seed: 7,
    recorded: answers === null ? null : recordedJudges(answers),
  };
};
