import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../core/platform/embedded-postgres/embedded-postgres.ts';
import { locateBinaries } from '../../core/platform/embedded-postgres/binaries.ts';
import { clusterPaths } from '../../core/platform/embedded-postgres/cluster.ts';
import { processExists } from '../../core/platform/embedded-postgres/postmaster-file.ts';
import { stopServer } from '../../core/platform/embedded-postgres/server-process.ts';
import { emptyTables, schemaFingerprint } from './database-reset.ts';
import { type Door, endSessions, keepSessions, waitingSessions } from './reused-connections.ts';

/*
 * One throw-away server for a whole test run, started by the first test that asks for a database. The run's folder
 * travels in the environment, so that the workers of a parallel run meet on the same server. Set
 * MUNIM_TEST_POSTGRES_URL (superuser, any database) to use a server of your own instead.
 */
const SERVER_URL = 'MUNIM_TEST_POSTGRES_URL';
const RUN_DIR = 'MUNIM_TEST_RUN_DIR';
const PREFIX = 'munim-test-';
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 2_000_000_000;

export interface TestDatabase {
  /** Superuser and owner of the tables. */
  url: string;
  /** The restricted role, under row-level security. */
  appUrl: string;
  drop(): Promise<void>;
}

/**
 * A database with all migrations applied and no rows: a copy of a template, or one that an earlier test gave back, with its
 * sessions (see `reused-connections`).
 */
export async function testDatabase(): Promise<TestDatabase> {
  const name = free.pop() ?? (await copyOfTemplate());
  const url = await databaseUrl(name);
  appRole ??= restrictedRole(url);
  const app = new URL(url);
  ({ username: app.username, password: app.password } = await appRole);
  return { url, appUrl: app.href, drop: () => release(name) };
}

async function copyOfTemplate(): Promise<string> {
  const template = await templateDatabase();
  const name = newName();
  await administer(`create database ${name} template ${template} strategy file_copy`);
  keepSessions(name, await doorOfServer());
  return name;
}

/** Keeps the database for a later test, reset; one whose schema is no longer the template's is dropped. */
async function release(name: string): Promise<void> {
  if (free.length < KEPT_DATABASES && (await hasNoSessions(name))) {
    const isAsNew = await reset(name).catch(() => false);
    if (isAsNew) {
      free.push(name);
      return;
    }
  }
  endSessions(name);
  await dropDatabase(name);
}

/** A new database without any table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName();
  await administer(`create database ${name}`);
  return { url: await databaseUrl(name), drop: () => dropDatabase(name) };
}

function newName(): string {
  const name = `${runName()}_${randomBytes(6).toString('hex')}`;
  usedDatabases.add(name);
  return name;
}

/** Databases that this process has used. */
export const usedDatabases = new Set<string>();

/** Process id of the run's own server; null while it is not up, and where it is a server of yours. */
export function serverProcessId(): number | null {
  try {
    return Number.parseInt(
      readFileSync(path.join(clusterPaths(runDir()).cluster, 'postmaster.pid'), 'utf8'),
      10,
    );
  } catch {
    return null;
  }
}

/** Opens a run: call once before anything else, in the process that starts the workers. */
export async function openTestRun(): Promise<void> {
  await sweepDeadRuns();
  if (process.env[RUN_DIR] !== undefined) return; // A run inside a run: the outer one tidies up.
  opened = true;
  process.env[RUN_DIR] = await mkdtemp(path.join(await fastestPlace(), `${PREFIX}${process.pid}-`));
}

/** Stops the run's server and removes its folder; on a server of your own, drops the run's databases. */
export async function closeTestRun(): Promise<void> {
  const dir = process.env[RUN_DIR];
  if (dir === undefined) return;
  if (!opened) {
    // Its session with the server would keep this process; whoever else uses the server keeps that.
    await (await own)?.leave();
    return;
  }
  if (process.env[SERVER_URL] !== undefined) {
    const { rows } = await query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${runName()}\\_%`],
    );
    for (const { datname } of rows) await administer(`drop database if exists ${datname} with (force)`);
  } else {
    await (await own)?.leave();
    await stopIn(dir);
  }
  await rm(dir, { recursive: true, force: true });
  Reflect.deleteProperty(process.env, RUN_DIR);
}

let opened = false;
let own: Promise<EmbeddedPostgres> | null = null;
let administrators: pg.Pool | null = null;
let template: Promise<string> | null = null;
/** Of the template; a released database is compared with it. */
let fingerprint: string | null = null;
/** Databases ready for the next test of this process. */
const free: string[] = [];
const KEPT_DATABASES = 2;
/** Made with the template, hence the same in each of its copies. */
let appRole: Promise<URL> | null = null;

/**
 * Drops a database once its sessions have left, or after five seconds in spite of them. The promise of a pool's `end`
 * resolves before its sockets are closed: a session that is ended in between says so where nobody listens any more.
 */
async function dropDatabase(name: string): Promise<void> {
  await hasNoSessions(name);
  await administer(`drop database if exists ${name} with (force)`);
}

/** Waits up to five seconds for the sessions to leave; those that wait to be used again may stay. */
async function hasNoSessions(name: string): Promise<boolean> {
  for (let tries = 0; tries < 250; tries += 1) {
    const { rowCount } = await query(
      'select from pg_stat_activity where datname = $1 and pid <> all($2) limit 1',
      [name, waitingSessions(name)],
    );
    if (rowCount === 0) return true;
    await sleep(20);
  }
  return false;
}

/** Deletes the rows. @returns false where the schema is not the template's any more */
async function reset(name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: await databaseUrl(name) });
  await client.connect();
  try {
    if (!(await hasTemplateSchema(client))) return false;
    await emptyTables(client, 'restart');
    return true;
  } finally {
    await client.end();
  }
}

export async function hasTemplateSchema(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  fingerprint ??= await templateFingerprint();
  return (await schemaFingerprint(client)) === fingerprint;
}

async function templateFingerprint(): Promise<string> {
  const name = await copyOfTemplate();
  const client = new pg.Client({ connectionString: await databaseUrl(name) });
  await client.connect();
  try {
    return await schemaFingerprint(client);
  } finally {
    await client.end();
    endSessions(name);
    await dropDatabase(name);
  }
}

async function restrictedRole(url: string): Promise<URL> {
  const { ensureAppRole } = await import('../../core/platform/index.ts');
  return new URL((await ensureAppRole(url, null)).appUrl);
}

async function serverUrl(): Promise<string> {
  const given = process.env[SERVER_URL];
  if (given !== undefined) return given;
  own ??= startEmbeddedPostgres({ dataDir: runDir(), durable: false });
  return (await own).url;
}

/** Longest name of a socket that every system takes, with its end. */
const SOCKET_NAME_BYTES = 103;

/** The way to the run's own server without the network, where it has one. */
async function doorOfServer(): Promise<Door | null> {
  if (process.env[SERVER_URL] !== undefined) return null;
  const port = Number(new URL(await serverUrl()).port);
  const file = path.join(clusterPaths(runDir()).cluster, `.s.PGSQL.${port}`);
  return existsSync(file) && Buffer.byteLength(file) <= SOCKET_NAME_BYTES ? { port, file } : null;
}

/** Folder of the open run. */
export function runDir(): string {
  const dir = process.env[RUN_DIR];
  if (dir === undefined)
    throw new Error('No test run is open: call openTestRun() first (test/hooks.ts does in mocha).');
  return dir;
}

function runName(): string {
  return path.basename(runDir()).toLowerCase().replaceAll('-', '_');
}

async function databaseUrl(name: string): Promise<string> {
  const url = new URL(await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function query<R extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  administrators ??= new pg.Pool({
    connectionString: await databaseUrl('postgres'),
    max: 2,
    allowExitOnIdle: true,
  }).on('error', () => undefined); // The server of a run ends before its last process.
  return await administrators.query<R>(sql, values);
}

async function administer(sql: string): Promise<void> {
  await query(sql);
}

function templateDatabase(): Promise<string> {
  template ??= makeTemplate();
  return template;
}

/** Migrates once per run: under a lock of the server, and renamed to its final name only when it is complete. */
async function makeTemplate(): Promise<string> {
  const name = `${runName()}_template`;
  const draft = `${name}_draft`;
  const client = new pg.Client({ connectionString: await databaseUrl('postgres') });
  await client.connect();
  try {
    const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken';
    while ((await client.query<{ taken: boolean }>(lock, [name])).rows[0]?.taken !== true) await sleep(20);
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount === 1)
      return name;
    const { ensureAppRole, migrateDatabase } = await import('../../core/platform/index.ts');
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrateDatabase(await databaseUrl(draft));
    await ensureAppRole(await databaseUrl(draft), null);
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

async function stopIn(dir: string): Promise<void> {
  const paths = clusterPaths(dir);
  if (
    await access(paths.cluster).then(
      () => true,
      () => false,
    )
  ) {
    await stopServer(paths, await locateBinaries(path.join(dir, 'postgres-lib')));
  }
}

/** In memory a copy of the template takes 10 ms; on a disk, whose file creation may be slow, up to 0.5 s. */
export async function fastestPlace(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Servers and folders of runs that were killed before they could tidy up. */
async function sweepDeadRuns(): Promise<void> {
  for (const place of new Set([MEMORY, tmpdir()])) {
    for (const name of await readdir(place).catch(() => [])) {
      const pid = /^munim-test-(\d+)-/.exec(name)?.[1];
      if (pid === undefined || processExists(Number(pid))) continue;
      const dir = path.join(place, name);
      await stopIn(dir).then(
        () => rm(dir, { recursive: true, force: true }),
        () => {}, // Another account's run.
      );
    }
  }
}
