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
  /** Ends the query that was sent first. */
  const answerNext = async () => {
    while (answer.length === 0) await turn();
    answer.shift()?.();
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

  it('one query answers all who ask in one turn, each with their own value', async () => {
    const of = createSharedRead(read);
    const all = Promise.all(['a', 'b', 'a', 'c', ...Array.from({ length: 50 }, () => 'a')].map(of));
    await answerNext();
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

  it('a query under way has no more keys: it may have looked before a change that a later request knows of', async () => {
    const of = createSharedRead(read);
    const before = of('a');
    await turn();
    values.set('a', '2');
    const after = of('a');
    await answerNext();
    assert.equal(await before, '1');
    await answerNext();
    assert.equal(await after, '2');
    assert.equal(asked.length, 2);
  });

  it('all that is asked while a query is under way shares the next one', async () => {
    const of = createSharedRead(read);
    const first = of('a');
    await turn();
    const later = [of('a')];
    await turn();
    later.push(of('b'));
    await turn();
    assert.deepEqual(asked, [['a']]);
    await answerNext();
    await first;
    await answerNext();
    assert.deepEqual(await Promise.all(later), ['1', '1']);
    assert.deepEqual(asked, [['a'], ['a', 'b']]);
  });

  it('a query that never answers holds up only those who share it', async () => {
    const of = createSharedRead(read);
    const lost = of('a');
    await turn();
    const never = answer.shift();
    const after = of('a');
    await answerNext();
    assert.equal(await after, '1');
    never?.();
    await lost;
  });

  it('a failure is an error of those who share the query, and the next ones ask again', async () => {
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
