import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../../../../core/platform/embedded-postgres/embedded-postgres.ts';
import { readPostmaster } from '../../../../core/platform/embedded-postgres/postmaster-file.ts';
import { endServer } from '../../../support/embedded-postgres-users.ts';
import { fastestPlace } from '../../../support/postgres.ts';

const isRoot = process.getuid?.() === 0;

/** The tests go on from one another: the first makes the data. What else may happen to it is in `embedded-postgres.slow.test.ts`. */
describe('embedded Postgres, from its first start to its second', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let dir: string;
  let data: string;
  before(async () => {
    dir = await mkdtemp(path.join(await fastestPlace(), 'munim-embedded-'));
    await chmod(dir, 0o755);
  });
  after(async () => {
    await endServer(data, 'SIGINT');
    await rm(dir, { recursive: true, force: true });
  });

  it('the first start makes a UTF-8 database of its own, over loopback TCP with a password only, and stops with its last user', async () => {
    data = path.join(dir, 'deep', 'data');
    const before = process.umask(0o077);
    const postgres = await startEmbeddedPostgres({ dataDir: data }).finally(() => process.umask(before));
    const rows = await query(
      postgres.url,
      `select current_database() as database, pg_encoding_to_char(encoding) as encoding, datlocale as locale,
              upper('é₹ह') as upper, current_setting('listen_addresses') as listens, current_setting('jit') as jit,
              current_setting('unix_socket_directories') as sockets, current_setting('fsync') as fsync,
              current_setting('timezone') as zone, (select rolsuper from pg_roles where rolname = current_user) as super
       from pg_database where datname = current_database()`,
    );
    assert.deepEqual(rows, [
      {
        database: 'munim',
        encoding: 'UTF8',
        locale: 'C.UTF-8',
        upper: 'É₹ह',
        listens: '127.0.0.1',
        jit: 'off',
        sockets: '',
        fsync: 'on',
        zone: 'UTC',
        super: true,
      },
    ]);
    const wrong = new URL(postgres.url);
    wrong.password = 'guess';
    await assert.rejects(query(wrong.href, 'select 1'), { code: '28P01' });

    await query(postgres.url, 'create table note as select 42 as answer');
    await postgres.leave();
    assert.equal((await readPostmaster(path.join(data, 'postgres'))).state, 'none');
    assert.equal((await openSockets(Number(wrong.port))).length, 0);
  });

  it('keeps its data to one unprivileged account, in a folder that account can reach under a strict umask', async () => {
    const cluster = await stat(path.join(data, 'postgres'));
    const password = await stat(path.join(data, 'postgres', 'munim.password'));
    assert.equal(cluster.mode & 0o777, 0o700);
    assert.equal(password.mode & 0o777, 0o600);
    assert.equal(password.uid, cluster.uid);
    assert.equal(cluster.uid === 0, false);
    assert.equal((await stat(path.join(data, 'postgres.log'))).mode & 0o077, 0);
    for (const folder of [data, path.dirname(data)])
      assert.equal((await stat(folder)).mode & 0o777, isRoot ? 0o711 : 0o700, folder);
  });

  it('keeps what was written from one start to the next', async () => {
    const second = await startEmbeddedPostgres({ dataDir: data });
    assert.deepEqual(await query(second.url, 'select answer from note'), [{ answer: 42 }]);
    await second.leave();
  });

  it('says what to do with data of another major version', async () => {
    const folder = path.join(dir, 'older');
    const cluster = path.join(folder, 'postgres');
    await mkdir(cluster, { recursive: true });
    await writeFile(path.join(cluster, 'PG_VERSION'), '15\n');
    await assert.rejects(startEmbeddedPostgres({ dataDir: folder }), (error) => {
      assert.ok(error instanceof EmbeddedPostgresError);
      assert.match(
        error.message,
        /written by Postgres 15, but this version of Munim includes Postgres 18\..*npm run backup.*DATA_DIR/,
      );
      return true;
    });
  });

  it('says what to do with a folder that is no database', async () => {
    const folder = path.join(dir, 'letters');
    await mkdir(path.join(folder, 'postgres'), { recursive: true });
    await writeFile(path.join(folder, 'postgres', 'letter.txt'), 'not yours');
    await assert.rejects(
      startEmbeddedPostgres({ dataDir: folder }),
      /is not a complete Postgres data folder.*DATA_DIR/,
    );
    assert.equal(await readFile(path.join(folder, 'postgres', 'letter.txt'), 'utf8'), 'not yours');
  });

  it('says what to do where it may not write', async () => {
    await writeFile(path.join(dir, 'file'), '');
    await assert.rejects(
      startEmbeddedPostgres({ dataDir: path.join(dir, 'file', 'data') }),
      /cannot be created \(ENOTDIR\)\. Set DATA_DIR/,
    );
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function openSockets(port: number): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve([`127.0.0.1:${port}`]);
    });
    socket.once('error', () => resolve([]));
  });
}
