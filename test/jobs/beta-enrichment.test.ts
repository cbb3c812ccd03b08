import assert from 'node:assert/strict';
import { enrichBetas } from '../../jobs/daily-beta-enrichment.ts';

type World = Parameters<typeof enrichBetas>[0];

/** Three persons; what was asked for, and whose betas fail. */
function household(failing: string[] = []) {
  const asked: string[] = [];
  const errors: unknown[] = [];
  const world: World = {
    log: { error: (error: unknown) => errors.push(error) } as unknown as World['log'],
    identity: {
      users: {
        list: () => Promise.resolve([{ id: '1' }, { id: '2' }, { id: '3' }]),
        ensureOwner: () => Promise.resolve({ id: '1' }),
      },
      prune: () => Promise.resolve(0),
    },
    betas: {
      begin: () =>
        Promise.resolve({
          enrich: (userId: string) => {
            asked.push(userId);
            return failing.includes(userId) ? Promise.reject(new Error('no database')) : Promise.resolve(2);
          },
        }),
    },
  };
  return { world, asked, errors };
}

describe('betas as a job', () => {
  it('portfolio/Scheduler: daily_beta_enrichment goes on to the next person after a failure, and is then tried again', async () => {
    const { world, asked, errors } = household(['2']);
    const signal = new AbortController().signal;
    await assert.rejects(enrichBetas(world, { signal }), /no database/);
    assert.deepEqual([asked, errors.length], [['1', '2', '3'], 1]);
    assert.equal(await enrichBetas(household().world, { signal }), '6 holdings changed');
  });

  it('portfolio/Scheduler: daily_beta_enrichment stops between persons when the process does', async () => {
    const { world, asked } = household();
    await assert.rejects(enrichBetas(world, { signal: AbortSignal.abort() }));
    assert.deepEqual(asked, []);
  });
});
