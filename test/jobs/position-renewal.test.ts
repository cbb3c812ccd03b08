import assert from 'node:assert/strict';
import { startPositionRenewal } from '../../jobs/position-renewal.ts';

describe('positions of an older rule, after a start', () => {
  const started = async (renewOutdated: (signal: AbortSignal) => Promise<number>): Promise<string[]> => {
    const said: string[] = [];
    const log = {
      info: (data: object, text: string) => said.push(`info ${text} ${JSON.stringify(data)}`),
      error: (_data: object, text: string) => said.push(`error ${text}`),
    };
    await startPositionRenewal({ log, portfolio: { lotSettings: { renewOutdated } } } as never).stop();
    return said;
  };

  it('are replayed once and counted; nothing is said where there are none', async () => {
    assert.deepEqual(await started(() => Promise.resolve(3)), [
      'info positions of an older rule are replayed {"positions":3}',
    ]);
    assert.deepEqual(await started(() => Promise.resolve(0)), []);
  });

  it('a failure is logged and keeps the other jobs from nothing', async () => {
    assert.deepEqual(await started(() => Promise.reject(new Error('away'))), [
      'error positions of an older rule could not be replayed',
    ]);
  });

  it('a stop does not wait for all people', async () => {
    const untilStopped = (signal: AbortSignal) =>
      new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(2)));
    assert.deepEqual(await started(untilStopped), [
      'info positions of an older rule are replayed {"positions":2}',
    ]);
  });
});
