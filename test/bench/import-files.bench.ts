import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Core } from '../../core/assembly/index.ts';
import { testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { grown } from './growth.ts';

const ROWS = 100_000;
const ROUNDS = 3;
const RATIO_GOAL = 2.5;
const MEMORY_GOAL_MB = 200;
const BLOCK_GOAL_MS = 50;
const PAGES = 100;
const REPORT_ROWS = 20_000;
const STATEMENT_GOAL_S = 5;

/** A file from upload to commit. @returns seconds, and the rows that are recorded. */
async function importFile(core: Core, owner: string, file: string): Promise<{ s: number; imported: number }> {
  const begun = performance.now();
  const { import_id } = await core.portfolio.imports.stage(owner, createReadStream(file));
  const { imported } = await core.portfolio.imports.commit(owner, { import_id }, { actor: 'bench' });
  return { s: (performance.now() - begun) / 1000, imported };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): number => Math.round(value * 100) / 100;

const blockOf = (what: string, block_ms: number): BenchmarkResult => ({
  name: `longest block of the event loop during the import of ${what}`,
  value: round(block_ms),
  unit: 'ms',
  peer: null,
  peer_value: null,
  ratio: null,
  goal: `value under ${BLOCK_GOAL_MS}`,
  met: block_ms < BLOCK_GOAL_MS,
});

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const dir = await mkdtemp(path.join(tmpdir(), 'munim-bench-'));
  const made = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx/esm',
      path.join(import.meta.dirname, 'import-files-process.ts'),
      dir,
      String(ROWS),
      String(PAGES),
      String(REPORT_ROWS),
    ],
    { stdio: ['ignore', 2, 2] },
  );
  if (made.status !== 0) throw new Error('the files could not be made');
  const [csv, xlsx, pdf, report, page] = [
    'tradebook.csv',
    'tradebook.xlsx',
    'statement.pdf',
    'report.csv',
    'page.pdf',
  ].map((name) => path.join(dir, name)) as [string, string, string, string, string];
  const world = await testApi({ checkResponses: false });
  const client = new pg.Client({ connectionString: world.core.database.urls.ownerUrl });
  await client.connect();
  try {
    const owner = (await world.core.identity.users.ensureOwner()).id;
    const empty = () =>
      client.query(
        'truncate portfolio.transactions, portfolio.positions, portfolio.holdings, portfolio.imports cascade',
      );
    // From source the thread loads through a compiler, which the program that people run has behind it.
    await world.core.portfolio.imports.stage(owner, createReadStream(page));
    const cas = await watched(() => importFile(world.core, owner, pdf));
    const casAgain = await importFile(world.core, owner, pdf);
    if (cas.result.imported !== PAGES * 28 || casAgain.imported !== 0)
      throw new Error(`the statement gave ${cas.result.imported} rows, and ${casAgain.imported} once more`);
    const long = await watched(() => importFile(world.core, owner, report));
    if (long.result.imported !== REPORT_ROWS) throw new Error(`the report gave ${long.result.imported} rows`);
    const ours: number[] = [];
    const theirs: number[] = [];
    let growth_mb = 0;
    let block_ms = 0;
    for (let at = 0; at < ROUNDS; at += 1) {
      for (const [file, times] of [
        [xlsx, ours],
        [csv, theirs],
      ] as const) {
        await empty();
        const seen = await grown(() => watched(() => importFile(world.core, owner, file)));
        const { result, block_ms: blocked } = seen.result;
        if (result.imported !== ROWS) throw new Error(`${result.imported} rows`);
        times.push(result.s);
        if (file === csv) continue;
        growth_mb = Math.max(growth_mb, seen.growth_mb);
        block_ms = Math.max(block_ms, blocked);
      }
    }
    const { size } = await stat(xlsx);
    const [value, peer_value] = [median(ours), median(theirs)];
    return [
      {
        name: 'import of 100,000 rows from a workbook',
        value: round(value),
        unit: 's from upload to commit',
        peer: 'the same rows as CSV',
        peer_value: round(peer_value),
        ratio: round(value / peer_value),
        goal: `ratio at most ${RATIO_GOAL}`,
        met: value / peer_value <= RATIO_GOAL,
      },
      {
        name: 'memory of a workbook',
        value: round(growth_mb),
        unit: 'MB of growth at the highest',
        peer: 'the size of the file',
        peer_value: round(size / 1024 / 1024),
        ratio: round((growth_mb * 1024 * 1024) / size),
        goal: `value under ${MEMORY_GOAL_MB}`,
        met: growth_mb < MEMORY_GOAL_MB,
      },
      {
        name: `fund statement of ${PAGES} pages, the first long one of a process`,
        value: round(cas.result.s),
        unit: 's from upload to commit',
        peer: 'the same again',
        peer_value: round(casAgain.s),
        ratio: round(cas.result.s / casAgain.s),
        goal: `value under ${STATEMENT_GOAL_S}`,
        met: cas.result.s < STATEMENT_GOAL_S,
      },
      blockOf('a workbook', block_ms),
      blockOf(`a report of ${REPORT_ROWS.toLocaleString('en-IN')} rows that is read whole`, long.block_ms),
      blockOf('a fund statement', cas.block_ms),
    ];
  } finally {
    await client.end();
    await world.close();
    await rm(dir, { recursive: true, force: true });
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'import-files', run };
