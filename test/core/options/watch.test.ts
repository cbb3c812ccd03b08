import assert from 'node:assert/strict';
import { createOptionsStore, type OptionsStore } from '../../../core/options/store/index.ts';
import { createWatch, type Watcher } from '../../../core/options/watch/index.ts';
import { closedTrade, newOptionsWorld, type OptionsWorld } from '../../support/options-world.ts';

describe('what owners of an options workspace are told', () => {
  let world: OptionsWorld;
  let store: OptionsStore;

  before(async () => {
    world = await newOptionsWorld('sqlite');
    store = createOptionsStore(world.core, world.core.database.limits);
  });
  after(async () => {
    await store.close();
    await world.close();
  });

  const round = async (...watchers: Watcher[]) =>
    await createWatch(world.core, store, world.core.notifications, watchers).round(
      AbortSignal.timeout(60_000),
    );
  const told = async () =>
    (await world.core.notifications.list(world.owner, {})).items.map(({ title }) => title);
  const telling = (name: string): Watcher => ({
    name,
    look: async () => [
      { kind: 'policy_digest', dedupKey: name, title: name, body: 'Something has changed.' },
    ],
  });

  it('portfolio/Events: nobody without a workspace is looked at; each thing is told once', async () => {
    assert.deepEqual(await round(telling('first')), { workspaces: 0, told: 0, failed: 0 });
    await world.take(closedTrade('T-1', '2026-03-02T10:00:00+05:30'));
    assert.deepEqual(await round(telling('first')), { workspaces: 1, told: 1, failed: 0 });
    assert.deepEqual(await round(telling('first')), { workspaces: 1, told: 0, failed: 0 });
    assert.deepEqual(await told(), ['first']);
  });

  it('a watcher that fails hinders no other, and the log has its name', async () => {
    const broken: Watcher = {
      name: 'broken',
      look: () => Promise.reject(new Error('does not work')),
    };
    assert.deepEqual(await round(broken, telling('second')), { workspaces: 1, told: 1, failed: 1 });
    assert.deepEqual((await told()).toSorted(), ['first', 'second']);
  });

  it('a round that is stopped looks at nothing more', async () => {
    const stopped = AbortSignal.abort();
    const watch = createWatch(world.core, store, world.core.notifications, [telling('third')]);
    assert.equal((await watch.round(stopped)).told, 0);
  });
});
