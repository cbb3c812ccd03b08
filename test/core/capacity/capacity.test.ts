import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  capacityOf,
  JOBS_OF_PEOPLE,
  type Measured,
  type MeasuredRun,
} from '../../../core/capacity/capacity.ts';
import { schedule } from '../../../jobs/schedule.ts';

const NOW = new Date('2026-03-10T06:00:00.000Z');
const GB = 1e9;
const measured = (change: Partial<Measured> = {}): Measured => ({
  now: NOW,
  people: 100,
  runs: [],
  tables: [],
  symbols: null,
  database_bytes: 2 * GB,
  earlier: [],
  memory: { used: 0.5 * GB, most: 4 * GB },
  connections: { used: 20, most: 100 },
  disk: { free: 50 * GB },
  ...change,
});
const run = (ms: number, reason: string, job = 'hourly_portfolio_snapshot'): MeasuredRun => ({
  job,
  ms,
  reason,
  finished_at: new Date('2026-03-10T05:00:03.000Z'),
});
const limitOf = (name: string, change: Partial<Measured> = {}) =>
  capacityOf(measured(change)).limits.find((limit) => limit.name === name) ?? assert.fail(name);

describe('capacity of the server', () => {
  it('people that fit in a job follow from the median time of a person in its last runs', () => {
    // 30, 20 and 90 ms a person: the median is 30, so 100 people take 3 s of 600 s and 20,000 fit.
    const runs = [
      run(3000, '100 recorded'),
      run(2000, '100 recorded'),
      run(900, '10 recorded before the hour ended'),
    ];
    const found = limitOf('hourly_portfolio_snapshot', { runs });
    assert.deepEqual(
      [found.used, found.most, found.used_pct, found.people_fit, found.measured_at, found.reason],
      [3000, 600_000, 0.5, 20_000, '2026-03-10T05:00:03.000Z', null],
    );
    assert.match(
      found.evidence ?? '',
      /^The last run took 3\.0 s for 100 people\. Median of 3 runs: 30 ms a person\./,
    );
  });

  it('a job whose record names no people counts the people of today', () => {
    const found = limitOf('support_alert_monitor', {
      runs: [run(60_000, '4 checked', 'support_alert_monitor')],
    });
    assert.deepEqual([found.used_pct, found.people_fit], [10, 1000]);
    assert.match(found.evidence ?? '', /as many people as today/);
  });

  it('a run without people is not measured, and a job without runs gives that reason', () => {
    const found = limitOf('hourly_portfolio_snapshot', { runs: [run(10, '0 recorded')] });
    assert.deepEqual(
      [found.used, found.used_pct, found.people_fit, found.measured_at, found.reason],
      [null, null, null, null, 'No run of the last 7 days has finished.'],
    );
  });

  it('with few people the number that fits is unknown, with the reason', () => {
    const memory = limitOf('memory', { people: 3 });
    assert.deepEqual([memory.used_pct, memory.people_fit], [12.5, null]);
    assert.match(memory.reason ?? '', /fewer than 20 people/);
    // 0.5 GB for 100 people of 4 GB.
    assert.equal(limitOf('memory').people_fit, 800);
  });

  it('days until the disk is full follow from the recorded growth', () => {
    // From 1 to 2 GB in 10 days: 0.1 GB a day, 36.5 GB a year, of 50 GB free.
    const earlier = [{ name: '', day: '2026-02-28', bytes: 1 * GB }];
    const disk = limitOf('disk', { earlier });
    assert.deepEqual([disk.used, disk.used_pct, disk.days_left], [36.5 * GB, 73, 500]);
    assert.equal(capacityOf(measured({ earlier })).database.bytes_a_day, 0.1 * GB);
  });

  it('growth, rows and a disk elsewhere are null with a reason, never 0', () => {
    const today = [{ name: '', day: '2026-03-10', bytes: 1 * GB }];
    for (const change of [{}, { earlier: today }]) {
      const { database } = capacityOf(measured(change));
      assert.deepEqual([database.bytes_a_day, database.days], [null, null]);
      assert.match(database.reason ?? '', /second night/);
      assert.equal(limitOf('disk', change).reason, database.reason);
    }
    const shrunk = limitOf('disk', { earlier: [{ name: '', day: '2026-03-09', bytes: 3 * GB }] });
    assert.deepEqual([shrunk.used_pct, shrunk.days_left], [0, null]);
    assert.match(shrunk.reason ?? '', /did not grow/);
    assert.match(limitOf('disk', { disk: { unknown: 'elsewhere' } }).reason ?? '', /elsewhere/);
    const tables = [{ name: 'portfolio.transactions', rows: null, bytes: 10 }];
    assert.deepEqual(capacityOf(measured({ tables })).counts[0], {
      label: 'Transactions',
      rows: null,
      reason: 'The database has not analysed this table yet.',
    });
  });

  it('the limit that is used most comes first; connections only once few are left', () => {
    assert.equal(capacityOf(measured()).first, 'memory');
    assert.equal(capacityOf(measured({ connections: { used: 80, most: 100 } })).first, 'connections');
    const runs = [run(300_000, '100 recorded')];
    assert.equal(capacityOf(measured({ runs })).first, 'hourly_portfolio_snapshot');
  });

  it('property: a server with more people has room for as many, and a slower run for fewer', () => {
    const sizes = fc.record({
      people: fc.integer({ min: 20, max: 10_000 }),
      ms: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 9 }), ({ people, ms }, times) => {
        const fit = (count: number, took: number) =>
          limitOf('hourly_portfolio_snapshot', { people: count, runs: [run(took, `${people} recorded`)] });
        assert.equal(fit(people, ms).people_fit, fit(people * times, ms).people_fit);
        assert.ok((fit(people, ms * times).people_fit ?? 0) <= (fit(people, ms).people_fit ?? 0));
      }),
    );
  });

  it('every job of people is in the schedule', () => {
    const names = new Set(schedule.map(({ name }) => name));
    assert.deepEqual(
      JOBS_OF_PEOPLE.filter(({ job }) => !names.has(job)),
      [],
    );
  });
});
