import type { Goals, GoalView } from '../../goals/index.ts';
import { conflict, type Context, parseInput } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { type GoalScenarioInput, goalScenarioInput } from './inputs.ts';
import { goalScenario } from './scenario.ts';
import type { CorpusGoal, GoalScenarioView } from './view.ts';

/** What-if of a goal (spec: Reports, POST /goal-scenario): reads, and keeps nothing but for a while in memory. */
export function createGoalScenario(
  { clock }: Pick<Context, 'clock'>,
  { goals }: { goals: { goals: Pick<Goals['goals'], 'get'> } },
  cached: Cached,
) {
  /** A person who tries amounts asks for the same goal again and again. */
  const measured = cached(
    'goal-scenario-goal',
    async (userId: string, { id }: { id: string }): Promise<GoalView> => await goals.goals.get(userId, id),
  );
  const scenarios = cached(
    'goal-scenario',
    async (
      userId: string,
      { explain, ...input }: GoalScenarioInput & { explain: boolean },
    ): Promise<GoalScenarioView> => {
      const goal = await measured.read(userId, { id: input.goal_id });
      if (!isCorpus(goal))
        throw conflict(
          'GOAL_NOT_CORPUS',
          `${goal.name} is a monthly income goal without a target date, so it cannot be projected. Choose a goal of type CORPUS.`,
        );
      return goalScenario(goal, input, clock.now(), explain);
    },
  );

  return {
    /** @throws 404 GOAL_NOT_FOUND, 409 GOAL_NOT_CORPUS, 422 VALIDATION_ERROR */
    async read(userId: string, body: unknown, explain = false): Promise<GoalScenarioView> {
      return await scenarios.read(userId, { ...parseInput(goalScenarioInput, body), explain });
    },

    /** The same as JSON text. */
    async readJson(userId: string, body: unknown, explain = false): Promise<Buffer> {
      return await scenarios.readJson(userId, { ...parseInput(goalScenarioInput, body), explain });
    },
  };
}

const isCorpus = (goal: GoalView): goal is CorpusGoal =>
  goal.type === 'CORPUS' && goal.target_corpus !== null && goal.target_date !== null;
