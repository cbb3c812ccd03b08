import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createLimiter, onAbort, systemTimers } from '../../../core/platform/index.ts';

/** What Node warns of while something runs. */
async function warningsOf(run: () => Promise<void>): Promise<string[]> {
  const told: string[] = [];
  const hear = (warning: Error) => told.push(`${warning.name}: ${warning.message}`);
  process.on('warning', hear);
  try {
    await run();
    await turn();
  } finally {
    process.off('warning', hear);
  }
  return told;
}

describe('waiting for a signal in many places', () => {
  it('everybody who still waits is told once, in order; who came late at once; who was taken back not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (isTakenBack) => {
        const stopping = new AbortController();
        const told: number[] = [];
        const forget = isTakenBack.map((_, at) => onAbort(stopping.signal, () => told.push(at)));
        for (const [at, gone] of isTakenBack.entries()) if (gone) forget[at]?.();
        stopping.abort();
        onAbort(stopping.signal, () => told.push(-1));
        stopping.signal.dispatchEvent(new Event('abort'));
        assert.deepEqual(told, [...isTakenBack.keys()].filter((at) => isTakenBack[at] === false).concat(-1));
      }),
    );
    onAbort(undefined, () => assert.fail('there is nothing to wait for'))();
  });

  // A refresh of ten shares and a fund waited for its signal in eleven places, and the process began with
  // "MaxListenersExceededWarning: Possible EventTarget memory leak detected" as soon as the overview was opened.
  it('is no leak to Node: thirty that wait for a slot, and thirty that sleep, under one signal', async () => {
    const warnings = await warningsOf(async () => {
      const stopping = new AbortController();
      const limiter = createLimiter({ concurrent: 1, perSecond: 1000 });
      const waiting = Array.from({ length: 30 }, async () =>
        limiter.run(async () => await systemTimers.sleep(60_000, stopping.signal), stopping.signal),
      );
      const sleeping = Array.from({ length: 30 }, async () => systemTimers.sleep(60_000, stopping.signal));
      await turn();
      stopping.abort(new Error('stopping'));
      const ends = await Promise.allSettled([...waiting, ...sleeping]);
      for (const end of ends) assert.equal(end.status, 'rejected');
    });
    assert.deepEqual(warnings, []);
  });
});
