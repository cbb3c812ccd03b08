import assert from 'node:assert/strict';
import { createSharedRead } from '../../../../core/platform/database/shared-read.ts';

describe('reads that are shared by all who ask at once', () => {
  let asked: string[][];
  let values: Map<string, string>;
  /** Ends the query that is under way, which saw the values as they were when it was sent. */
  let answer: (() => void)[];
  const read = async (keys: string[]) => {
    asked.push(keys);
    const seen = new Map(values);
    await new Promise<void>((resolve) => answer.push(resolve));
    return seen;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => {
    asked = [];
    answer = [];
    values = new Map([
      ['a', '1'],
      ['b', '1'],
    ]);
  });

  it('one query tells all who ask in one turn, each their own', async () => {
    const of = createSharedRead(read);
    const all = Promise.all(['a', 'b', 'a', 'c', ...Array.from({ length: 50 }, () => 'a')].map(of));
    await turn();
    answer.shift()?.();
    assert.deepEqual((await all).slice(0, 4), ['1', '1', '1', undefined]);
    assert.deepEqual(asked, [['a', 'b', 'c']]);
  });

  it('a query has a limited number of keys; more keys make another one in the same turn', async () => {
    const of = createSharedRead(read, 2);
    const all = Promise.all(['a', 'b', 'a', 'c', 'b'].map(of));
    await turn();
    for (const end of answer) end();
    assert.deepEqual(await all, ['1', '1', '1', undefined, '1']);
    assert.deepEqual(asked, [
      ['a', 'b'],
      ['c', 'b'],
    ]);
  });

  it('nobody joins a query that is under way: it may have looked before a change that they know of', async () => {
    const of = createSharedRead(read);
    const before = of('a');
    await turn();
    values.set('a', '2');
    const after = of('a');
    await turn();
    assert.equal(asked.length, 2);
    for (const end of answer) end();
    assert.deepEqual([await before, await after], ['1', '2']);
  });

  it('a failure is told to those of that turn, and the next ones ask again', async () => {
    let isBroken = true;
    const of = createSharedRead(async (keys) => {
      asked.push(keys);
      if (isBroken) throw new Error('away');
      return values;
    });
    const both = await Promise.allSettled([of('a'), of('b')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isBroken = false;
    assert.equal(await of('a'), '1');
    assert.equal(asked.length, 2);
  });
});
