import assert from 'node:assert/strict';
import { createPlanFollower } from '../../bot/plan-follower.ts';
import type { PlanCards } from '../../bot/store/plan-cards.ts';
import { createLog } from '../../core/platform/index.ts';

describe('messages that show a plan', () => {
  it('stopping ends a look that is under way, and nothing is waited for after it', async () => {
    // It waited for a change that nobody told any more, and with it the whole process did not stop.
    let looked: () => void = () => undefined;
    const began = new Promise<void>((resolve) => (looked = resolve));
    let finish: () => void = () => undefined;
    const cards = {
      onNote: () => () => undefined,
      open: async () => {
        looked();
        await new Promise<void>((resolve) => (finish = resolve));
        return [];
      },
    } as unknown as PlanCards;
    const follower = createPlanFollower({
      core: {
        listener: { on: () => () => undefined, onGap: () => () => undefined },
        log: createLog('silent'),
      } as never,
      api: {} as never,
      transport: 'local',
      buttons: {} as never,
      cards,
    });
    follower.start();
    await began;
    const stopped = follower.stop();
    finish();
    assert.equal(await stopped, undefined);
  });
});
