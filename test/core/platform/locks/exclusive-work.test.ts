import assert from 'node:assert/strict';
import { createLog, isWorkFree, runExclusively } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

describe('work that one process at a time does', () => {
  const log = createLog('silent');
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  it('a stop that comes while the lock is on its way ends: the work is not begun, and the lock is free', async () => {
    // A stop at this moment found no work to stop; the work then began, and nobody was left to end it.
    const { held } = world.core.database;
    const lock = { held, kind: 'bot', name: 'stopped at once', log } as const;
    let begun = 0;
    const guard = runExclusively(lock, () => {
      begun += 1;
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      return { run: () => ended, stop: () => Promise.resolve(end()) };
    });
    await guard.stop();
    assert.equal(guard.state(), 'stopped');
    assert.equal(begun, 0);
    assert.ok(await isWorkFree(lock));
  });
});
