import assert from 'node:assert/strict';
import { parseConfig } from '../../core/platform/index.ts';
import { measureOutcomes } from '../../jobs/daily-research-outcomes.ts';
import { recheckTheses } from '../../jobs/daily-thesis-rechecks.ts';
import type { JobContext } from '../../jobs/job-context.ts';

type Context = Pick<JobContext, 'config' | 'identity' | 'log' | 'research'>;

/** Three people, of whom the second fails; what was done for whom. */
function world(environment: Record<string, string>) {
  const done: string[] = [];
  const context = {
    config: parseConfig(environment),
    identity: { users: { list: () => Promise.resolve(['1', '2', '3'].map((id) => ({ id }))) } },
    log: { error: () => undefined },
    research: {
      thesis: {
        recheckNext: async (userId: string, { actor }: { actor: string }) => {
          done.push(`${userId} ${actor}`);
          if (userId === '2') throw new Error('the database is away');
          return await Promise.resolve(userId === '1' ? 'ai-7' : null);
        },
        evaluateOutcomes: async (userId: string, { actor }: { actor: string }) => {
          done.push(`${userId} ${actor}`);
          if (userId === '2') throw new Error('the database is away');
          return await Promise.resolve(3);
        },
      },
    },
  } as unknown as Context;
  return { context, done };
}
const RUN = { signal: new AbortController().signal };
const ON = { PORTFOLIO_AI_RESEARCH_ENABLED: '1' };

describe('the daily jobs of theses', () => {
  const JOBS = [
    [recheckTheses, 'PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED', 'job:ai_thesis_rechecks'],
    [measureOutcomes, 'PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED', 'job:ai_research_outcomes'],
  ] as const;
  for (const [job, flag, actor] of JOBS) {
    it(`research/Feature flags: without ${flag}, or without AI research at all, ${actor} does nothing`, async () => {
      const others = JOBS.map(([, name]) => name).filter((name) => name !== flag);
      const settings: Record<string, string>[] = [
        {},
        ON,
        { [flag]: '1' },
        { ...ON, ...Object.fromEntries(others.map((name) => [name, '1'])) },
      ];
      for (const environment of settings) {
        const { context, done } = world(environment);
        assert.match(await job(context, RUN), / off$/);
        assert.deepEqual(done, []);
      }
    });

    it(`${actor} looks at everybody, and one person’s failure keeps it from nobody`, async () => {
      const { context, done } = world({ ...ON, [flag]: '1' });
      await assert.rejects(job(context, RUN), /the database is away/);
      assert.deepEqual(
        done,
        ['1', '2', '3'].map((id) => `${id} ${actor}`),
      );
    });
  }

  it('they say what they did', async () => {
    const alone = {
      ...ON,
      PORTFOLIO_AI_RESEARCH_SCHEDULE_ENABLED: '1',
      PORTFOLIO_AI_RESEARCH_OUTCOME_ENABLED: '1',
    };
    const { context } = world(alone);
    context.identity.users.list = () => Promise.resolve([{ id: '1' }, { id: '3' }]);
    assert.equal(await recheckTheses(context, RUN), '1 pinned thesis to recheck');
    assert.equal(await measureOutcomes(context, RUN), '6 outcomes measured');
  });
});
