import { setTimeout as sleep } from 'node:timers/promises';
import { takeHourlySnapshots } from '../../jobs/hourly-portfolio-snapshot.ts';
import type { TestApi } from '../support/api-client.ts';
import { type HeldClock, heldClock } from '../support/core.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { exponent, grown } from './growth.ts';
import { load } from './http-load.ts';
import { PEER, peerOf } from './many-clients.bench.ts';
import { withApi } from './report-routes.bench.ts';
import { copyOut, freshValues } from './reports-service.ts';
import { ALL_DAYS, cookiesOf, fillPeople, type Group, KINDS_OF_BOOKS, SYMBOLS } from './scale-world.ts';

/** A session of the exchange, at 11:30 in India. */
const AT = '2026-03-04T06:00:00.000Z';
/** People of the installation: 100, 1,000 or 10,000. */
const PEOPLE = Number(process.env['BENCH_SCALE_PEOPLE'] ?? 1000);
const HELD = 40;
/** Seven in ten have few transactions, two some, one many. */
const SHARES: readonly Group[] = [
  { name: 'small', people: 0.7 * PEOPLE, rows: 200, held: HELD, days: ALL_DAYS },
  { name: 'middle', people: 0.2 * PEOPLE, rows: 500, held: HELD, days: ALL_DAYS },
  { name: 'large', people: 0.1 * PEOPLE, rows: 2000, held: HELD, days: ALL_DAYS },
];
const ROWS = [1000, 10_000, 100_000];
/** Symbols held, and days of transactions, of people with 2,000 transactions; those of `large` are one more size. */
const HOLDS = [10, 160];
const SPANS = [ALL_DAYS / 10, Math.round(ALL_DAYS / Math.sqrt(10))];
const OF_A_SIZE = 3;
const SIZES: readonly Group[] = [
  ...ROWS.map((rows) => ({ name: `rows${rows}-`, people: 1, rows, held: HELD, days: ALL_DAYS })),
  ...HOLDS.map((held) => ({ name: `held${held}-`, people: OF_A_SIZE, rows: 2000, held, days: ALL_DAYS })),
  ...SPANS.map((days) => ({ name: `days${days}-`, people: OF_A_SIZE, rows: 2000, held: HELD, days })),
];

const GOAL = {
  makeSeconds: 60,
  snapshotMs: 10,
  pageMs: 5,
  actionsMs: 20,
  flat: 0.1,
  linear: 1.1,
  firstReportMs: 1500,
  reportsPerSecond: 600,
  rssMb: 900,
  overviewMs: 800,
};
const JOB_PEOPLE = [10, 31, Math.min(100, 0.7 * PEOPLE)];
const SLOW = { answersInMs: 200, limitMs: 8000, people: 10 };
const READERS = { people: Math.min(300, PEOPLE), clients: 50, seconds: 5 };
const REPORT = '/api/portfolio/reports/performance';
const OVERVIEW = '/api/portfolio/v2/dashboard';

type Point = readonly [size: number, cost: number];
type Peer = readonly [name: string, value: number];

const round = (value: number) => Math.round(value * 100) / 100;
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** A figure that must stay under its goal; one without a peer is a count or a physical limit. */
function under(name: string, value: number, unit: string, goal: number, peer?: Peer): BenchmarkResult {
  return {
    name,
    value: round(value),
    unit,
    peer: peer?.[0] ?? null,
    peer_value: peer === undefined ? null : round(peer[1]),
    ratio: peer === undefined ? null : round(value / peer[1]),
    goal: `under ${goal}`,
    met: value < goal,
  };
}

function growth(name: string, points: readonly Point[], goal: number): BenchmarkResult {
  const at = points.map(([size, cost]) => `${size}: ${round(cost)}`).join(', ');
  return under(`growth of ${name}`, exponent(points), `exponent (${at})`, goal);
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function measure(world: TestApi, yahoo: YahooServer, clock: HeldClock): Promise<BenchmarkResult[]> {
  const { core } = world;
  const pool = core.database.systemPool;
  const seconds = await fillPeople(core, [...SHARES, ...SIZES]);
  const { rows } = await pool.query<{ login: string; id: string }>(
    'select login, id::text from identity.users',
  );
  const ids = new Map(rows.map(({ login, id }) => [login, id]));
  const idOf = (login: string) => ids.get(login) ?? '';
  const logins = (name: string, people: number) => Array.from({ length: people }, (_, nr) => name + nr);
  const results = [under(`${PEOPLE} people made`, seconds, 's', GOAL.makeSeconds)];
  const tell = (what: string) => process.stderr.write(`${new Date().toISOString()} ${what}\n`);

  /** From nothing known to all daily values, which every report of performance is made of. */
  async function firstReport(login: string): Promise<number> {
    const values = freshValues(core);
    try {
      return await timed(() => values.read(idOf(login)));
    } finally {
      await values.close();
    }
  }

  async function firstReports(): Promise<void> {
    await firstReport('small0');
    const byRows: Point[] = [];
    for (const size of ROWS) byRows.push([size, await firstReport(`rows${size}-0`)]);
    const byDays: Point[] = [];
    for (const days of SPANS) byDays.push([days, await firstReport(`days${days}-0`)]);
    byDays.push([ALL_DAYS, await firstReport('large0')]);
    const bare = await copyOut(core, idOf('rows100000-0'));
    results.push(
      under(
        'first performance report of 100,000 transactions',
        byRows.at(-1)?.[1] ?? 0,
        'ms',
        GOAL.firstReportMs,
        ['COPY of the same closes and transactions to nowhere', bare],
      ),
      growth('the first report in transactions', byRows, GOAL.linear),
      growth('the first report in days', byDays, GOAL.linear),
    );
  }

  async function pages(): Promise<void> {
    for (const [what, path, goal] of [
      ['the transactions page', '/api/portfolio/transactions?page=1&page_size=50', GOAL.pageMs],
      ['corporate actions', '/api/portfolio/corporate-actions', GOAL.actionsMs],
    ] as const) {
      const points: Point[] = [];
      for (const size of ROWS) {
        const client = world.stranger();
        [client.cookie = null] = await cookiesOf(core, [`rows${size}-0`]);
        const times: number[] = [];
        for (let at = 0; at < 15; at += 1) {
          // The answer must not be the last one: the ledger is said to have changed.
          await core.database.change(idOf(`rows${size}-0`), ['ledger'], async () => undefined);
          times.push(
            await timed(async () => {
              const { status, text } = await client.get(path);
              if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
            }),
          );
        }
        points.push([size, median(times)]);
      }
      const owner = idOf('rows100000-0');
      const bare: number[] = [];
      for (let at = 0; at < 15; at += 1)
        bare.push(
          await timed(() =>
            pool.query(
              'select * from portfolio.transactions where owner_user_id = $1 order by trade_date desc, id desc limit 50',
              [owner],
            ),
          ),
        );
      results.push(
        under(`${what} at 100,000 transactions`, points.at(-1)?.[1] ?? 0, 'ms', goal, [
          'the newest 50 rows by one statement',
          median(bare),
        ]),
        growth(`${what} in transactions`, points, GOAL.flat),
      );
    }
  }

  /** The first snapshot of each: nothing of their books is kept in memory, as when there are more people than it holds. */
  async function snapshotOf(chosen: readonly string[]): Promise<number> {
    const times: number[] = [];
    for (const login of chosen) times.push(await timed(() => core.portfolio.snapshots.take(idOf(login))));
    return median(times);
  }

  async function snapshots(): Promise<void> {
    await snapshotOf(['middle0', 'middle1', 'middle2']);
    const usual = await snapshotOf(logins('large', Math.min(40, 0.1 * PEOPLE)));
    const bare: number[] = [];
    for (const login of logins('large', 10))
      bare.push(
        await timed(() =>
          pool.query(
            'select sum(quantity * current_price) from portfolio.holdings where owner_user_id = $1',
            [idOf(login)],
          ),
        ),
      );
    const sized = async (name: string, size: number): Promise<Point> => [
      size,
      await snapshotOf(logins(`${name}${size}-`, OF_A_SIZE)),
    ];
    const few: Point = [200, await snapshotOf(logins('small', 10))];
    const many: Point = [10_000, await snapshotOf(['rows10000-0'])];
    const [least, most] = [await sized('held', HOLDS[0] ?? 0), await sized('held', HOLDS[1] ?? 0)];
    const spans: Point[] = [];
    for (const days of SPANS) spans.push(await sized('days', days));
    results.push(
      under(
        'an hourly snapshot of 2,000 transactions and 40 holdings',
        usual,
        'ms a person',
        GOAL.snapshotMs,
        ['adding up the holdings by one statement', median(bare)],
      ),
      growth('a snapshot in transactions', [few, [2000, usual], many], GOAL.flat),
      growth('a snapshot in symbols held', [least, [HELD, usual], most], GOAL.linear),
      growth('a snapshot in days', [...spans, [ALL_DAYS, usual]], GOAL.flat),
    );
  }

  /** One run of the hourly job as the schedule does it, with these people only, an hour after the last one. */
  async function hourly(chosen: readonly string[], signal: AbortSignal): Promise<void> {
    clock.pass(60);
    yahoo.requests.length = 0;
    await pool.query(
      'update identity.users set paused_at = case when login = any($1) then null else now() end',
      [chosen],
    );
    const run = { dueAt: clock.now(), isLate: false, attempt: 1, signal };
    await takeHourlySnapshots(core, run).finally(() =>
      pool.query('update identity.users set paused_at = null'),
    );
  }

  async function hourlyJob(): Promise<void> {
    const requests: Point[] = [];
    const times: Point[] = [];
    for (const people of JOB_PEOPLE) {
      times.push([people, await timed(() => hourly(logins('small', people), new AbortController().signal))]);
      requests.push([people, yahoo.requests.length]);
    }
    const [, asked = 0] = requests.at(-1) ?? [];
    results.push(
      under(
        `requests to refresh the prices of ${JOB_PEOPLE.at(-1)} people`,
        asked,
        'requests',
        1.1 * SYMBOLS,
        ['symbols they hold between them', SYMBOLS],
      ),
      growth('these requests in people', requests, GOAL.flat),
      growth('the hourly run, prices included, in people', times, GOAL.linear),
    );
  }

  /** People whose every price came and whose hour is recorded when the time is over, with books of the same symbols. */
  async function slowSource(): Promise<void> {
    const chosen = Array.from(
      { length: SLOW.people },
      (_, nr) => `small${(nr * KINDS_OF_BOOKS) % (0.7 * PEOPLE)}`,
    );
    await pool.query("update portfolio.holdings set price_source = 'NSE'");
    yahoo.delayMs = SLOW.answersInMs;
    const running = hourly(chosen, AbortSignal.timeout(SLOW.limitMs)).catch(() => undefined);
    const isOver = await Promise.race([running.then(() => false), sleep(SLOW.limitMs, true, { ref: false })]);
    tell(`the slow source ${isOver ? 'took the whole time' : 'was done before the time was over'}`);
    const { rows: done } = await pool.query<{ people: number }>(
      `select count(distinct s.owner_user_id)::int as people from portfolio.snapshots s
         join identity.users u on u.id = s.owner_user_id
       where s.recorded_at = $1 and u.login = any($2) and not exists (
         select from portfolio.holdings h where h.owner_user_id = u.id and h.price_source = 'NSE')`,
      [clock.now(), chosen],
    );
    await running;
    yahoo.delayMs = 0;
    const people = done[0]?.people ?? 0;
    results.push({
      name: `people served in ${SLOW.limitMs / 1000} s by a source that answers in ${SLOW.answersInMs} ms`,
      value: people,
      unit: 'people',
      peer: 'people with these symbols',
      peer_value: new Set(chosen).size,
      ratio: round(people / SLOW.people),
      goal: `all ${SLOW.people}`,
      met: people === SLOW.people,
    });
  }

  async function readers(): Promise<void> {
    const all = SHARES.flatMap(({ name, people }) => logins(name, people));
    const cookies = await cookiesOf(core, all);
    const peer = await peerOf(world, [REPORT, OVERVIEW], cookies[0] ?? '');
    const target = (path: string, people: number) => ({
      url: '',
      headers: {},
      // Of each kind of books its share.
      people: Array.from({ length: people }, (_, nr) => ({
        url: world.url + path,
        headers: { cookie: cookies[Math.floor((nr * PEOPLE) / people)] ?? '' },
      })),
    });
    const peerOn = (path: string) => ({ url: peer.url + path, headers: {} });
    try {
      const { result, highest_mb } = await grown(async () => {
        const targets = [target(REPORT, READERS.people)];
        // Once each, then in turn: what they need is known by then, if it was kept.
        await load({ targets, connections: READERS.people, seconds: 0, sliceMs: 0 });
        return await load({
          targets: [...targets, peerOn(REPORT)],
          connections: READERS.clients,
          seconds: READERS.seconds,
          sliceMs: 2500,
        });
      });
      const [ours, other] = result;
      const [perSecond = 0, bare = 1] = [ours?.per_second, other?.per_second];
      const people = `${READERS.people} people in turn by ${READERS.clients} clients`;
      results.push(
        {
          ...under(`performance reports of ${people}`, perSecond, 'reports/s', 0, [PEER, bare]),
          goal: `at least ${GOAL.reportsPerSecond}`,
          met: perSecond >= GOAL.reportsPerSecond,
        },
        under('the memory of the server meanwhile', highest_mb, 'MB resident', GOAL.rssMb),
      );
      const clients = Math.min(1000, PEOPLE);
      const overview = await load({
        targets: [target(OVERVIEW, clients), peerOn(OVERVIEW)],
        connections: clients,
        seconds: 4,
        sliceMs: 1000,
      });
      results.push(
        under(
          `the overview of ${clients} people at once`,
          overview[0]?.p99_ms ?? 0,
          'ms p99',
          GOAL.overviewMs,
          [PEER, overview[1]?.p99_ms ?? 1],
        ),
      );
    } finally {
      peer.close();
    }
  }

  // Said at once: a run of ten thousand people takes long.
  for (const part of [firstReports, pages, snapshots, hourlyJob, slowSource, readers]) {
    const before = results.length;
    await part();
    for (const { name, value, unit, goal } of results.slice(before))
      tell(`${name}: ${value} ${unit}, goal ${goal}`);
  }
  return results;
}

async function run(): Promise<BenchmarkResult[]> {
  const clock = heldClock(AT);
  const yahoo = await new YahooServer().start();
  for (let nr = 0; nr < SYMBOLS; nr += 1)
    yahoo.listings.set(`SCALE${nr}.NS`, {
      price: 100 + nr,
      closes: [99 + nr, 100 + nr],
      day: AT.slice(0, 10),
    });
  try {
    return await withApi((world) => measure(world, yahoo, clock), {
      clock,
      environment: { YAHOO_BASE_URL: yahoo.url },
    });
  } finally {
    await yahoo.close();
  }
}

export const bench: Benchmark = { name: 'scale', run };
