import assert from 'node:assert/strict';
import { createAccountTurns } from '../../../../core/policies/live/account-turns.ts';
import { createLog } from '../../../../core/platform/index.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';

const log = createLog('silent');
const SIGNAL = new AbortController().signal;
const DONE = { stopped: null };

/** Accounts by name; each turn at a slow one ends when the test says so. */
function accounts(names: readonly string[], slow: readonly string[]) {
  const ends = new Map<string, () => void>();
  const worked: string[] = [];
  const running = new Set<string>();
  return {
    ends,
    worked,
    trader: {
      busyAccounts: async () => await Promise.resolve(new Set(names)),
      async work(id: string, stopping?: AbortSignal) {
        // As the lease of an account does it.
        if (running.has(id)) return null;
        running.add(id);
        try {
          if (slow.includes(id))
            await new Promise<void>((resolve, reject) => {
              ends.set(id, resolve);
              stopping?.addEventListener('abort', () => reject(new Error('stopped')));
            });
          if (id.startsWith('broken')) throw new Error('no answer');
          worked.push(id);
          return DONE;
        } finally {
          running.delete(id);
        }
      },
    },
  };
}

describe('turns at accounts', () => {
  it('portfolio/Policy rules 2: a broker that does not answer delays only its own account, in this round and the next ones', async () => {
    const names = ['slow', ...Array.from({ length: 120 }, (_, nr) => `account ${nr}`)];
    const world = accounts(names, ['slow']);
    const turns = createAccountTurns({ log }, { trader: world.trader, longestRoundMs: 30 });
    assert.deepEqual(await turns.round(SIGNAL), { accounts: 120, failed: 0 });
    assert.deepEqual(await turns.round(SIGNAL), { accounts: 120, failed: 0 });
    world.ends.get('slow')?.();
    await turns.settled();
    assert.equal(world.worked.filter((id) => id === 'slow').length, 1);
    assert.equal(world.worked.length, 241);
  });

  it('portfolio/Policy rules 3: audits run side by side: a silent broker delays no other account, a failed one is counted, and one that a turn has is asked for again', async () => {
    const world = accounts([], []);
    const turns = createAccountTurns(
      { log },
      { trader: world.trader, timers: leapingTimers(), longestRoundMs: 30 },
    );
    let tries = 0;
    const audit = async (id: string) => {
      if (id === 'silent') return await new Promise<number>(() => undefined);
      if (id === 'broken') throw new Error('no answer');
      if (id === 'busy' && (tries += 1) < 3) return null;
      return await Promise.resolve(1);
    };
    const names = ['silent', 'broken', 'busy', ...Array.from({ length: 80 }, (_, nr) => `account ${nr}`)];
    const { done, failed } = await turns.each(names, audit, SIGNAL);
    assert.deepEqual([done.length, failed, tries], [81, 1, 3]);
  });

  it('a failed turn is counted, and the others go on', async () => {
    const world = accounts(['a', 'broken', 'b'], []);
    const turns = createAccountTurns({ log }, { trader: world.trader });
    assert.deepEqual(await turns.round(SIGNAL), { accounts: 2, failed: 1 });
    assert.deepEqual(world.worked, ['a', 'b']);
  });

  it('portfolio/Policy rules 2: a turn after an approval waits for its account while another turn has it, longer than a broker may hang', async () => {
    let tries = 0;
    const work = async () => await Promise.resolve((tries += 1) <= 50 ? null : DONE);
    const trader = { busyAccounts: async () => await Promise.resolve(new Set<string>()), work };
    const turns = createAccountTurns({ log }, { trader, timers: leapingTimers() });
    turns.wake('held');
    await turns.settled();
    assert.equal(tries, 51);
  });

  it('closing stops the turns that still run', async () => {
    const world = accounts(['slow'], ['slow']);
    const turns = createAccountTurns({ log }, { trader: world.trader, longestRoundMs: 1 });
    assert.deepEqual(await turns.round(SIGNAL), { accounts: 0, failed: 0 });
    await turns.close();
    assert.deepEqual(world.worked, []);
  });
});
