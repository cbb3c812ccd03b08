import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Attack, attack } from '../crash/attack.ts';
import { Found } from '../crash/found.ts';
import { type Arena, openArenas, runMatrix, zombieFaults } from '../crash/matrix.ts';
import { Pairs } from '../crash/pairs.ts';
import type { Kill, Trial } from '../crash/trial.ts';
import { type Sleep, zombie } from '../crash/zombie.ts';
import { isSoak, sampled } from '../support/soak.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const step = (name: string, time = 1): Kill => ({ at: 'step', step: name, time });
const NOTHING_WRONG = { orders: 7, duplicates: 0, silent: [], lost: [], absent: 0, again: 0 };
const broker = (name: string): Kill => ({ at: 'broker', step: `the broker: ${name}` });

/** A few of the matrix, by what they try; every second of them in the suite. */
const SAMPLE: Record<string, Trial> = {
  'while an approval is committed, and again while the account is claimed': {
    accounts: 'one at Zerodha',
    fault: 'none',
    after: 0,
    kills: [step('answer a plan: during the commit'), step('claim an account: after', 2)],
    settles: 'early',
  },
  'between the claim and the sending, and again while the orderbook is read': {
    accounts: 'one at Dhan',
    fault: 'none',
    after: 0,
    kills: [step('claim an order (2): after'), step('write what an orderbook shows: before the commit')],
    settles: 'early',
  },
  'when the broker has made the order and not answered, beside a second worker': {
    accounts: 'one at Zerodha',
    fault: 'seen_late',
    after: 1,
    kills: [broker('order (2) is decided'), step('read the orderbook: after')],
    rival: 'beside',
    settles: 'late',
  },
  'before the answer is written, beside a worker whose clock runs ahead': {
    accounts: 'one at Dhan',
    fault: 'timed_out_placed',
    after: 3,
    kills: [step('send an order (3): answered')],
    rival: 'ahead',
    settles: 'late',
  },
  'while fills are booked, twice': {
    accounts: 'one at each',
    fault: 'partial_fill',
    after: 5,
    kills: [step('book what a broker filled: during the commit'), step('book what a broker filled: after')],
    settles: 'late',
  },
  'when a session at Dhan has ended, which its person renews afterwards': {
    accounts: 'one at Dhan',
    fault: 'session_ends',
    after: 2,
    kills: [step('write what a broker answered (3): before the commit')],
    settles: 'early',
  },
  'while another person rejects the plan': {
    accounts: 'one at Dhan',
    fault: 'none',
    after: 0,
    kills: [step('answer a plan: before the commit')],
    tap: 'reject',
    settles: 'early',
  },
  'while another person approves the plan too': {
    accounts: 'one at each',
    fault: 'refused_funds',
    after: 2,
    kills: [step('answer a plan: after'), step('write what a broker answered (3): during the commit')],
    tap: 'approve',
    settles: 'early',
  },
};

/** What becomes of an order that a person has sent again. */
const SENT_AGAIN: Record<string, Trial> = {
  'while its plan is made, and it never was at the broker': {
    accounts: 'one at Dhan',
    fault: 'dropped',
    after: 1,
    kills: [step('send an order (2): answered')],
    settles: 'early',
    again: step('answer a plan: during the commit'),
  },
  'when the broker has made the second, and the first turns up later': {
    accounts: 'one at each',
    fault: 'seen_after_ten_minutes',
    after: 5,
    kills: [broker('order (6) is decided')],
    settles: 'early',
    again: broker('order (1) is decided'),
  },
};

/** Attacks that broke a promise once, as small as they could be made. */
const ONCE_BROKEN: Record<string, Trial> = {
  'nobody was told that an order is absent, where the process died right after it had written so': {
    accounts: 'one at Zerodha',
    fault: 'dropped',
    after: 1,
    kills: [step('write what an orderbook shows: after', 5)],
    settles: 'early',
  },
  'nobody was told of more shares than were ordered, where the process died right after it had written so': {
    accounts: 'one at Zerodha',
    fault: 'overfilled',
    after: 1,
    kills: [step('write what an orderbook shows: after')],
    settles: 'early',
  },
  'an order that turned up after a person had marked it as absent stood in no books': {
    accounts: 'one at Zerodha',
    fault: 'seen_after_ten_minutes',
    after: 6,
    kills: [broker('order (7) was answered')],
    settles: 'early',
  },
};

describe('orders whose process is killed', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(0);
  let arenas: Arena[] = [];
  let close: () => Promise<void>;
  before(async () => {
    ({ arenas, close } = await openArenas(sampled(1, 2)));
  });
  after(() => close());
  const arena = (): Arena => {
    const [first] = arenas;
    assert.ok(first !== undefined);
    return first;
  };
  const tried = async (trial: Trial): Promise<Attack> => {
    const { world, pool } = arena();
    const done = await attack(world, pool, trial);
    const { duplicates, silent, lost, orders, kills } = done;
    assert.deepEqual({ duplicates, silent, lost }, { duplicates: 0, silent: [], lost: [] });
    // Who has a competitor may lose the account or the plan before it comes to where it was to be killed.
    const isRace = trial.rival !== undefined || trial.tap !== undefined;
    const all = [...trial.kills, ...(trial.again === undefined ? [] : [trial.again])];
    const expected = isRace ? all.slice(0, kills.length) : all;
    assert.deepEqual(kills, expected, 'every process was killed where it was to be');
    assert.ok(orders > 0);
    return done;
  };

  for (const [title, trial] of Object.entries(SAMPLE).filter((_, nr) => isSoak || nr % 2 === 1))
    it(`Orders: none is sent twice, lost from sight or lost with its approval when a process is killed ${title}`, async () => {
      await tried(trial);
    });
  for (const [title, trial] of Object.entries(SENT_AGAIN).filter((_, nr) => isSoak || nr === 1))
    it(`Orders, absent: one that a person has sent again goes once more and no oftener, where a process is killed ${title}`, async () => {
      // On a busy machine the second may be absent as well, and be sent again in its turn.
      assert.ok((await tried(trial)).again >= 1);
    });
  for (const [title, trial] of Object.entries(ONCE_BROKEN))
    it(`Orders: once, ${title}`, async () => {
      await tried(trial);
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

  it('the matrix tells of its first twenty faults in full, and how often the others said what', () => {
    const written: string[] = [];
    const found = new Found((text) => void written.push(text));
    for (let nr = 1; nr <= 320; nr += 1)
      found.tell({ ...NOTHING_WRONG, silent: [`order CRASHONE${nr} (ABSENT): never sent`] }, { nr });
    found.close();
    assert.equal(written.length, 22);
    assert.equal(written[0], `--trial '{"nr":1}'\n  order CRASHONE1 (ABSENT): never sent\n`);
    assert.equal(written[21], '300 more attacks went wrong:\n    300  order … (ABSENT): never sent\n');
  });

  it('the matrix goes through every pair of a step and a fault once, and gives up where no process comes', () => {
    const course = new Map([...Array(40).keys()].map((nr) => [`step ${nr}`, 1]));
    const pairs = new Pairs(1, course);
    const killed = new Map<string, number>();
    for (let next = pairs.next(); next !== null; next = pairs.next()) {
      const { trial, hunt } = next;
      const kills: Kill[] = [];
      for (let nr = 0; nr < hunt.processes; nr += 1) {
        // Under the fault of refusals no process comes by the first three; beside another none comes by the next two.
        const barred = (name: string) =>
          (trial.fault === 'refused_funds' && /step [012]$/.test(name)) ||
          (trial.rival !== undefined && /step [34]$/.test(name));
        const found = [...(hunt.aim(kills)?.steps ?? [])].find((name) => !barred(name));
        if (found !== undefined) kills.push(step(found));
      }
      for (const kill of kills) {
        const pair = `${trial.fault}: ${kill.at === 'step' ? kill.step : ''}`;
        killed.set(pair, (killed.get(pair) ?? 0) + 1);
      }
      pairs.done({ trial: { ...trial, kills }, kills, ...NOTHING_WRONG });
    }
    const faults = pairs.counts.pairs / 40;
    assert.equal(faults, 38);
    assert.deepEqual(pairs.counts, { pairs: 38 * 40, beside: 38 * 38 - 3, alone: 38 * 2 });
    assert.ok([...killed.values()].every((count) => count === 1));
  });

  it('contract/Command line: npm run crash-matrix answers --help, and wrong use', () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx/esm', 'test/crash/run.ts', ...words], {
        cwd: ROOT,
        encoding: 'utf8',
      });
    const help = run('--help');
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, /--kills N.*--seed S[\s\S]*lost_approvals/);
    for (const words of [
      ['--kills', 'many'],
      ['--pairs', '--kills', '5'],
    ]) {
      const wrong = run(...words);
      assert.deepEqual([wrong.status, wrong.stdout], [2, ''], words.join(' '));
    }
  });
});
