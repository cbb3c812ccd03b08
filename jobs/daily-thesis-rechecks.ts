import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser } from './for-each-user.ts';

/**
 * Asks for research of each person's next pinned thesis (research/Feature flags, PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED): one
 * a day in a rotation, which a repeated run finds done.
 */
export async function recheckTheses(
  context: Pick<JobContext, 'config' | 'identity' | 'log' | 'research'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const { config, research } = context;
  if (!config.PORTFOLIO_AI_RESEARCH_ENABLED || !config.PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED)
    return 'the schedule of AI research is off';
  let asked = 0;
  await forEachUser(context, run, 'a pinned thesis could not be rechecked', async (userId) => {
    const id = await research.thesis.recheckNext(userId, { actor: 'job:ai_thesis_rechecks' }, run.signal);
    if (id !== null) asked += 1;
  });
  return `${asked} pinned thes${asked === 1 ? 'is' : 'es'} to recheck`;
}
