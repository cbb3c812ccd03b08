import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type ApiClient, testApi } from '../support/api-client.ts';
import type { Core } from '../../core/assembly/index.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { tradebookLines } from '../support/tradebook.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { grown } from './growth.ts';

const ROWS = 100_000;
const SYMBOLS = 500;
const ROUNDS = 3;
const RATIO_GOAL = 6;
const MEMORY_GOAL_MB = 150;
const BLOCK_GOAL_MS = 50;
const TABLE = 'portfolio.transactions';

/** Upload to commit through the service that every door calls. @returns seconds. */
async function importFile(core: Core, owner: string, file: string): Promise<number> {
  const begun = performance.now();
  const { import_id, valid_rows } = await core.portfolio.imports.stage(owner, createReadStream(file));
  const { imported } = await core.portfolio.imports.commit(owner, { import_id }, { actor: 'bench' });
  if (valid_rows !== ROWS || imported !== ROWS) throw new Error(`${imported} of ${valid_rows} rows`);
  return (performance.now() - begun) / 1000;
}

/** Sends the file as a browser would and commits it; in a process of its own, so that only the server's work is seen here. */
const SENDER = `
  import { openAsBlob } from 'node:fs';
  const [url, cookie, file] = process.argv.slice(1);
  const headers = { cookie, origin: url };
  const body = new FormData();
  body.append('type', 'auto');
  body.append('file', await openAsBlob(file), 'tradebook.csv');
  const preview = await (await fetch(url + '/api/portfolio/csv/upload', { method: 'POST', headers, body })).json();
  const commit = await fetch(url + '/api/portfolio/csv/commit', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ import_id: preview.import_id }),
  });
  const { imported } = await commit.json();
  if (imported !== ${ROWS}) throw new Error('imported ' + imported + ' of ' + JSON.stringify(preview).slice(0, 200));
`;

async function importOverHttp(client: ApiClient, file: string): Promise<void> {
  const sender = spawn(
    process.execPath,
    ['--input-type=module', '-e', SENDER, client.url, client.cookie ?? '', file],
    { stdio: ['ignore', 2, 2] },
  );
  const [code] = (await once(sender, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the file could not be imported over HTTP');
}

/** The rows that were imported, as Postgres itself writes them. */
async function copyOut(client: pg.Client, file: string): Promise<void> {
  await pipeline(client.query(copyTo(`copy ${TABLE} to stdout`)), createWriteStream(file));
}

/** The peer: the same rows straight into the same, empty table with its indexes and constraints. @returns seconds. */
async function copyIn(client: pg.Client, file: string): Promise<number> {
  await client.query(`truncate ${TABLE} cascade`);
  const begun = performance.now();
  await pipeline(createReadStream(file), client.query(copyFrom(`copy ${TABLE} from stdin`)));
  return (performance.now() - begun) / 1000;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): number => Math.round(value * 100) / 100;

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const dir = await mkdtemp(path.join(tmpdir(), 'munim-bench-'));
  const file = path.join(dir, 'tradebook.csv');
  const copied = path.join(dir, 'transactions.copy');
  const world = await testApi({ checkResponses: false });
  const client = new pg.Client({ connectionString: world.core.database.urls.ownerUrl });
  await client.connect();
  try {
    await pipeline(
      Readable.from(tradebookLines({ rows: ROWS, symbols: SYMBOLS, seed: 5 })),
      createWriteStream(file),
    );
    const ours: number[] = [];
    const theirs: number[] = [];
    const sender = await world.signedIn();
    const owner = (await world.core.identity.users.list())[0]?.id ?? '';
    const empty = () =>
      client.query(`truncate ${TABLE}, portfolio.positions, portfolio.holdings, portfolio.imports cascade`);
    // Before anything is warm: the first import of a process is the one that blocks longest.
    const first = await grown(() => watched(() => importOverHttp(sender, file)));
    const { block_ms } = first.result;
    let { growth_mb } = first;
    for (let at = 0; at < ROUNDS; at += 1) {
      await empty();
      const seen = await grown(() => importFile(world.core, owner, file));
      ours.push(seen.result);
      growth_mb = Math.max(growth_mb, seen.growth_mb);
      if (at === 0) await copyOut(client, copied);
      theirs.push(await copyIn(client, copied));
    }
    const [value, peer_value] = [median(ours), median(theirs)];
    const idle = await watched(() => copyIn(client, copied));
    const { size } = await stat(file);
    return [
      {
        name: 'import of 100,000 rows',
        value: round(value),
        unit: 's from upload to commit',
        peer: 'COPY of the same rows into the same table',
        peer_value: round(peer_value),
        ratio: round(value / peer_value),
        goal: `ratio at most ${RATIO_GOAL}`,
        met: value / peer_value <= RATIO_GOAL,
      },
      {
        name: 'import memory',
        value: round(growth_mb),
        unit: 'MB of growth at the highest',
        peer: 'the size of the file',
        peer_value: round(size / 1024 / 1024),
        ratio: round((growth_mb * 1024 * 1024) / size),
        goal: `value under ${MEMORY_GOAL_MB}`,
        met: growth_mb < MEMORY_GOAL_MB,
      },
      {
        name: 'longest block of the event loop during an import over HTTP',
        value: round(block_ms),
        unit: 'ms',
        peer: 'the bare COPY: what the machine itself adds',
        peer_value: round(idle.block_ms),
        ratio: round(block_ms / idle.block_ms),
        goal: `value under ${BLOCK_GOAL_MS}`,
        met: block_ms < BLOCK_GOAL_MS,
      },
    ];
  } finally {
    await client.end();
    await world.close();
    await rm(dir, { recursive: true, force: true });
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'import',
  run,
};
