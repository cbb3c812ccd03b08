import assert from 'node:assert/strict';
import { createPositionCache, type MarkedKey } from '../../../../core/portfolio/positions/position-cache.ts';

const key = (symbol: string, mark: string): MarkedKey => ({ portfolio_id: '1', symbol, mark });
const sizeOf = (value: string | null): number => value?.length ?? 1;

describe('replays that are kept by position', () => {
  let replayed: string[];
  const replay = async function* (keys: MarkedKey[]) {
    for (const one of keys) {
      replayed.push(`${one.symbol} ${one.mark}`);
      await Promise.resolve();
      // Nothing of this symbol counts.
      if (one.symbol !== 'EMPTY') yield { key: one, value: `${one.symbol}@${one.mark}` };
    }
  };
  beforeEach(() => (replayed = []));

  it('a change costs the replay of the symbols it touched; values come in the order they are wanted', async () => {
    const kept = createPositionCache<string>(1000, sizeOf);
    const before = [key('A', '1'), key('B', '1'), key('EMPTY', '1')];
    assert.deepEqual(await kept.read('me', before, true, replay), ['A@1', 'B@1']);
    assert.deepEqual(await kept.read('me', before, true, replay), ['A@1', 'B@1']);
    assert.deepEqual(replayed, ['A 1', 'B 1', 'EMPTY 1']);
    replayed = [];
    const after = [key('B', '1'), key('A', '2'), key('C', '2')];
    assert.deepEqual(await kept.read('me', after, true, replay), ['B@1', 'A@2', 'C@2']);
    assert.deepEqual(replayed, ['A 2', 'C 2']);
    // B@1, A@2 and C@2.
    assert.equal(kept.size, 9);
  });

  it('who comes while they are replayed finds them done; a failure is not kept', async () => {
    const kept = createPositionCache<string>(1000, sizeOf);
    const wanted = [key('A', '1'), key('B', '1')];
    const failing = kept.read('me', wanted, true, () => {
      throw new Error('away');
    });
    const both = [kept.read('me', wanted, true, replay), kept.read('me', wanted, true, replay)];
    await assert.rejects(failing, /away/);
    assert.deepEqual(await Promise.all(both), [
      ['A@1', 'B@1'],
      ['A@1', 'B@1'],
    ]);
    assert.deepEqual(replayed, ['A 1', 'B 1']);
  });

  it('keeps owners apart, and drops the values of the owner read longest ago beyond its limit', async () => {
    const kept = createPositionCache<string>(7, sizeOf);
    await kept.read('one', [key('A', '1')], true, replay);
    await kept.read('two', [key('A', '1')], true, replay);
    assert.equal(replayed.length, 2);
    await kept.read('three', [key('A', '1')], true, replay);
    assert.equal(kept.size, 6);
    await kept.read('two', [key('A', '1')], true, replay);
    assert.equal(replayed.length, 3);
    await kept.read('one', [key('A', '1')], true, replay);
    assert.equal(replayed.length, 4);
    // 8 characters do not fit, and the others were dropped to make room.
    await kept.read('four', [key('LONGER', '1')], true, replay);
    assert.equal(kept.size, 0);
  });
});
