import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const BASE = '/api/portfolio/connections';

/** The tests go on from one another: one database, and a process that runs beside all that is done. */
describe('contract/Command line: npm run rotate-broker-key', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let family: MunimFamily;
  let munim: MunimProcess;
  let client: ApiClient;
  const keys = async (): Promise<string[]> =>
    (await readFile(path.join(family.dataDir, 'broker.key'), 'utf8')).match(/^[0-9a-f]{64}$/gm) ?? [];
  const shown = async () => {
    const { body, text } = await client.get<{ items: { credentials: { last4: string | null }[] }[] }>(BASE);
    assert.ok(Array.isArray(body.items), text);
    return body.items.map(({ credentials }) => credentials[1]?.last4);
  };
  const asked = async <T>(work: (database: pg.Client) => Promise<T>): Promise<T> => {
    const database = new pg.Client({ connectionString: given.url });
    await database.connect();
    try {
      return await work(database);
    } finally {
      await database.end();
    }
  };
  before(async () => {
    given = await testDatabase();
    family = await MunimFamily.open({ DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl });
    munim = await family.start(['api']);
    client = await munim.signedIn();
    const token = new DhanServer().accessToken();
    const made = await client.post(BASE, {
      broker: 'dhan',
      label: 'Dhan',
      role: 'SYNC',
      credentials: { client_id: DhanServer.CLIENT_ID, access_token: token },
    });
    assert.equal(made.status, 201, made.text);
  });
  after(async () => {
    await family.close();
    await given.drop();
  });

  it('the start needs no key and says which one there will be; the first connection draws it, for its owner’s eyes', async () => {
    assert.match(munim.output, /Secrets\s+broker credentials are encrypted with .*broker\.key/);
    assert.equal((await keys()).length, 1);
    assert.equal((await stat(path.join(family.dataDir, 'broker.key'))).mode & 0o777, 0o600);
  });

  it('killed in the middle it leaves both keys; a second run ends what it began, beside a process that goes on; no key is printed', async () => {
    const [before] = await keys();
    await asked(async (keeper) => {
      await keeper.query('begin; select from broker.connections for update');
      const rotation = family.spawn(['rotate-broker-key']);
      await asked((watcher) =>
        eventually(
          'the rotation to wait for the table',
          async () =>
            (
              await watcher.query(
                `select from pg_locks where not granted and relation = 'broker.connections'::regclass`,
              )
            ).rowCount === 1,
          120_000,
        ),
      );
      await rotation.kill();
    });
    const both = await keys();
    assert.equal(both.length, 2);
    assert.equal(both[1], before);
    assert.notDeepEqual(await shown(), [null]);
    const { code, output, errors } = await family.runHere(['rotate-broker-key']);
    assert.equal(code, 0, errors);
    assert.match(output, /Re-encrypted with key [0-9a-f]{12}: 1 of 1 connections, /);
    assert.deepEqual(await keys(), [both[0]]);
    assert.ok(!both.some((key) => output.includes(key) || errors.includes(key)));
    assert.notDeepEqual(await shown(), [null]);
  });

  it('a key that is not there ends with code 1 and changes nothing', async () => {
    const before = await shown();
    const elsewhere = await family.runHere(['rotate-broker-key'], {
      BROKER_SECRET_KEY: 'cd'.repeat(32),
      DATA_DIR: path.join(family.dataDir, 'elsewhere'),
    });
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.output, /No key on this server can decrypt the credentials of: Dhan/);
    assert.deepEqual(await shown(), before);
  });
});
