import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { crashMatrix } from '../crash/command.ts';
import { type Arena, openArenas, runMatrix, zombieFaults } from '../crash/matrix.ts';
import { ONCE_BROKEN, SAMPLE, SENT_AGAIN, tried } from '../crash/samples.ts';
import { type Sleep, zombie } from '../crash/zombie.ts';
import { isSoak, sampled } from '../support/soak.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('orders whose process is killed', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(0);
  let arenas: Arena[] = [];
  let close: () => Promise<void>;
  before(async () => {
    ({ arenas, close } = await openArenas(sampled(1, 2), sampled(0, 1)));
  });
  after(() => close());
  const arena = (): Arena => {
    const [first] = arenas;
    assert.ok(first !== undefined);
    return first;
  };
  for (const [title, trial] of Object.entries(SAMPLE).filter((_, nr) => isSoak || (nr % 2 === 1 && nr > 1)))
    it(`Orders: none is sent twice, lost from sight or lost with its approval when a process is killed ${title}`, async () => {
      await tried(arena(), trial);
    });
  for (const [title, trial] of Object.entries(SENT_AGAIN).filter((_, nr) => isSoak || nr === 1))
    it(`Orders, absent: one that a person has sent again goes once more and no oftener, where a process is killed ${title}`, async () => {
      // On a busy machine the second may be absent as well, and be sent again in its turn.
      assert.ok((await tried(arena(), trial)).again >= 1);
    });
  for (const [title, trial] of Object.entries(ONCE_BROKEN))
    it(`Orders: once, ${title}`, async () => {
      await tried(arena(), trial);
    });

  const SLEEPS: Sleep[] = [
    { accounts: 'one at each', step: 'claim an order (2): after', sleepsMs: sampled(0, 5_200) },
    { accounts: 'one at Dhan', step: 'write what a broker answered (2): after', sleepsMs: 0 },
  ];
  for (const sleep of SLEEPS.slice(0, sampled(1, 2)))
    it(`Orders: a process put to sleep at “${sleep.step}”, whose account another took over, writes nothing when it wakes`, async () => {
      const { world, pool } = arena();
      const woken = await zombie(world, pool, sleep);
      const { duplicates, silent, lost, orders } = woken;
      assert.deepEqual(
        { duplicates, silent, lost, orders },
        { duplicates: 0, silent: [], lost: [], orders: 7 },
      );
      assert.deepEqual(zombieFaults(sleep, woken), []);
    });

  (isSoak ? it : it.skip)('Orders: three hundred processes killed anywhere', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const broken: unknown[] = [];
    const result = await runMatrix(arenas, {
      kills: 300,
      seed,
      found: (verdict, of) => broken.push(of, verdict),
    });
    assert.deepEqual(broken, [], `seed ${seed}`);
    assert.ok(result.kills >= 300 && result.absent > 0 && result.orders > 0);
  });

  it('contract/Command line: npm run crash-matrix answers --help, and wrong use', async () => {
    const [printed, complained]: [string[], string[]] = [[], []];
    const run = async (...words: string[]) =>
      await crashMatrix(words, {
        stdout: { write: (text) => printed.push(text) },
        stderr: { write: (text) => complained.push(text) },
      });
    assert.equal(await run('--help'), 0);
    assert.deepEqual([printed.length, complained], [1, []]);
    assert.match(printed[0] ?? '', /--kills N.*--seed S[\s\S]*lost_approvals/);
    assert.equal(await run('--kills', 'many'), 2);
    assert.deepEqual([printed.length, complained.length], [1, 1]);
    const words = ['--import', 'tsx/esm', 'test/crash/run.ts', '--pairs', '--kills', '5'];
    const wrong = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    assert.deepEqual([wrong.status, wrong.stdout, wrong.stderr], [2, '', complained[0]]);
  });
});
