import { above, atLeast, type Criterion, unknown } from '../criteria/index.ts';
import type { Workspace } from '../store/index.ts';
import { readAnalyses, type MarketFilter, resolvedOf, scored } from './analysis-reads.ts';
import { type Scores, scoresOf } from './scores.ts';

/** Analyses with an outcome below which nothing is said of their use (decisions: Options workspace). */
const RESOLVED_NEEDED = 60;

/** What the usefulness gate looks at. */
export type Usefulness = Pick<Scores, 'count' | 'skill'>;

export async function readUsefulness(workspace: Workspace, filter: MarketFilter = {}): Promise<Usefulness> {
  const { all } = await readAnalyses(workspace, filter);
  return scoresOf(resolvedOf(all).map(scored));
}

/** Whether market analyses are of use: enough of them have an outcome, and they beat the base rate. */
export function usefulnessCriteria({ count, skill }: Usefulness): Criterion[] {
  const score = {
    code: 'AI_SKILL',
    title: 'Brier skill of market analyses against the base rate',
    limit: 0,
    unit: 'SCORE',
  } as const;
  return [
    atLeast(
      {
        code: 'AI_RESOLVED',
        title: 'Market analyses with an outcome',
        limit: RESOLVED_NEEDED,
        unit: 'COUNT',
      },
      count,
    ),
    skill === null
      ? unknown(
          score,
          'ABOVE',
          count === 0
            ? 'No market analysis has an outcome.'
            : 'All outcomes are the same, so there is no base rate to compare with.',
        )
      : above(score, skill),
  ];
}
