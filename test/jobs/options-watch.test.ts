import assert from 'node:assert/strict';
import { Problem } from '../../core/platform/index.ts';
import { watchOptions } from '../../jobs/options-watch.ts';

const run = { signal: AbortSignal.timeout(60_000) };
const watching = (round: () => Promise<{ workspaces: number; told: number; failed: number }>) => ({
  options: { watch: { round }, pruning: { prune: () => Promise.resolve(0) } },
});

describe('the watch over options workspaces', () => {
  it('says how many workspaces it looked at and how much was told', async () => {
    const told = await watchOptions(
      watching(() => Promise.resolve({ workspaces: 2, told: 1, failed: 0 })),
      run,
    );
    assert.equal(told, '2 workspaces, 1 notified, 0 failed');
  });

  it('a store that is away fails no run; anything else does', async () => {
    const away = () => Promise.reject(new Problem(503, 'OPTIONS_UNAVAILABLE', 'The store is away.'));
    assert.equal(await watchOptions(watching(away), run), 'the options workspace is away');
    const broken = () => Promise.reject(new Error('broken'));
    await assert.rejects(watchOptions(watching(broken), run), /broken/);
  });
});
