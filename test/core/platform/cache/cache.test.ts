import assert from 'node:assert/strict';
import { type Cache, createCache, DAY_MS } from '../../../../core/platform/index.ts';

/** Work that ends when the test says so. */
interface Work {
  make: () => Promise<string>;
  end: (value: string) => void;
  fail: (error: Error) => void;
}

describe('a cache', () => {
  let made: number;
  let now: number;
  beforeEach(() => {
    made = 0;
    now = 0;
  });
  function work(): Work {
    let end: Work['end'] = () => undefined;
    let fail: Work['fail'] = () => undefined;
    const result = new Promise<string>((resolve, reject) => ([end, fail] = [resolve, reject]));
    return {
      make: () => {
        made += 1;
        return result;
      },
      end,
      fail,
    };
  }
  const at = (value: string) => async () => {
    made += 1;
    return value;
  };
  const never = () => assert.fail('it is kept');

  it('makes a value once for all who ask for it meanwhile, and keeps it while what it rests on is the same', async () => {
    const cache: Cache<string> = createCache({ most: 10 });
    const one = work();
    const all = Array.from({ length: 20 }, () => cache.read('key', 'r1', one.make));
    one.end('value');
    assert.ok((await Promise.all(all)).every((value) => value === 'value'));
    assert.equal(await cache.read('key', 'r1', never), 'value');
    assert.equal(made, 1);
    assert.equal(await cache.read('key', 'r2', at('newer')), 'newer');
    assert.equal(await cache.read('other', 'r2', at('another')), 'another');
    assert.equal(made, 3);
  });

  it('whoever knows of a change waits for no work from before it, which is not kept in the place of the newer', async () => {
    const cache = createCache<string>({ most: 10 });
    const [old, fresh] = [work(), work()];
    const before = cache.read('key', 'r1', old.make);
    const after = cache.read('key', 'r2', fresh.make);
    fresh.end('new');
    assert.equal(await after, 'new');
    old.end('old');
    assert.equal(await before, 'old');
    assert.equal(await cache.read('key', 'r2', never), 'new');
    // And in the other order of their ends.
    const [slow, quick] = [work(), work()];
    const third = cache.read('key', 'r3', quick.make);
    const fourth = cache.read('key', 'r4', slow.make);
    quick.end('3');
    assert.equal(await third, '3');
    assert.equal(cache.get('key'), 'new');
    slow.end('4');
    assert.equal(await fourth, '4');
    assert.equal(cache.get('key'), '4');
  });

  it('a failure is told to all who wait, also one that is thrown at once, and is not kept', async () => {
    const cache = createCache<string>({ most: 10 });
    const one = work();
    const both = [cache.read('key', '', one.make), cache.read('key', '', one.make)];
    one.fail(new Error('away'));
    for (const result of both) await assert.rejects(result, /away/);
    await assert.rejects(
      cache.read('key', '', () => {
        throw new Error('at once');
      }),
      /at once/,
    );
    assert.equal(await cache.read('key', '', at('there')), 'there');
  });

  it('keeps what was used last, within its bounds in number and size, and tells what goes', async () => {
    const gone: string[] = [];
    const cache = createCache<string>({
      most: 3,
      mostSize: 10,
      sizeOf: (value) => value.length,
      onDrop: (key) => void gone.push(key),
    });
    for (const key of ['a', 'b', 'c']) await cache.read(key, '', at('x'));
    await cache.read('a', '', never);
    cache.set('d', 'x');
    assert.deepEqual([gone, cache.count, cache.size], [['b'], 3, 3]);
    cache.set('e', 'x'.repeat(9));
    assert.deepEqual([gone, cache.count, cache.size], [['b', 'c', 'a'], 2, 10]);
    // Written anew it has another size; alone too large, it is not kept.
    cache.set('d', 'x'.repeat(11));
    assert.deepEqual([cache.count, cache.size, gone.at(-1)], [0, 0, 'd']);
    const last = createCache<string>({
      most: 3,
      mostSize: 10,
      sizeOf: ({ length }) => length,
      keepsLast: true,
    });
    last.set('a', 'x'.repeat(11));
    assert.equal(last.count, 1);
    last.set('b', 'x'.repeat(12));
    assert.deepEqual([last.get('a'), last.count], [undefined, 1]);
  });

  it('keeps for a time, counted from when the work began', async () => {
    const cache = createCache<string>({ most: 10, keptMs: 1000, now: () => now });
    const one = work();
    const asked = cache.read('key', '', one.make);
    now = 400;
    one.end('value');
    await asked;
    now = 999;
    assert.equal(cache.get('key'), 'value');
    now = 1000;
    assert.deepEqual([cache.get('key'), cache.count], [undefined, 0]);
    cache.set('key', 'own time', 50);
    now = 1049;
    assert.equal(cache.get('key'), 'own time');
    now = 1050;
    assert.equal(cache.get('key'), undefined);
  });

  it('after the clock is set back, an entry from the future is not used', async () => {
    const cache = createCache<string>({ most: 10, keptMs: 1000, now: () => now });
    now = DAY_MS;
    assert.equal(await cache.read('key', 'r1', at('as of tomorrow')), 'as of tomorrow');
    cache.set('other', 'as of tomorrow', 5000);
    now = 0;
    assert.equal(await cache.read('key', 'r1', at('as of today')), 'as of today');
    assert.equal(cache.get('other'), undefined);
    assert.equal(await cache.read('key', 'r1', never), 'as of today');
  });

  it('what is forgotten while it is worked out answers who waits, and is not kept', async () => {
    const cache = createCache<string>({ most: 10 });
    for (const forget of [() => cache.delete('key'), () => cache.clear()]) {
      const one = work();
      const asked = cache.read('key', '', one.make);
      forget();
      one.end('stale');
      assert.equal(await asked, 'stale');
      assert.equal(cache.get('key'), undefined);
    }
    cache.set('a', 'mine');
    cache.set('b', 'yours');
    cache.deleteWhere((value) => value === 'mine');
    assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'yours']);
  });

  it('with room for none it shares what is under way, and can be waited for', async () => {
    const cache = createCache<string>({ most: 0 });
    const one = work();
    const both = Promise.all([cache.read('key', '', one.make), cache.read('key', '', one.make)]);
    let isIdle = false;
    const idle = cache.idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isIdle, false);
    one.end('value');
    assert.deepEqual(await both, ['value', 'value']);
    await idle;
    assert.equal(made, 1);
    await cache.read('key', '', at('again'));
    assert.equal(made, 2);
  });
});
