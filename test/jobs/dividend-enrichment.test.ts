import assert from 'node:assert/strict';
import { enrichDividends } from '../../jobs/daily-dividend-enrichment.ts';
import { NO_ANNOUNCEMENTS } from './world.ts';

type World = Parameters<typeof enrichDividends>[0];

/** Three persons; who was asked for, and whose income cannot be worked out. */
function household(failing: string[] = [], announced = NO_ANNOUNCEMENTS) {
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
    backfill: {
      keepUp: () => Promise.reject(new Error('not asked for')),
      keepUpActions: () => {
        asked.push('announcements');
        return Promise.resolve(announced);
      },
    },
    income: {
      behind: () => Promise.resolve([]),
      tellNews: () => Promise.resolve(1),
      recompute: (userId: string) => {
        asked.push(userId);
        return failing.includes(userId)
          ? Promise.reject(new Error('no database'))
          : Promise.resolve({ added: 2, changed: 1, cancelled: 1 });
      },
    },
  };
  return { world, asked, errors };
}

describe('income as a job', () => {
  it('portfolio/Scheduler: daily_dividend_enrichment goes on to the next person after a failure, and is then tried again', async () => {
    const { world, asked, errors } = household(['2']);
    const signal = new AbortController().signal;
    await assert.rejects(enrichDividends(world, { signal }), /no database/);
    assert.deepEqual([asked, errors.length], [['announcements', '1', '2', '3'], 1]);
    assert.equal(
      await enrichDividends(household().world, { signal }),
      '12 income events changed, 3 notices; announcements are switched off',
    );
  });

  it('portfolio/Scheduler: daily_dividend_enrichment asks for announcements first, and goes on without them', async () => {
    const signal = new AbortController().signal;
    const on = { ...NO_ANNOUNCEMENTS, isOn: true, asked: 2 };
    const came = household([], { ...on, added: 5 });
    assert.equal(
      await enrichDividends(came.world, { signal }),
      '12 income events changed, 3 notices; 5 new announcements',
    );
    assert.deepEqual(came.asked, ['announcements', '1', '2', '3']);
    assert.equal(
      await enrichDividends(household([], { ...on, failure: 'PROVIDER_TIMEOUT' }).world, { signal }),
      '12 income events changed, 3 notices; announcements are not up to date (PROVIDER_TIMEOUT)',
    );
  });

  it('portfolio/Scheduler: daily_dividend_enrichment stops between persons when the process does', async () => {
    const { world, asked } = household();
    await assert.rejects(enrichDividends(world, { signal: AbortSignal.abort() }));
    assert.deepEqual(asked, []);
  });
});
