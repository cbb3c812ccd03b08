import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser } from './for-each-user.ts';

/**
 * Measures how shares did 5, 20 and 60 sessions after their dossiers (research/Feature flags,
 * PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED). Each outcome is measured once; what a missing close keeps open is looked at again.
 */
export async function measureOutcomes(
  context: Pick<JobContext, 'config' | 'identity' | 'log' | 'research'>,
  run: PersonalRun,
): Promise<string> {
  const { config, research } = context;
  if (!config.PORTFOLIO_AI_RESEARCH_ENABLED || !config.PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED)
    return 'the outcomes of AI research are off';
  const { measured } = await forEachUser(
    context,
    run,
    'outcomes of AI research could not be measured',
    { measured: 0 },
    async (userId) => {
      const actor = { actor: 'job:ai_research_outcomes' };
      return { measured: await research.thesis.evaluateOutcomes(userId, actor, run.signal) };
    },
  );
  return `${measured} outcome${measured === 1 ? '' : 's'} measured`;
}
