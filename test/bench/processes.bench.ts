import { readFile } from 'node:fs/promises';
import { type TestCore, testCore } from '../support/core.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { builtProgram } from './built-program.ts';
import { load, type LoadResult } from './http-load.ts';
import { refusals, round, under } from './scale-figures.ts';
import { ALL_DAYS, cookiesOf, fillPeople, type Group, HELD, logins } from './scale-world.ts';

const REPORT = '/api/portfolio/reports/performance';
const MANY = 4;
const CLIENTS = 50;
const SECONDS = 5;
const GOAL = { perSecond: 600, rssMb: 900, ratio: 1 };
/** All that one round of processes may take; they are ended then. */
const MOST_MS = 10 * 60_000;
const PEOPLE = Number(process.env['BENCH_PROCESSES_PEOPLE'] ?? 300);
/** Seven in ten have few transactions, two some, one many. */
const GROUPS: readonly Group[] = [
  { name: 'small', people: 0.7 * PEOPLE, rows: 200, held: HELD, days: ALL_DAYS },
  { name: 'middle', people: 0.2 * PEOPLE, rows: 500, held: HELD, days: ALL_DAYS },
  { name: 'large', people: 0.1 * PEOPLE, rows: 2000, held: HELD, days: ALL_DAYS },
];

/** Most resident memory that a process has had, in MB. */
async function highestMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

interface Measured {
  firstSeconds: number;
  refusedFirst: number;
  result: LoadResult;
  /** Of the process with most. */
  rssMb: number;
}

/** Reports of everybody, each request to the next of these built `api` processes: no person stays with one. */
async function measure(world: TestCore, processes: number, cookies: readonly string[]): Promise<Measured> {
  const { ownerUrl, appUrl } = world.core.database.urls;
  const family = await MunimFamily.open({ DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl });
  const tooLong = setTimeout(() => void family.close(), MOST_MS);
  try {
    const members = await Promise.all(
      Array.from({ length: processes }, () =>
        family.spawn(['start', 'api'], { program: builtProgram() }).ready(),
      ),
    );
    const people = members.flatMap((_, turn) =>
      cookies.map((cookie, nr) => ({
        url: (members[(nr + turn) % processes]?.url ?? '') + REPORT,
        headers: { cookie },
      })),
    );
    const begun = performance.now();
    let refusedFirst = 0;
    for (let at = 0; at < people.length; at += CLIENTS) {
      const first = people.slice(at, at + CLIENTS);
      const burst = { connections: first.length, seconds: 0, sliceMs: 0, mayRefuse: true };
      const [answers] = await load({ ...burst, targets: [{ url: '', headers: {}, people: first }] });
      refusedFirst += answers?.refused ?? 0;
    }
    const firstSeconds = (performance.now() - begun) / 1000;
    const [result] = await load({
      targets: [{ url: '', headers: {}, people }],
      connections: CLIENTS,
      seconds: SECONDS,
      sliceMs: 1000 * SECONDS,
      mayRefuse: true,
    });
    if (result === undefined) throw new Error('nothing was measured');
    const memory = await Promise.all(members.map(({ pid }) => highestMb(pid)));
    return { firstSeconds, refusedFirst, result, rssMb: Math.max(...memory) };
  } finally {
    clearTimeout(tooLong);
    await family.close();
  }
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testCore({ at: new Date().toISOString() });
  try {
    await fillPeople(world.core, GROUPS);
    const cookies = await cookiesOf(
      world.core,
      GROUPS.flatMap(({ name, people }) => logins(name, people)),
    );
    const one = await measure(world, 1, cookies);
    const many = await measure(world, MANY, cookies);
    for (const [name, { firstSeconds, refusedFirst, result, rssMb }] of Object.entries({ one, many }))
      process.stderr.write(
        `${name}: first reports ${round(firstSeconds)} s (${refusedFirst} refused), then ${round(result.per_second)}/s, p99 ${round(result.p99_ms)} ms, ${round(rssMb)} MB\n`,
      );
    const firsts = one.refusedFirst + many.refusedFirst;
    const what = `performance reports of ${cookies.length} people by ${CLIENTS} clients`;
    const ratio = many.result.per_second / one.result.per_second;
    return [
      under('first reports that were refused', firsts, `of ${(1 + MANY) * cookies.length}`, 1),
      {
        ...under(
          `${what}, by one process`,
          one.result.per_second,
          refusals('reports/s', one.result.refused),
          0,
        ),
        goal: `at least ${GOAL.perSecond}`,
        met: one.result.per_second >= GOAL.perSecond && one.result.refused === 0,
      },
      under('most resident memory of this process', one.rssMb, 'MB', GOAL.rssMb),
      under(`the same of ${MANY} processes, the largest one`, many.rssMb, 'MB', GOAL.rssMb),
      {
        ...under(
          `the same by ${MANY} processes, each request to the next one`,
          many.result.per_second,
          refusals('reports/s', many.result.refused),
          0,
          ['one process', one.result.per_second],
        ),
        goal: `ratio at least ${GOAL.ratio}`,
        met: ratio >= GOAL.ratio && many.result.refused === 0,
      },
    ];
  } finally {
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'processes', run };
