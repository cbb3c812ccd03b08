import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { istInstant } from '../../core/platform/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { readProcess } from '../support/file-cost.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { chooseProgram } from '../support/program.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { under } from './scale-figures.ts';
import { fillPeople } from './scale-world.ts';

const PEOPLE = Number(process.env['BENCH_HOUR_PEOPLE'] ?? 10_000);
const BOOKS = { rows: 120, held: 40, days: 365 };
const MARKET = { symbols: 1000, kinds: 25, days: 10 };
const ANSWERS_IN_MS = 200;
/** An hour of a session, and the start of the process that does its jobs. */
const HOUR = istInstant('2026-03-04', '12:00');
const STARTS = new Date(HOUR.getTime() - 20_000);
const JOBS = ['hourly_portfolio_snapshot', 'hourly_portfolio_update', 'support_alert_monitor'];
/** One core has 60 ms for each of ten thousand people in the time of the goal. */
const GOAL = { makeS: 180, hourS: 600, rssMb: 900, cpuMs: 60 };
const LOOK_MS = 500;

/** Clock ticks of /proc/<pid>/stat per second. */
const TICKS_PER_SECOND = 100;
const cpuSeconds = (pid: number): number => (readProcess(pid)?.own ?? 0) / TICKS_PER_SECOND;
const peakMb = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

interface Hour {
  seconds: number;
  /** People with this hour's values at prices of this hour. */
  people: number;
  rows: number;
}

/** Waits for the end of the hourly run. */
async function hourOf({ core }: TestCore, munim: MunimProcess): Promise<Hour> {
  const { systemPool } = core.database;
  for (; munim.isRunning; await sleep(LOOK_MS)) {
    const { rows } = await systemPool.query<{ state: string; seconds: number }>(
      `select state, extract(epoch from finished_at - due_at)::float8 as seconds from jobs.runs
       where job = $1 and due_at = $2 and finished_at is not null`,
      [JOBS[0], HOUR],
    );
    const [run] = rows;
    if (run === undefined) continue;
    if (run.state !== 'DONE') throw new Error(`the hourly run ended as ${run.state}`);
    const { rows: found } = await systemPool.query<Omit<Hour, 'seconds'>>(
      `select count(distinct owner_user_id)::int as people, count(*)::int as rows from portfolio.snapshots s
       where hour = $1 and not exists (select from portfolio.holdings h
         where h.owner_user_id = s.owner_user_id and h.price_source = 'NSE')`,
      [HOUR],
    );
    const [recorded = { people: 0, rows: 0 }] = found;
    return { ...recorded, seconds: run.seconds };
  }
  throw new Error(`the process ended: ${munim.errors}`);
}

async function measure(): Promise<BenchmarkResult[]> {
  const yahoo = await new YahooServer().start();
  yahoo.delayMs = ANSWERS_IN_MS;
  for (let nr = 0; nr < MARKET.symbols; nr += 1)
    yahoo.listings.set(`SCALE${nr}.NS`, {
      price: 100 + nr,
      closes: [99 + nr, 100 + nr],
      day: '2026-03-04',
    });
  const world = await testCore({ at: STARTS.toISOString() });
  const { DATABASE_URL, DATABASE_APP_URL } = world.core.config;
  const family = await MunimFamily.open({
    DATABASE_URL: DATABASE_URL ?? '',
    DATABASE_APP_URL: DATABASE_APP_URL ?? '',
    YAHOO_BASE_URL: yahoo.url,
  });
  try {
    const made = await fillPeople(world.core, [{ name: 'person', people: PEOPLE, ...BOOKS }], MARKET);
    await world.core.database.systemPool.query(
      'insert into jobs.watched (job, since, considered_until) select job, $2, $2 from unnest($1::text[]) job',
      [JOBS, STARTS],
    );
    const munim = await family.start(['jobs'], { clock: STARTS });
    const before = cpuSeconds(munim.pid);
    const { seconds, people, rows } = await hourOf(world, munim);
    const cpu = cpuSeconds(munim.pid) - before;
    // Without those for closes of earlier days, which the process fetches at its start.
    const asked = yahoo.requests.filter(({ path }) => !path.includes('period1=')).length;
    const peak = peakMb(munim.pid);
    await munim.stop();
    const all = `${PEOPLE} people with ${BOOKS.held} of ${MARKET.symbols} symbols`;
    return [
      under(`${all} and ${BOOKS.rows} transactions made`, made, 's', GOAL.makeS),
      {
        ...under(
          `their hourly run, with prices that each take ${ANSWERS_IN_MS} ms`,
          seconds,
          `s (${people} people, ${rows} values recorded)`,
          GOAL.hourS,
        ),
        met: seconds < GOAL.hourS && people >= PEOPLE,
      },
      under('requests for prices meanwhile', asked, 'requests', 1.1 * MARKET.symbols),
      under(
        'processor of the process meanwhile, its reports of the hour included',
        (1000 * cpu) / PEOPLE,
        'ms a person',
        GOAL.cpuMs,
      ),
      under('the highest memory of the process', peak, 'MB resident', GOAL.rssMb),
    ];
  } finally {
    await family.close();
    await world.close();
    await yahoo.close();
  }
}

export const bench: Benchmark = {
  name: 'hour',
  async run() {
    const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
    chooseProgram();
    if (ownRun) await openTestRun();
    try {
      return await measure();
    } finally {
      if (ownRun) await closeTestRun();
    }
  },
};
