import assert from 'node:assert/strict';
import { createOptionsState } from '../../api/options-state.ts';
import type { Timers } from '../../core/platform/index.ts';

describe('the options workspace in /readyz', () => {
  /** Waiting takes no time; `at` is moved by hand. */
  const timers = (): Timers & { at: number } => {
    const own = {
      at: 0,
      now: () => own.at,
      sleep: async () => await new Promise<void>((resolve) => setImmediate(resolve)),
    };
    return own;
  };

  it('one look a second, however many ask', async () => {
    let looks = 0;
    const time = timers();
    const state = createOptionsState(async () => {
      looks += 1;
      return await Promise.resolve(looks === 1 ? null : 'the file /home/asha/options.sqlite is damaged');
    }, time);
    assert.deepEqual(await Promise.all([state(), state(), state()]), [null, null, null]);
    time.at = 999;
    assert.equal(await state(), null);
    time.at = 1_000;
    const away = await state();
    assert.match(away ?? '', /^away; the portfolio works without it/);
    assert.ok(!(away ?? '').includes('asha'));
    assert.equal(looks, 2);
  });

  it('a look that hangs keeps nobody waiting, and is not begun again', async () => {
    let looks = 0;
    const time = timers();
    const state = createOptionsState(async () => {
      looks += 1;
      return await new Promise<string | null>(() => undefined);
    }, time);
    assert.match((await state()) ?? '', /^does not answer/);
    time.at = 5_000;
    assert.match((await state()) ?? '', /^does not answer/);
    assert.equal(looks, 1);
  });

  it('a check that throws is away', async () => {
    const state = createOptionsState(() => Promise.reject(new Error('no')), timers());
    assert.match((await state()) ?? '', /^away/);
  });
});
