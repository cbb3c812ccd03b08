import assert from 'node:assert/strict';
import { type PlanToRemindOf, remindersOf } from '../../../core/goals/reminders.ts';
import { decimal } from '../../../core/platform/index.ts';
import { remindOfSips } from '../../../jobs/daily-sip-reminders.ts';
import { testCore, type TestCore } from '../../support/core.ts';

const plan = (change: Partial<PlanToRemindOf> = {}): PlanToRemindOf => ({
  id: '7',
  name: 'Index fund',
  currency: 'INR',
  amount: decimal(100_000),
  frequency: 'monthly',
  start_date: '2025-03-10',
  end_date: null,
  step_up_pct: 10,
  step_up_frequency: 'yearly',
  ...change,
});
const keys = (today: string, ...plans: PlanToRemindOf[]) =>
  remindersOf(plans, today).map((one) => one.dedupKey);

describe('reminders of SIP plans', () => {
  it('jobs/daily_sip_reminders: an instalment is told on its day, and on no other', () => {
    assert.deepEqual(keys('2026-02-10', plan()), ['sip:7:due:2026-02-10']);
    assert.deepEqual(keys('2026-02-09', plan()), []);
    assert.deepEqual(keys('2026-02-11', plan()), []);
    assert.equal(remindersOf([plan()], '2026-02-10')[0]?.title, 'Index fund: ₹1,00,000.00 is due today');
  });

  it('jobs/daily_sip_reminders: a step is told separately in the week before, once', () => {
    // the twelfth month after March 2025 brings the first step: 1,10,000 from 10 March 2026 on
    assert.deepEqual(keys('2026-03-02', plan()), []);
    for (const day of ['2026-03-03', '2026-03-09'])
      assert.deepEqual(keys(day, plan()), ['sip:7:step:2026-03-10']);
    assert.deepEqual(keys('2026-03-10', plan()), ['sip:7:due:2026-03-10']);
    assert.match(remindersOf([plan()], '2026-03-03')[0]?.body ?? '', /₹1,10,000\.00, 10% more/);
  });

  it('jobs/daily_sip_reminders: a plan before its start or after its end reminds of nothing', () => {
    assert.deepEqual(keys('2025-02-10', plan()), []);
    assert.deepEqual(keys('2026-02-10', plan({ end_date: '2026-02-09' })), []);
  });

  describe('by the job', () => {
    let world: TestCore;
    before(async () => {
      world = await testCore({ at: '2026-03-10T02:30:00.000Z' });
    });
    after(() => world.close());

    it('jobs/daily_sip_reminders: each once, however often it runs; a paused plan is quiet', async () => {
      const add = async (name: string, is_active: boolean) =>
        await world.core.goals.sips.create(
          world.owner,
          { name, amount: 500, frequency: 'monthly', start_date: '2025-03-10', is_active },
          { actor: 'api:owner' },
        );
      await add('Active', true);
      await add('Paused', false);
      const run = { signal: new AbortController().signal };
      assert.equal(await remindOfSips(world.core, run), '1 reminder');
      assert.equal(await remindOfSips(world.core, run), '0 reminders');
      const { items } = await world.core.notifications.list(world.owner);
      assert.deepEqual(
        items.map(({ title }) => title),
        ['Active: ₹500.00 is due today'],
      );
    });
  });
});
