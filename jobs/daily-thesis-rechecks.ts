import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser } from './for-each-user.ts';

/**
 * Asks for research of each person's next pinned thesis (research/Feature flags, PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED): one
 * a day in a rotation, which a repeated run finds done.
 */
export async function recheckTheses(
  context: Pick<JobContext, 'config' | 'identity' | 'log' | 'research'>,
  run: PersonalRun,
): Promise<string> {
  const { config, research } = context;
  if (!config.PORTFOLIO_AI_RESEARCH_ENABLED || !config.PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED)
    return 'the schedule of AI research is off';
  const { asked } = await forEachUser(
    context,
    run,
    'pinned theses could not be rechecked',
    { asked: 0 },
    async (userId) => {
      const id = await research.thesis.recheckNext(userId, { actor: 'job:ai_thesis_rechecks' }, run.signal);
      return { asked: Number(id !== null) };
    },
  );
  return `${asked} pinned thes${asked === 1 ? 'is' : 'es'} to recheck`;
}
