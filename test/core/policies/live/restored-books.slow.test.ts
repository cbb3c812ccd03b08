import assert from 'node:assert/strict';
import {
  type LiveWorld,
  liveWorlds,
  loginAgain,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';
import { forgetSeenBooks, mostSent, namedAt, restorePoint } from '../../../support/restored-books.ts';

/** When the backup is put back: later on the same day, in the next session, a week later. */
const LATER = {
  'the same day': '2024-05-02T08:30:00.000Z',
  'the next session': '2024-05-03T04:30:00.000Z',
  'a week later': '2024-05-09T04:30:00.000Z',
};
const EXPIRY_HOURS = [1, 30, 168];

describe('restored books, at any moment and with any expiry', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(1_200_000);
  const worlds = liveWorlds('10000000', '2024-05-14');
  let world: LiveWorld;
  afterEach(async () => await forgetSeenBooks(world));

  for (const broker of ['zerodha', 'dhan'] as const)
    for (const hours of EXPIRY_HOURS) {
      const anew = preparedWorlds(
        worlds,
        async (made) => await plannedAt(made, broker, { top_n: 6, plan_expiry_hours: hours }),
      );
      for (const [when, moment] of Object.entries(LATER))
        for (const state of ['waiting', 'sent in part'] as const)
          it(`orders/Promises 1: a plan at ${broker} that was ${state} in the backup, restored ${when}, expiry after ${hours} hours: nothing is sent twice`, async () => {
            const found = await anew();
            world = found.world;
            const { connection, plan } = found.prepared;
            const { core, owner, broker: at } = world;
            const point = state === 'waiting' ? await restorePoint(world) : null;
            if (state === 'sent in part') at.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 60_000 });
            await world.approve(plan);
            const partly = point ?? (await restorePoint(world));
            await world.rounds(5);
            const sent = at.account.state.requests.length;
            assert.equal(sent, plan.orders.length);

            world.at(moment);
            await partly();
            for (let round = 0; round < 3; round += 1) {
              await loginAgain(world, connection);
              await world.rounds(2);
            }
            assert.deepEqual([at.account.state.requests.length, mostSent(world)], [sent, 1]);
            const { items: open } = await core.policies.plans.pending(owner, {});
            assert.ok(!open.some(({ plan_id, state: now }) => plan_id === plan.plan_id && now !== 'EXPIRED'));
            // What the broker has and the books do not is named, or in the books by now.
            const shares = at.account.state.fills.length;
            const { items: trades } = await core.policies.books.trades(owner, found.prepared.policy.id, {
              mode: 'LIVE',
            });
            const differences = await namedAt(world);
            assert.ok(trades.length === shares || differences.length > 0, JSON.stringify(differences));
          });
    }
});
