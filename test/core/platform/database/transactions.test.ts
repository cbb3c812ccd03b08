import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  createLog,
  type Database,
  type DbTransaction,
  openDatabase,
  withTimeOf,
} from '../../../../core/platform/index.ts';
import { createWire, type Wire } from '../../../support/database-wire.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { PATIENT_LIMITS } from '../../../support/time-limits.ts';
import { meanwhile } from '../../../support/meanwhile.ts';

describe('a transaction', () => {
  let data: TestDatabase;
  let database: Database;
  let wire: Wire;
  before(async () => {
    data = await testDatabase();
    wire = createWire();
    database = openDatabase(
      { ownerUrl: await wire.through(data.url), appUrl: await wire.through(data.appUrl) },
      createLog('silent'),
      { limits: PATIENT_LIMITS },
    );
    await database.asSystem('two people', (trx) =>
      trx('identity.users').insert([
        { login: 'one', name: 'One' },
        { login: 'two', name: 'Two' },
      ]),
    );
  });
  after(async () => {
    await database.close();
    await wire.cut();
    await data.drop();
  });

  it('slow work in a transaction reads over a second connection of a pool of two', async () => {
    const small = openDatabase({ ownerUrl: data.url, appUrl: data.appUrl }, createLog('silent'), {
      limits: PATIENT_LIMITS,
      most: { app: 2, system: 2 },
    });
    const count = await withTimeOf('long', () =>
      small.asSystem('an import', () =>
        meanwhile(() => small.readAsSystem('a look meanwhile', (trx) => trx('identity.users').pluck('id'))),
      ),
    );
    await small.close();
    assert.ok(count.length >= 2);
  });

  it('a transaction that takes a second connection unasked fails in tests', async () => {
    const nested = database.asUser('1', () =>
      database.readAsUser('1', (trx) => trx('identity.users').pluck('id')),
    );
    await assert.rejects(nested, /takes a second connection/);
  });

  const names = async (trx: DbTransaction): Promise<string[]> =>
    await trx('identity.users').where('login', 'like', 'new%').orderBy('login').pluck('login');
  const insert = (trx: DbTransaction, login: string) => trx('identity.users').insert({ login, name: 'New' });
  const person = async (trx: DbTransaction): Promise<string> =>
    (await trx.raw<{ rows: { id: string }[] }>("select current_setting('app.user_id', true) as id")).rows[0]
      ?.id ?? '';

  it('begins with its first statement, in one round trip; its end is the second', async () => {
    await database.asUser('1', person);
    const sent = wire.counts('');
    assert.equal(await database.asUser('1', person), '1');
    assert.equal(sent(), 2);
    await database.asUser('1', (trx) => trx('identity.users').where('id', '1').first('login'));
    assert.equal(sent(), 4);
  });

  it('in which nothing is asked asks the server nothing', async () => {
    const sent = wire.counts('');
    assert.equal(await database.asUser('1', () => Promise.resolve(7)), 7);
    await assert.rejects(
      database.asUser('1', () => Promise.reject(new Error('changed my mind'))),
      /changed my mind/,
    );
    assert.equal(sent(), 0);
    // What was not sent is nobody else's.
    assert.equal(await database.asUser('2', person), '2');
  });

  it('is one from its first statement on, whatever that is', async () => {
    const failing: Record<string, (trx: DbTransaction) => Promise<unknown>> = {
      'a statement': async (trx) => await insert(trx, 'new'),
      'several at once': (trx) => Promise.all([insert(trx, 'new'), insert(trx, 'new too'), person(trx)]),
      'several in one': async (trx) =>
        await trx.raw("insert into identity.users (login, name) values ('new', 'New'); select 1"),
      'a savepoint': async (trx) => await trx.transaction(async (inner) => await insert(inner, 'new')),
      COPY: async (trx) => {
        const client = await (
          trx.client as unknown as { acquireConnection(): Promise<pg.ClientBase> }
        ).acquireConnection();
        const copy = client.query(copyFrom('copy identity.users (login, name) from stdin'));
        await pipeline(Readable.from(['new\tNew\n']), copy);
      },
    };
    for (const [first, work] of Object.entries(failing)) {
      const taken = database.asSystem('a test', async (trx) => {
        await work(trx);
        assert.notDeepEqual(await names(trx), [], first);
        throw new Error('taken back');
      });
      await assert.rejects(taken, /taken back/, first);
      assert.deepEqual(await database.asSystem('a test', names), [], first);
    }
  });

  it('whose first statement fails leaves nothing behind, and its connection serves the next', async () => {
    const before = wire.opened();
    for (let times = 0; times < 3; times += 1) {
      const failing = database.asUser('1', async (trx) => {
        await trx.raw('select 1 / ?::int', [0]);
      });
      await assert.rejects(failing, { code: '22012' });
      assert.equal(await database.asUser('2', person), '2');
    }
    assert.equal(wire.opened(), before);
  });

  it('goes on after a savepoint that was taken back, also where that came first', async () => {
    const kept = await database.asSystem('a test', async (trx) => {
      await assert.rejects(
        trx.transaction(async (inner) => {
          await insert(inner, 'new');
          throw new Error('taken back');
        }),
        /taken back/,
      );
      await insert(trx, 'new after');
      return await names(trx);
    });
    assert.deepEqual(kept, ['new after']);
    await database.asSystem('a test', (trx) => trx('identity.users').where({ login: 'new after' }).delete());
  });

  it('reads at one moment where it is to, and for its person', async () => {
    const read = await database.atOneMoment('2', async (trx) => {
      const { rows } = await trx.raw<{ rows: { isolation: string; access: string }[] }>(
        `select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as access`,
      );
      return { ...rows[0], person: await person(trx) };
    });
    assert.deepEqual(read, { isolation: 'repeatable read', access: 'on', person: '2' });
  });

  it('takes a value of any letters as a value', async () => {
    const word = "1'; drop table x; --\\";
    assert.equal(await database.asUser(word, person), word);
    assert.equal(await database.readAsUser(word, person), word);
  });

  describe('that only reads', () => {
    const login = (trx: DbTransaction) => trx('identity.users').where('id', '1').pluck('login');
    const reads = {
      'for a person': <T>(work: (trx: DbTransaction) => PromiseLike<T>) => database.readAsUser('1', work),
      'of the system': <T>(work: (trx: DbTransaction) => PromiseLike<T>) =>
        database.readAsSystem('a test', work),
    };
    for (const [whose, read] of Object.entries(reads)) {
      it(`${whose} takes one round trip for each statement, as many as there are`, async () => {
        await read(login);
        const sent = wire.counts('');
        assert.deepEqual(await read(login), ['one']);
        assert.equal(sent(), 1);
        assert.deepEqual(await read(async (trx) => [await login(trx), await login(trx)]), [['one'], ['one']]);
        assert.equal(sent(), 3);
      });

      it(`${whose} refuses to write, and its connection serves the next`, async () => {
        const before = wire.opened();
        for (let times = 0; times < 3; times += 1) {
          await assert.rejects(
            read((trx) => insert(trx, 'new')),
            { code: 'UNAVAILABLE' },
          );
          await assert.rejects(
            read((trx) => trx.raw('select 1 / ?::int', [0])),
            { code: '22012' },
          );
          assert.equal(await database.asUser('2', person), '2');
        }
        assert.equal(wire.opened(), before);
        assert.deepEqual(await database.asSystem('a test', names), []);
      });
    }

    it('is of its person alone, also beside others and within the work of another', async () => {
      const people = Array.from({ length: 40 }, (_, nr) => String(nr));
      assert.deepEqual(await Promise.all(people.map((id) => database.readAsUser(id, person))), people);
      const nested = await database.readAsUser('1', async (trx) => [
        await database.readAsUser('2', person),
        await database.asUser('3', person),
        await database.readAsSystem('a test', person),
        await person(trx),
      ]);
      assert.deepEqual(nested, ['2', '3', '', '1']);
      // A statement built in a read but sent after it has no person, and sees no rows.
      const { late } = await database.readAsUser('1', (trx) =>
        Promise.resolve({ late: trx('identity.users').pluck('id') }),
      );
      assert.deepEqual(await late, []);
      assert.equal(await database.readAsSystem('a test', person), '');
    });

    it('holds back no change that begins within it', async () => {
      const kept = await database.readAsUser('1', async () => {
        await database.asSystem('a test', (trx) => insert(trx, 'new within'));
        return await database.readAsSystem('a test', names);
      });
      assert.deepEqual(kept, ['new within']);
      await database.asSystem('a test', (trx) =>
        trx('identity.users').where({ login: 'new within' }).delete(),
      );
    });
  });
});
