import assert from 'node:assert/strict';
import { createCycleRequests } from '../../../core/policies/cycle-requests.ts';
import { market } from '../../support/market.ts';
import { paperPolicy } from '../../support/paper-policy.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { refused } from '../../support/problems.ts';
import { strategyConfigOf } from '../../support/strategy-config.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
const BY = { actor: 'api:owner' };
const NEVER = new AbortController().signal;

describe('what a person asks of the cycles of a policy', () => {
  let test: TestCore;
  before(async () => {
    test = await testCore({ at: '2024-03-01T14:30:00.000Z' });
    const built = market();
    for (const [nr, symbol] of SYMBOLS.entries())
      built
        .share(symbol)
        .walk(symbol, {
          from: '2024-01-01',
          to: '2024-04-30',
          seed: nr + 7,
          start: 100 + nr * 40,
          drift: nr * 0.1,
        })
        .member('NIFTY500', symbol, '2020-01-01');
    await built.write(test.core);
  });
  after(async () => await test.close());

  let made = 0;
  const policyOf = async (starts_on: string, rebalance: 'monthly' | 'weekly' = 'monthly') =>
    await paperPolicy(test.core, test.owner, {
      config: strategyConfigOf({ rebalance, top_n: 3 }),
      starts_on,
      tag_code: `ASKED${String((made += 1)).padStart(3, '0')}`,
    });
  const at = (day: string, time = '14:30') => void (test.clock.at = new Date(`${day}T${time}:00.000Z`));
  const requests = () => test.core.policies.requests;

  it('portfolio/Policy rules 1: run-cycle rebalances at the last closes; again on the day it is the same cycle', async () => {
    at('2024-03-06');
    const id = await policyOf('2024-03-05');
    const first = await requests().run(test.owner, id, BY);
    assert.equal(first.cycle_date, '2024-03-06');
    assert.equal(first.status, 'EXECUTED');
    assert.equal(first.requested_by, 'api:owner');
    assert.ok(first.orders_made > 0 && first.costs > 0);
    assert.deepEqual(await requests().run(test.owner, id, BY), first);
    await test.core.policies.cycles.advanceAll(NEVER);
    assert.deepEqual(await requests().run(test.owner, id, BY), first, 'the scheduler does not repeat it');
    const { items } = await test.core.policies.books.equity(test.owner, id, {});
    // What was bought on the 6th is in its row: the value less the costs.
    assert.deepEqual(
      items.map(({ date }) => date),
      ['2024-03-05', '2024-03-06'],
    );
    assert.ok(Math.abs((items[1]?.total_value ?? 0) - (1_000_000 - first.costs)) < 1e-6);
    assert.ok((items[1]?.performance_index_net_of_tax ?? 0) < 10);
  });

  it('portfolio/Policy rules 2: on a holiday it is the cycle of the last session', async () => {
    // Good Friday, and the weekend before the first session of April.
    at('2024-03-30');
    const id = await policyOf('2024-03-28');
    const cycle = await requests().run(test.owner, id, BY);
    assert.equal(cycle.cycle_date, '2024-03-28');
    at('2024-04-01');
    await test.core.policies.cycles.advanceAll(NEVER);
    assert.equal((await test.core.policies.get(test.owner, id)).latest_cycle?.cycle_date, '2024-04-01');
  });

  it('says what to do where there are no closes, it is paused, retired, or nobody’s', async () => {
    at('2024-05-06');
    const id = await policyOf('2024-05-06');
    await refused(requests().run(test.owner, id, BY), 409, 'NO_CLOSES');
    await test.core.policies.pause(test.owner, id, BY);
    await refused(requests().run(test.owner, id, BY), 409, 'POLICY_NOT_ACTIVE');
    await refused(requests().retryLatest(test.owner, id, BY), 409, 'POLICY_NOT_ACTIVE');
    await test.core.policies.retire(test.owner, id, BY);
    await refused(requests().run(test.owner, id, BY), 409, 'POLICY_NOT_ACTIVE');
    await refused(requests().run(test.stranger, id, BY), 404, 'POLICY_NOT_FOUND');
    await refused(requests().snapshot(test.stranger, id), 404, 'POLICY_NOT_FOUND');
    await refused(requests().snapshot(test.owner, id), 409, 'POLICY_NOT_STARTED');
  });

  it('portfolio/States, policy: what it missed while it was paused is valued afterwards, and not traded', async () => {
    at('2024-03-01');
    const id = await policyOf('2024-03-01', 'weekly');
    await requests().run(test.owner, id, BY);
    await test.core.policies.pause(test.owner, id, BY);
    at('2024-03-27');
    await test.core.policies.cycles.advanceAll(NEVER);
    assert.equal(
      (await test.core.policies.get(test.owner, id)).state.date,
      '2024-03-01',
      'the scheduler skips it',
    );
    await test.core.policies.resume(test.owner, id, BY);
    await test.core.policies.cycles.advanceAll(NEVER);
    const { items: cycles } = await test.core.policies.books.cycles(test.owner, id, {});
    assert.deepEqual(
      cycles.map(({ cycle_date }) => cycle_date),
      ['2024-03-01'],
    );
    const { items } = await test.core.policies.books.equity(test.owner, id, {});
    assert.equal(items.length, test.core.calendar.sessionsBetween('NSE', '2024-03-01', '2024-03-27').length);
    at('2024-03-28');
    await test.core.policies.cycles.advanceAll(NEVER);
    const after = await test.core.policies.books.cycles(test.owner, id, {});
    // The last session of its week, since Friday is a holiday.
    assert.equal(after.items[0]?.cycle_date, '2024-03-28');
  });

  it('portfolio/Policy rules 12: a session that fails changes nothing, is tried three times, and then waits for a person', async () => {
    at('2024-04-01');
    const id = await policyOf('2024-04-01');
    const config = async (strategy: string) =>
      await test.core.database.systemPool.query(
        `update policy.policies set config = jsonb_set(config, '{strategy}', to_jsonb($1::text)) where id = $2`,
        [strategy, id],
      );
    await config('of_another_version');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const done = await test.core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
      assert.equal(done?.stopped?.why, 'FAILED');
    }
    const { rows } = await test.core.database.systemPool.query<{ attempts: number; status: string }>(
      'select attempts, status from policy.policy_cycles where policy_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ attempts: 3, status: 'FAILED' }]);
    await config('momentum_6_1');
    // It failed before it was known to be a holiday.
    await test.core.database.systemPool.query(
      `insert into policy.policy_cycles (policy_id, owner_user_id, mode, cycle_date, status, requested_by, failure, attempts)
       values ($1, $2, 'PAPER', '2024-03-29', 'FAILED', 'scheduler', 'It failed.', 1)`,
      [id, test.owner],
    );
    const waiting = await test.core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
    assert.equal(waiting?.stopped?.why, 'FAILED', 'it waits, though it would succeed');
    const retried = await requests().retryLatest(test.owner, id, BY);
    assert.deepEqual([retried.cycle_date, retried.status, retried.attempts], ['2024-04-01', 'EXECUTED', 4]);
    await refused(requests().retryLatest(test.owner, id, BY), 409, 'CYCLE_NOT_FAILED');
  });

  it('portfolio/Policy rules 12: a failed session that was no rebalance is valued in place, and a rebalance may still be asked for', async () => {
    const strategy = async (id: string, name: string) =>
      await test.core.database.systemPool.query(
        `update policy.policies set config = jsonb_set(config, '{strategy}', to_jsonb($1::text)) where id = $2`,
        [name, id],
      );
    // Friday, 5 April, lies between two rebalances.
    at('2024-04-05');
    for (const by of ['a person', 'the scheduler']) {
      const id = await policyOf('2024-04-05');
      await strategy(id, 'of_another_version');
      await test.core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
      const { latest_cycle: failed } = await test.core.policies.get(test.owner, id);
      assert.deepEqual([failed?.cycle_date, failed?.status], ['2024-04-05', 'FAILED'], by);
      await strategy(id, 'momentum_6_1');
      const cycles = async () => (await test.core.policies.books.cycles(test.owner, id, {})).items;
      if (by === 'a person')
        assert.deepEqual([await requests().retryLatest(test.owner, id, BY)], await cycles());
      else await test.core.policies.cycles.advanceAll(NEVER);
      assert.deepEqual(
        (await cycles()).map((row) => [row.cycle_id, row.status, row.attempts, row.failure, row.ranked]),
        [[failed?.cycle_id, 'NOOP', 2, null, null]],
        by,
      );
      const view = await test.core.policies.get(test.owner, id);
      assert.deepEqual(
        [view.state.date, view.latest_cycle, view.next_cycle_date],
        ['2024-04-05', null, '2024-05-02'],
      );
      assert.equal((await test.core.policies.books.signals(test.owner, id, {})).total, 0);
      await refused(requests().retryLatest(test.owner, id, BY), 409, 'CYCLE_NOT_FAILED');
      const ran = await requests().run(test.owner, id, BY);
      assert.deepEqual(
        [ran.cycle_id, ran.cycle_date, ran.status, ran.attempts],
        [failed?.cycle_id, '2024-04-05', 'EXECUTED', 3],
        by,
      );
      assert.deepEqual(await requests().run(test.owner, id, BY), ran, 'and once only');
      await test.core.policies.retire(test.owner, id, BY);
    }
  });

  it('a retry answers the cycle that was retried, also where later rebalances followed or one of them failed', async () => {
    at('2024-04-05');
    const id = await policyOf('2024-04-05', 'weekly');
    await test.core.database.systemPool.query(
      `insert into policy.policy_cycles (policy_id, owner_user_id, mode, cycle_date, status, requested_by, failure, attempts)
       values ($1, $2, 'PAPER', '2024-04-05', 'FAILED', 'scheduler', 'It failed.', 3)`,
      [id, test.owner],
    );
    at('2024-04-15');
    const { cycles } = test.core.policies;
    const asked = createCycleRequests(test.core, {
      cycles: {
        ...cycles,
        advance: async (...of) => {
          const done = await cycles.advance(...of);
          const stopped = { day: '2024-04-16', why: 'FAILED' as const, message: 'A later one failed.' };
          return done === null ? null : { ...done, stopped };
        },
      },
      equityOn: () => Promise.resolve(null),
    });
    const retried = await asked.retryLatest(test.owner, id, BY);
    assert.deepEqual([retried.cycle_date, retried.status, retried.attempts], ['2024-04-05', 'EXECUTED', 4]);
    const { latest_cycle } = await test.core.policies.get(test.owner, id);
    assert.equal(latest_cycle?.cycle_date, '2024-04-12');
    await test.core.policies.retire(test.owner, id, BY);
  });

  it('a retry that fails again is 409', async () => {
    at('2024-04-01');
    const id = await policyOf('2024-04-01');
    await test.core.database.systemPool.query(
      `update policy.policies set config = config || '{"strategy": "of_another_version"}' where id = $1`,
      [id],
    );
    await test.core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
    await refused(requests().retryLatest(test.owner, id, BY), 409, 'CYCLE_FAILED');
    await test.core.policies.retire(test.owner, id, BY);
  });

  it('a snapshot values it during the day and leaves the books as they are; the evening writes the day anew', async () => {
    at('2024-04-02');
    const id = await policyOf('2024-04-01');
    await requests().run(test.owner, id, BY);
    const before = await test.core.policies.get(test.owner, id);
    at('2024-04-03', '06:00');
    const row = await requests().snapshot(test.owner, id);
    assert.equal(row.date, '2024-04-03');
    assert.match(row.notes ?? '', /^Snapshot of 11:30\./);
    assert.deepEqual((await test.core.policies.get(test.owner, id)).state, before.state);
    at('2024-04-03');
    await test.core.policies.cycles.advanceAll(NEVER);
    const { items } = await test.core.policies.books.equity(test.owner, id, {});
    assert.deepEqual(
      items.map(({ date }) => date),
      ['2024-04-01', '2024-04-02', '2024-04-03'],
    );
    assert.equal(items[2]?.notes, null);
    assert.deepEqual(await requests().snapshot(test.owner, id), items[2], 'a day that is over is as it is');
  });
});
