import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import type { Resolver } from '../../core/market/instruments/index.ts';
import { parseConfig } from '../../core/platform/index.ts';
import { startBootEnrichment } from '../../jobs/boot-sector-enrichment.ts';
import { enrichSectors } from '../../jobs/daily-sector-enrichment.ts';
import { cronOf } from '../../jobs/due-times.ts';
import { createCalendar } from '../../core/market/calendar/index.ts';
import { timedSchedule } from '../../jobs/timed-schedule.ts';

const resolver: Resolver = { resolve: () => ({ outcome: 'UNKNOWN', reason: 'NOT_IN_REGISTRY' }) };

/** Three persons; what was asked for, and whose enrichment fails. */
function household(failing: string[] = []) {
  const asked: string[] = [];
  const errors: unknown[] = [];
  type World = Parameters<typeof enrichSectors>[0];
  const log = { error: (error: unknown) => errors.push(error), info: () => undefined };
  const world: World = {
    log: log as unknown as World['log'],
    identity: {
      users: {
        list: () => Promise.resolve([{ id: '1' }, { id: '2' }, { id: '3' }]),
        ensureOwner: () => Promise.resolve({ id: '1' }),
      },
      prune: () => Promise.resolve(0),
    },
    instruments: { resolver: () => Promise.resolve(resolver) },
    portfolio: {
      labels: {
        complete: (userId) => {
          asked.push(userId);
          return failing.includes(userId) ? Promise.reject(new Error('no database')) : Promise.resolve(2);
        },
      },
    },
  };
  return { world, asked, errors };
}
const signal = () => new AbortController().signal;

describe('names and sectors of holdings', () => {
  it('portfolio/Scheduler: daily_sector_enrichment is due at PORTFOLIO_SECTOR_FETCH_TIME_IST', () => {
    const due = (environment: Record<string, string>) => {
      const job = timedSchedule(parseConfig(environment), createCalendar()).find(
        ({ name }) => name === 'daily_sector_enrichment',
      );
      return job === undefined ? null : cronOf(job.when);
    };
    assert.equal(due({}), '45 18 * * *');
    assert.equal(due({ PORTFOLIO_SECTOR_FETCH_TIME_IST: '07:05' }), '5 7 * * *');
    assert.throws(() => due({ PORTFOLIO_SECTOR_FETCH_TIME_IST: '24:00' }), /a time of day such as 18:45/);
  });

  it('portfolio/Scheduler: daily_sector_enrichment goes on to the next person after a failure, and is then tried again', async () => {
    const { world, asked, errors } = household(['2']);
    await assert.rejects(enrichSectors(world, { signal: signal() }), /no database/);
    assert.deepEqual([asked, errors.length], [['1', '2', '3'], 1]);
    assert.equal(await enrichSectors(household().world, { signal: signal() }), '6 holdings completed');
  });

  it('portfolio/Scheduler: daily_sector_enrichment stops between persons when the process does', async () => {
    const { world, asked } = household();
    await assert.rejects(enrichSectors(world, { signal: AbortSignal.abort() }));
    assert.deepEqual(asked, []);
  });

  describe('after a start', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('portfolio/Scheduler: boot_sector_enrichment runs once, so many minutes later; a failure is only logged', async () => {
      const { world, asked, errors } = household(['1']);
      const boot = startBootEnrichment(world, 5);
      mock.timers.tick(5 * 60_000 - 1);
      await setImmediate();
      assert.deepEqual(asked, []);
      mock.timers.tick(1);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      mock.timers.tick(60 * 60_000);
      await boot.stop();
      assert.deepEqual([asked, errors.length], [['1', '2', '3'], 2]);
    });

    it('portfolio/Scheduler: boot_sector_enrichment with 0 minutes, or a stop before its time, does nothing', async () => {
      const { world, asked } = household();
      const off = startBootEnrichment(world, 0);
      const stopped = startBootEnrichment(world, 5);
      await stopped.stop();
      mock.timers.tick(60 * 60_000);
      await setImmediate();
      await off.stop();
      assert.deepEqual(asked, []);
    });
  });
});
