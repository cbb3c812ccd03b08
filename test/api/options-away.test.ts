import assert from 'node:assert/strict';
import pg from 'pg';
import { ROUTES } from '../../api/routes/index.ts';
import { storeFailure } from '../../core/options/store/unavailable.ts';
import { Problem, SqliteError } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { createWire } from '../support/database-wire.ts';
import { closedTrade } from '../support/options-world.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { limitsTimes } from '../support/time-limits.ts';

/** What reads of the workspace need in their query, by path. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/options/v2/performance': '?mode=LIVE',
  '/api/options/performance/daily': '?mode=LIVE',
  '/api/options/permission': '?strategy=short_put',
};
/** It may be a minute old, and is then answered without asking anybody. */
const KEPT = '/api/battle/summary';
/** Reads that say by their declaration that the workspace may be away. */
const READS = ROUTES.filter(
  ({ method, path, problems }) =>
    method === 'GET' &&
    path !== KEPT &&
    !path.includes(':') &&
    (problems?.[503] ?? []).includes('OPTIONS_UNAVAILABLE'),
).map(({ path }) => `${path}${QUERIES[path] ?? ''}`);
const LIMITS = limitsTimes(0.1);

describe('the options workspace on a Postgres server that is away', () => {
  const wire = createWire();
  let store: TestDatabase;
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let token: string;
  before(async () => {
    store = await testDatabase();
    const url = await wire.through(store.url);
    world = await testApi({ environment: { OPTIONS_DATABASE_URL: url }, timeLimits: LIMITS });
    client = await world.signedIn();
    ({ token } = await world.core.options.tokens.create(client.userId, 'trader'));
  });
  after(async () => {
    await world.close();
    await wire.cut();
    await store.drop();
  });

  const trader = async (method: string, path: string, body?: unknown) =>
    await world.stranger().request(method, path, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  const report = async () =>
    await trader('POST', '/api/options/ingest', { records: [closedTrade('T', '2026-06-01T05:00:00Z')] });

  /** Every door to it. */
  async function refusals(reads: readonly string[]): Promise<void> {
    const answers = [
      ...(await Promise.all(reads.map(async (path) => [path, await client.get(path)] as const))),
      ['ingest', await report()] as const,
      ['permission', await trader('GET', '/api/options/permission?strategy=short_put')] as const,
      ['note', await client.request('PATCH', '/api/journal/T/notes', { body: { notes: 'x' } })] as const,
    ];
    for (const [what, { status, body, headers, text }] of answers) {
      assert.deepEqual([status, body['code']], [503, 'OPTIONS_UNAVAILABLE'], `${what}: ${text}`);
      assert.ok(Number(headers.get('retry-after')) > 0, what);
      assert.match(String(body['detail']), /options workspace|too busy/);
      assert.doesNotMatch(text, /ECONN|127\.0\.0\.1|munim_|select/i, what);
    }
    // The books know nothing of it.
    assert.equal((await client.get('/api/portfolio/portfolios')).status, 200);
  }
  const isWell = async () => {
    await eventually('it to be well again', async () => (await report()).status === 200);
    // The limits of this test are short, and a busy machine may miss one.
    for (const path of READS)
      await eventually(`${path} to answer`, async () => (await client.get(path)).status === 200);
  };

  it('there are reads to try, and all of them are well', async () => {
    assert.ok(READS.length >= 20, String(READS.length));
    await isWell();
  });

  it('stopped: every read and every report is 503 in a sentence, and all is well when it is back', async () => {
    await wire.cut();
    await refusals(READS);
    await wire.mend();
    await isWell();
  });

  it('frozen: the same, in bounded time', async () => {
    wire.freeze();
    await refusals(READS.slice(0, 4));
    wire.thaw();
    await isWell();
  });

  it('ended in the middle of a statement, by the server', async () => {
    const direct = new pg.Client({ connectionString: store.url });
    await direct.connect();
    const reading = world.core.options.store.read(
      client.userId,
      async (workspace) =>
        await workspace.select('select pg_sleep(20) as slept where cast(:owner as bigint) > 0'),
    );
    let isOver = false;
    reading.catch(() => (isOver = true));
    await eventually('it to be under way', async () => {
      // The limit of a statement is short in this test.
      if (isOver) return true;
      const { rowCount } = await direct.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
      );
      return rowCount !== 0;
    });
    await assert.rejects(reading, { status: 503, code: 'OPTIONS_UNAVAILABLE' });
    await direct.end();
    await isWell();
  });

  it('what a server or a file says against it is a sentence; a fault of ours stays one', () => {
    const of = (code: string | null, message = 'x') => Object.assign(new Error(message), { code });
    const AWAY: readonly [what: string, error: unknown, words: RegExp][] = [
      ['a wrong password', of('28P01'), /not let in by .*password/],
      ['a user that is none', of('28000'), /not let in/],
      ['a database that is none', of('3D000'), /not let in/],
      ['no rights', of('42501'), /not let in/],
      [
        'no password',
        of(null, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
        /not let in/,
      ],
      ['a certificate', of('DEPTH_ZERO_SELF_SIGNED_CERT'), /not let in/],
      ['no such host', of('ENOTFOUND'), /cannot be reached/],
      ['a refused connection', of('ECONNREFUSED'), /cannot be reached/],
      ['a lost connection', new Error('Connection terminated unexpectedly'), /cannot be reached/],
      ['a shutdown', of('57P01'), /cannot be reached/],
      ['too many connections', of('53300'), /too busy/],
      ['no room', of('53100'), /out of disk space/],
      ['read-only', of('25006'), /read-only/],
      ['a locked file', new SqliteError('x', 'SQLITE_BUSY'), /Another program/],
      ['a damaged file', new SqliteError('x', 'SQLITE_CORRUPT_VTAB'), /damaged/],
      ['a full disk', new SqliteError('x', 'SQLITE_FULL'), /disk is full/],
      ['a file that may not be written', new SqliteError('x', 'SQLITE_READONLY_DBMOVED'), /may not write/],
      ['a disk that fails', new SqliteError('x', 'SQLITE_IOERR_READ'), /Check the disk/],
    ];
    for (const [what, error, words] of AWAY) {
      const problem = storeFailure(error, 'the server');
      assert.ok(problem instanceof Problem, what);
      assert.deepEqual([problem.status, problem.code], [503, 'OPTIONS_UNAVAILABLE'], what);
      assert.match(problem.detail, words, what);
    }
    for (const error of [of('23505'), of('42703'), new TypeError('x is not a function')])
      assert.equal(storeFailure(error, 'the server'), error);
    assert.ok(storeFailure(new Error('whatever'), 'the server', true) instanceof Problem);
  });
});
