import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '../../../../core/llm/index.ts';
import { DOUBLE, isAlive, openProgram, untilGone } from '../../../support/cli-program.ts';
import { MovedTimers } from '../../../support/moved-timers.ts';
import { testProcess } from '../../../support/test-processes.ts';

const limits = { graceMs: 50, drainMs: 500 };
const isOf = (expected: string) => (error: unknown) =>
  error instanceof ProviderError && error.failure.class === expected;

describe('the command-line provider: processes', () => {
  it('decisions/Provider chain: CLI runner: at the deadline all of its group ends, even what ignores TERM', async () => {
    const timers = new MovedTimers();
    const program = await openProgram({ speaks: 'codex', does: 'stubborn' }, {}, { limits, timers });
    const answer = program.ask({}, 90_000);
    const pids = await program.pids();
    timers.pass(89_999);
    assert.deepEqual(pids.map(isAlive), [true, true]);
    timers.pass(1);
    await sleep(0);
    timers.pass(limits.graceMs);
    await assert.rejects(answer, isOf('TRANSIENT'));
    await untilGone(pids);
    await program.close();
  });

  it('the caller ends it at any time, and is told so', async () => {
    const program = await openProgram({ speaks: 'codex', does: 'stubborn' }, {}, { limits });
    const caller = new AbortController();
    const answer = program.ask({}, 60_000, caller.signal);
    const pids = await program.pids();
    caller.abort();
    await assert.rejects(answer, isOf('CANCELLED'));
    await untilGone(pids);
    await assert.rejects(program.ask({}, 60_000, caller.signal), isOf('CANCELLED'));
    await program.close();
  });

  it('what a program that ended well left behind goes too, and its answer counts', async () => {
    const program = await openProgram({ speaks: 'codex', does: 'leave', text: 'done' }, {}, { limits });
    assert.equal((await program.ask()).text, 'done');
    await untilGone(await program.pids());
    await program.close();
  });

  it('one runs at a time, some wait, and more are told so', async () => {
    const program = await openProgram(
      { speaks: 'codex', text: 'turn' },
      {},
      { queue: { atOnce: 1, waiting: 2 } },
    );
    const caller = new AbortController();
    const cancelled = program.ask({}, 60_000, caller.signal);
    const others = [program.ask(), program.ask()];
    await assert.rejects(program.ask(), isOf('CAPACITY'));
    caller.abort();
    await assert.rejects(cancelled, isOf('CANCELLED'));
    assert.deepEqual(
      (await Promise.all(others)).map(({ text }) => text),
      ['turn', 'turn'],
    );
    await program.close();
  });

  it('who waits longer than the limit is told so, and who is cancelled while waiting leaves the line', async () => {
    const timers = new MovedTimers();
    const program = await openProgram({ speaks: 'codex', does: 'stubborn' }, {}, { limits, timers });
    const first = program.ask();
    await program.pids();
    const late = program.ask({}, 20);
    timers.pass(20);
    await assert.rejects(late, isOf('CAPACITY'));
    const caller = new AbortController();
    const waiting = program.ask({}, 60_000, caller.signal);
    await sleep(5);
    caller.abort();
    await assert.rejects(waiting, isOf('CANCELLED'));
    const closed = program.close();
    await sleep(0);
    timers.pass(limits.graceMs);
    await assert.rejects(first, isOf('CANCELLED'));
    await closed;
    await assert.rejects(program.ask(), isOf('CANCELLED'));
  });

  for (const end of ['is killed', 'exits at once'] as const)
    it(`when Munim ${end}, nothing that a program started lives on, and its folder goes`, async () => {
      const program = await openProgram({ speaks: 'codex', does: 'stubborn' });
      const asking = spawn(
        process.execPath,
        [await testProcess('cli-asking'), program.folder, program.runsIn, DOUBLE],
        { stdio: ['pipe', 'ignore', 'inherit'] },
      );
      const pids = await program.pids();
      assert.equal(program.runs().length, 1);
      if (end === 'is killed') asking.kill('SIGKILL');
      else asking.stdin.end('now');
      await untilGone(pids);
      while (program.runs().length > 0) await sleep(10);
      await program.close();
    });
});
