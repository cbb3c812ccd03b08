import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgresLogger,
  startEmbeddedPostgres,
} from '../../../../core/platform/embedded-postgres/embedded-postgres.ts';
import { tryStartLock } from '../../../../core/platform/embedded-postgres/start-lock.ts';
import { systemTimers, type Timers } from '../../../../core/platform/index.ts';
import { readPostmaster } from '../../../../core/platform/embedded-postgres/postmaster-file.ts';
import { eventually } from '../../../support/chat-driver.ts';
import {
  crash,
  endServer,
  leaveLockFile,
  SCRIPT,
  startUser,
  stopWriter,
  type User,
} from '../../../support/embedded-postgres-users.ts';
import { fastestPlace } from '../../../support/postgres.ts';
import { sampled } from '../../../support/soak.ts';

const isRoot = process.getuid?.() === 0;
const isOnlyRoots = isRoot && process.platform === 'linux';

describe('embedded Postgres', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  /** Of the tests that begin with the first start. */
  let dir: string;
  /** Made once, by two processes after a third was killed; the tests after that go on from one another. Where it can be tried, only root may enter what is around it. */
  let around: string;
  let data: string;
  let users: User[];
  /** Output of the two processes that started the server at the same time. */
  let joined: { url: string; attached: boolean }[];
  /** Of the process that was killed half-way: its initdb may outlive it, and write on. */
  let drafts: string[];

  before(async () => {
    around = await mkdtemp(path.join(await fastestPlace(), 'munim-embedded-'));
    await chmod(around, isOnlyRoots ? 0o700 : 0o755);
    data = path.join(around, 'data');
    users = [];
    const killed = await user();
    // Somewhere in the making of the data, or a little before or after it: wherever it was, the next start succeeds.
    while ((await readdir(data).catch(() => [])).length === 0) await sleep(5);
    await sleep(100);
    drafts = (await readdir(data)).filter((name) => name.includes('init'));
    killed.kill();
    await killed.ended;
    await endServer(data, 'SIGINT');
    const both = await Promise.all([user(), user()]);
    joined = await Promise.all(both.map(async ({ ready }) => await ready));
    for (const one of both) await one.leave();
  });
  after(() => rm(around, { recursive: true, force: true }));
  beforeEach(async () => {
    dir = await mkdtemp(path.join(await fastestPlace(), 'munim-embedded-'));
    await chmod(dir, 0o755);
    users = [];
  });
  afterEach(async () => {
    for (const user of users) user.kill();
    for (const one of [data, path.join(dir, 'data')]) await endServer(one, 'SIGINT');
    await rm(dir, { recursive: true, force: true });
  });
  /** Ends the server and gives its port to somebody else before it can come back. */
  const killedAndPortTaken = async (port: number): Promise<net.Server> => {
    const stranger = net.createServer((socket) => socket.destroy());
    for (;;) {
      const ending = endServer(data, 'SIGKILL'); // Once more, should it have been quicker than we.
      stranger.listen(port, '127.0.0.1');
      const isOurs = await once(stranger, 'listening').then(
        () => true,
        () => false,
      );
      await ending;
      if (isOurs) return stranger;
    }
  };
  /** Another process that uses the same data. */
  const user = async (prefix: string[] = [], of = data): Promise<User> => {
    const started = await startUser(of, prefix);
    users.push(started);
    return started;
  };

  it('is made once when two processes start at once after a first start that was killed half-way: one starts it, the other joins', async () => {
    const [one, two] = joined;
    assert.ok(one !== undefined && one.url === two?.url);
    assert.notEqual(one.attached, two.attached);
    assert.deepEqual(
      (await readdir(data)).filter(
        (name) => name.includes('init') && !drafts.some((draft) => name.startsWith(draft)),
      ),
      [],
    );
  });

  it('keeps running until the last process that uses it leaves; a killed process no longer counts', async () => {
    const starter = await user();
    await starter.ready;
    const postgres = await startEmbeddedPostgres({ dataDir: data });
    assert.equal(postgres.attached, true);
    await starter.leave();
    assert.equal((await query(postgres.url, 'select 1')).length, 1);
    const killed = await user();
    await killed.ready;
    await postgres.leave();
    killed.kill();
    await killed.ended;
    const adopted = await startEmbeddedPostgres({ dataDir: data });
    assert.equal(adopted.attached, true);
    await adopted.leave();
    assert.equal((await readPostmaster(path.join(data, 'postgres'))).state, 'none');
  });

  it('stops once when all leave together, and lets newcomers in during the storm', async () => {
    await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        for (let round = 0; round < sampled(3, 20); round += 1) {
          const postgres = await startEmbeddedPostgres({ dataDir: data, durable: false });
          await query(postgres.url, 'select 1');
          await sleep(lane * 7);
          await postgres.leave();
        }
      }),
    );
    assert.equal((await readPostmaster(path.join(data, 'postgres'))).state, 'none');
  });

  it('recovers what was committed after a kill -9 of the process and the server', async () => {
    const killed = await user();
    const { url } = await killed.ready;
    await query(url, 'create table note as select generate_series(1, 1000) as id');
    killed.kill();
    await endServer(data, 'SIGKILL');
    const postgres = await startEmbeddedPostgres({ dataDir: data });
    assert.equal(postgres.attached, false);
    assert.deepEqual(await query(postgres.url, 'select count(*)::int from note'), [{ count: 1000 }]);
    await postgres.leave();
  });

  it('comes back on the same port when the server dies under a running process', async () => {
    const { said, logger } = listening();
    const postgres = await startEmbeddedPostgres({ dataDir: data, logger });
    await endServer(data, 'SIGKILL');
    await eventually('an answer', () => query(postgres.url, 'select 1').catch(() => null));
    assert.match(said.join('\n'), /closed this process’s connection; reconnecting/);
    await eventually('the end of the outage', () => postgres.outage() === null);
    await postgres.leave();
    assert.equal((await readPostmaster(path.join(data, 'postgres'))).state, 'none');
  });

  it('while its port is taken is tried again without end, ever less often, and says so; leaving does not wait for it', async () => {
    // It was tried five times and then never again, or came back where no connection string led.
    const { said, logger } = listening();
    const timers = heldTimers();
    const postgres = await startEmbeddedPostgres({ dataDir: data, logger, timers });
    const port = Number(new URL(postgres.url).port);
    assert.equal(postgres.outage(), null);
    const stranger = await killedAndPortTaken(port);
    await eventually('eight tries', () => {
      if (timers.pauses.length < 8) timers.pass();
      return timers.pauses.length === 8;
    });
    assert.deepEqual(
      timers.pauses,
      [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000),
    );
    assert.equal(
      postgres.outage(),
      `the embedded Postgres cannot be started: its port ${port} is in use by another program (try 8, next in 60 s)`,
    );
    assert.equal(said.filter((line) => /cannot be started.*Trying again in/.test(line)).length, 8);

    await closed(stranger);
    timers.pass();
    await eventually('an answer', () => query(postgres.url, 'select 1').catch(() => null));
    await eventually('the end of the outage', () => postgres.outage() === null);

    const another = await killedAndPortTaken(port);
    await eventually('the next try', () => timers.pauses.length === 9);
    await postgres.leave();
    await eventually(
      'the killed one to be gone',
      async () => (await readPostmaster(path.join(data, 'postgres'))).state === 'stale',
    );
    await closed(another);
    // The next start clears away what the killed one held in shared memory.
    await (await startEmbeddedPostgres({ dataDir: data })).leave();
  });

  it('started by another process meanwhile has its old port, which the connection strings lead to', async () => {
    const timers = heldTimers();
    const postgres = await startEmbeddedPostgres({ dataDir: data, timers });
    const stranger = await killedAndPortTaken(Number(new URL(postgres.url).port));
    await eventually('the first try', () => timers.pauses.length === 1);
    await closed(stranger);
    const other = await user();
    assert.equal((await other.ready).url, postgres.url);
    timers.pass();
    await eventually('the end of the outage', () => postgres.outage() === null);
    assert.equal((await query(postgres.url, 'select 1')).length, 1);
    await other.leave();
    await postgres.leave();
  });

  it('is started once more where it cannot recover at the first time, and says so', async function () {
    // So it is with a table that is unlogged, whose making was undone right before the crash.
    if (process.platform === 'win32') this.skip();
    const killed = await user();
    const { url } = await killed.ready;
    const maker = new pg.Client({ connectionString: url });
    maker.on('error', () => undefined);
    await maker.connect();
    await maker.query('create table kept as select 1');
    await maker.query('begin; create unlogged table made (id int)');
    await stopWriter(url);
    await maker.query('rollback');
    killed.kill();
    await killed.ended;
    await crash(url, data);
    await maker.end().catch(() => undefined);
    const { said, logger } = listening();
    const postgres = await startEmbeddedPostgres({ dataDir: data, logger });
    assert.equal((await query(postgres.url, 'table kept')).length, 1);
    assert.match(said.join('\n'), /could not recover from a crash; trying once more.*File exists/);
    await postgres.leave();
  });

  it('removes what killed first starts have left, and nothing else; sees through a lock file whose number now belongs to another program of the same account', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    for (const name of [`postgres.init-${gone}`, `postgres.init-${process.ppid}`, 'postgres.initial-notes'])
      await mkdir(path.join(data, name));
    for (const pid of [gone, process.ppid])
      await writeFile(path.join(data, `postgres.init-${pid}.password`), 'x');
    const cluster = path.join(data, 'postgres');
    const { uid, gid } = await stat(cluster);
    const other = spawn('sleep', ['600'], { ...(isRoot ? { uid, gid } : {}), stdio: 'ignore' });
    try {
      await leaveLockFile(other.pid ?? 0, cluster);
      const postgres = await startEmbeddedPostgres({ dataDir: data });
      assert.equal(postgres.attached, false);
      await postgres.leave();
      assert.equal(other.exitCode, null); // The innocent program was left alone.
    } finally {
      other.kill();
    }
    assert.deepEqual((await readdir(data)).filter((name) => name.includes('init')).toSorted(), [
      `postgres.init-${process.ppid}`,
      `postgres.init-${process.ppid}.password`,
      'postgres.initial-notes',
    ]);
  });

  /** A clock by which two minutes pass in each second. */
  const quickTimers: Timers = { ...systemTimers, now: () => 120 * systemTimers.now() };

  it('a server that hangs on its way out, and whose process was killed meanwhile, is ended and started again', async function () {
    if (process.platform === 'win32') this.skip();
    const killed = await user();
    await stopWriter((await killed.ready).url);
    killed.kill();
    await killed.ended;
    const cluster = path.join(data, 'postgres');
    const server = await readPostmaster(cluster);
    process.kill('pid' in server ? server.pid : Number.NaN, 'SIGINT');
    await eventually('the end to begin', async () => (await readPostmaster(cluster)).state === 'stopping');
    const { said, logger } = listening();
    const postgres = await startEmbeddedPostgres({ dataDir: data, logger, timers: quickTimers });
    assert.equal(postgres.attached, false);
    assert.match(said.join('\n'), /is stopping: waiting for it\.\n.*does not end by itself; ending it\./);
    await postgres.leave();
  });

  it('another process that hangs before it has started the server is waited for ten minutes, then named', async function () {
    if (!['linux', 'win32'].includes(process.platform)) this.skip();
    const release = (await tryStartLock(path.join(await realpath(data), 'postgres'))) ?? assert.fail();
    const { said, logger } = listening();
    await assert.rejects(
      startEmbeddedPostgres({ dataDir: data, logger, timers: quickTimers }),
      /Another Munim process has been starting .* for ten minutes\. Stop that process, then start again\./,
    );
    assert.deepEqual(said, ['The embedded Postgres is being started: waiting for it.']);
    await release();
  });

  it('sees through a lock file whose process is a zombie', async function () {
    if (process.platform !== 'linux') this.skip();
    const cluster = path.join(data, 'postgres');
    // The shell becomes a program that never asks for the end of its child.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const zombie = Number(
        (await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next()).value,
      );
      while (!(await readFile(`/proc/${zombie}/stat`, 'utf8')).includes(') Z ')) await sleep(5);
      await leaveLockFile(zombie, cluster);
      const postgres = await startEmbeddedPostgres({ dataDir: data });
      assert.equal((await query(postgres.url, 'select 1')).length, 1);
      await postgres.leave();
    } finally {
      parent.kill();
    }
  });

  it('works below a folder that only root may enter', async function () {
    if (!isOnlyRoots) this.skip();
    assert.equal((await stat(around)).mode & 0o777, 0o700);
  });

  it('names the closed folder where root has no right to hand on', async function () {
    if (!isRoot || process.platform !== 'linux') this.skip();
    await chmod(dir, 0o700);
    const limited = await user(['setpriv', '--bounding-set=-dac_override', '--'], path.join(dir, 'data'));
    const { failed } = await limited.ready;
    assert.ok(
      failed?.includes(`cannot enter ${dir}. Set DATA_DIR to a folder that every account may enter`),
      failed,
    );
  });

  it('runs as the ordinary user who started it, and keeps out of the data of others', async function () {
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
    if (!isRoot || spawnSync(asNobody[0] ?? '', [...asNobody.slice(1), 'cat', SCRIPT]).status !== 0)
      this.skip();
    const own = path.join(dir, 'data');
    await chown(dir, 65_534, 65_534);
    const ordinary = await user(asNobody, own);
    assert.equal((await ordinary.ready).failed, undefined);
    assert.equal((await stat(path.join(own, 'postgres'))).uid, 65_534);
    assert.equal((await stat(own)).mode & 0o777, 0o700);
    await ordinary.leave();

    await chown(path.join(own, 'postgres'), 12_345, 12_345);
    const { failed } = await (await user(asNobody, own)).ready;
    assert.match(failed ?? '', /belongs to another account \(uid 12345\)/);
  });

  it('leaves the port of a stranger alone and finds another', async () => {
    const stranger = net.createServer().listen(0, '127.0.0.1');
    const postgres = await startEmbeddedPostgres({ dataDir: data });
    assert.notEqual(new URL(postgres.url).port, String((stranger.address() as net.AddressInfo).port));
    await postgres.leave();
    stranger.close();
  });
});

/** A log that is kept. */
function listening(): { said: string[]; logger: EmbeddedPostgresLogger } {
  const said: string[] = [];
  const log = (message: string): void => void said.push(message);
  return { said, logger: { info: log, warn: log, error: log } };
}

/** Pauses that last until they are told to pass, on a clock that stands still otherwise. */
function heldTimers(): Timers & { pauses: number[]; pass(): void } {
  let now = 0;
  let end: (() => void) | null = null;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        pauses.push(ms);
        end = () => {
          now += ms;
          resolve();
        };
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    pass() {
      end?.();
      end = null;
    },
  };
}

function closed(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

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
