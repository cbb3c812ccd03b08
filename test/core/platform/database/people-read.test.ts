import assert from 'node:assert/strict';
import { createReadOfPeople } from '../../../../core/platform/database/people-read.ts';
import type { DbTransaction } from '../../../../core/platform/index.ts';

describe('reads of people who ask at once', () => {
  let asked: (readonly string[])[];
  const database = {
    readAsSystem: async <T>(_why: string, work: (trx: DbTransaction) => PromiseLike<T>) =>
      await work({} as DbTransaction),
  };
  /** Two rows of each, person by person in turns. */
  const rowsOf = (ids: readonly string[]) =>
    [1, 2].flatMap((nr) => ids.map((owner_user_id) => ({ owner_user_id, nr })));
  const read = () =>
    createReadOfPeople(database, 'a test', async (_trx, ids) => {
      asked.push(ids);
      return [...rowsOf(ids), { owner_user_id: 'stranger', nr: 3 }];
    });
  beforeEach(() => {
    asked = [];
  });

  it('each is handed their own rows in order, and nothing of anybody else', async () => {
    const of = read();
    const ids = ['1', '2', '3'];
    assert.deepEqual(
      await Promise.all(ids.map(of)),
      ids.map((id) => rowsOf([id])),
    );
    assert.deepEqual(asked, [ids]);
  });

  it('many people are read by several queries', async () => {
    const of = read();
    const ids = Array.from({ length: 100 }, (_, nr) => String(nr));
    const found = await Promise.all(ids.map(of));
    assert.deepEqual(
      found,
      ids.map((id) => rowsOf([id])),
    );
    assert.deepEqual(
      asked.map(({ length }) => length),
      [16, 16, 16, 16, 16, 16, 4],
    );
  });

  it('who has no rows is handed none', async () => {
    const of = createReadOfPeople(database, 'a test', async () => []);
    assert.deepEqual(await of('1'), []);
  });
});
