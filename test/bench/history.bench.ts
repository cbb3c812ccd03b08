import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Core } from '../../core/assembly/index.ts';
import { bhavcopy } from '../support/bhavcopy.ts';
import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';

const SESSIONS = 2600;
const SYMBOLS = 214;
const ROUNDS = 3;
const RATIO_GOAL = 4;
const READ_GOAL = 3;
const TABLE = 'portfolio.price_history';

/** NSE's archive as it lies in a folder: one file a session, with the debt that every bhavcopy has beside the shares. */
async function writeArchive(dir: string, sessions: readonly string[], isins: readonly string[]) {
  await mkdir(dir, { recursive: true });
  for (const [at, day] of sessions.entries()) {
    const rows = isins.map((isin, nr) => ({
      symbol: `SHARE${nr}`,
      isin,
      // Wanders up and down by less than a split would.
      close: (100 + nr + 40 * Math.sin((at + nr * 7) / 50)).toFixed(2),
    }));
    const { name, text } = bhavcopy(day, rows, { debt: 20 });
    await writeFile(path.join(dir, name), text);
  }
}

async function register(core: Core): Promise<string[]> {
  const isins = Array.from({ length: SYMBOLS }, (_, nr) =>
    withCheckDigit(`INE${String(nr).padStart(3, '0')}A01`),
  );
  await core.database.asSystem('instruments for a benchmark', async (trx) => {
    await trx('market.instruments').insert(
      isins.map((isin, nr) => ({
        exchange: 'NSE',
        symbol: `SHARE${nr}`,
        isin,
        asset_class: 'Indian Equity',
      })),
    );
  });
  return isins;
}

/** Nine letters and digits as an ISIN: two more digits and that of the check (ISO 6166). */
function withCheckDigit(code: string): string {
  const body = `${code}01`;
  const digits = Array.from(body, (char) => Number.parseInt(char, 36)).join('');
  const sum = Array.from(digits)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

async function importArchive(core: Core, dir: string): Promise<number> {
  const begun = performance.now();
  const { prices } = await core.history.importFiles([dir]);
  if (prices.added !== SESSIONS * SYMBOLS) throw new Error(`${prices.added} prices were added`);
  return (performance.now() - begun) / 1000;
}

/** The peer: the same rows straight into the same, empty table with its key and checks. @returns seconds. */
async function copyIn(client: pg.Client, file: string): Promise<number> {
  await client.query(`truncate ${TABLE}`);
  const begun = performance.now();
  await pipeline(createReadStream(file), client.query(copyFrom(`copy ${TABLE} from stdin`)));
  return (performance.now() - begun) / 1000;
}

/** The peer of reading: what Postgres alone takes to write the rows out. @returns milliseconds. */
async function copyOut(client: pg.Client): Promise<number> {
  const begun = performance.now();
  const rows = client.query(
    copyTo(`copy (select instrument_id, day, close from ${TABLE} order by 1, 2) to stdout`),
  );
  for await (const _ of rows);
  return performance.now() - begun;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): number => Math.round(value * 100) / 100;

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const dir = await mkdtemp(path.join(tmpdir(), 'munim-bench-'));
  const archive = path.join(dir, 'archive');
  const copied = path.join(dir, 'prices.copy');
  const world = await testCore({ at: '2024-07-08T12:00:00.000Z' });
  const { core } = world;
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    const isins = await register(core);
    const sessions = core.calendar.sessionsBetween('NSE', '2014-01-01', '2024-12-31').slice(0, SESSIONS);
    await writeArchive(archive, sessions, isins);
    const ours: number[] = [];
    const theirs: number[] = [];
    let block_ms = 0;
    for (let at = 0; at < ROUNDS; at += 1) {
      await client.query(`truncate ${TABLE}`);
      const seen = await watched(() => importArchive(core, archive));
      ours.push(seen.result);
      block_ms = Math.max(block_ms, seen.block_ms);
      if (at === 0)
        await pipeline(
          client.query(copyTo(`copy (select * from ${TABLE} order by day, instrument_id) to stdout`)),
          createWriteStream(copied),
        );
      theirs.push(await copyIn(client, copied));
    }
    const again = await watched(() => core.history.importFiles([archive]));
    if (again.result.prices.added !== 0) throw new Error('the same files again added prices');
    await client.query(`vacuum analyze ${TABLE}`);
    const ids = (await client.query<{ id: string }>('select id::text from market.instruments')).rows;
    const begun = performance.now();
    const series = await core.history.closesOf(ids.map(({ id }) => id));
    const read_ms = performance.now() - begun;
    const copied_ms = await copyOut(client);
    if (series.size !== SYMBOLS) throw new Error(`${series.size} series were read`);
    const [value, peer_value] = [median(ours), median(theirs)];
    return [
      {
        name: `bhavcopies of ${SESSIONS} sessions, ${SYMBOLS} shares each, into price_history`,
        value: round(value),
        unit: 's from the files to commit, validation included',
        peer: 'COPY of the same rows into the same table',
        peer_value: round(peer_value),
        ratio: round(value / peer_value),
        goal: `ratio at most ${RATIO_GOAL}`,
        met: value / peer_value <= RATIO_GOAL,
      },
      {
        name: 'longest block of the event loop during the import',
        value: round(block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: 'value under 50',
        met: block_ms < 50,
      },
      {
        name: `${SYMBOLS} series of ${SESSIONS} adjusted closes`,
        value: round(read_ms),
        unit: 'ms in one question',
        peer: 'COPY of the same rows in the same order to nowhere',
        peer_value: round(copied_ms),
        ratio: round(read_ms / copied_ms),
        goal: `ratio at most ${READ_GOAL}`,
        met: read_ms / copied_ms <= READ_GOAL,
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
  name: 'history',
  run,
};
