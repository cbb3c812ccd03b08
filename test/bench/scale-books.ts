import type { ApiClient } from '../support/api-client.ts';
import { cookiesOf, ALL_DAYS, type Group, HELD, logins, PEOPLE, type Scale } from './scale-world.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { copyOut, freshValues } from './reports-service.ts';
import { EXPONENT, growth, median, type Point, round, timed, under } from './scale-figures.ts';
import { spent } from './spent.ts';

/** Transactions of one person each. */
const ROWS = [1000, 10_000, 100_000];
/** Symbols held, and days of transactions, of people with 2,000 transactions; `large` is one more size. */
const HOLDS = [10, 160];
const SPANS = [ALL_DAYS / 10, Math.round(ALL_DAYS / Math.sqrt(10))];
/** People of a size, measured together like those of an hourly run. */
const OF_A_SIZE = 10;
export const SIZES: readonly Group[] = [
  ...ROWS.map((rows) => ({
    name: `rows${rows}-`,
    people: rows === 10_000 ? OF_A_SIZE : 1,
    rows,
    held: HELD,
    days: ALL_DAYS,
  })),
  ...HOLDS.map((held) => ({ name: `held${held}-`, people: OF_A_SIZE, rows: 2000, held, days: ALL_DAYS })),
  ...SPANS.map((days) => ({ name: `days${days}-`, people: OF_A_SIZE, rows: 2000, held: HELD, days })),
];

const GOAL = { firstReportMs: 1500, pageMs: 5, actionsMs: 20, snapshotMs: 10 };
/** People of `large` whose snapshots are measured. */
const MEASURED_PEOPLE = Math.min(40, 0.1 * PEOPLE);

/** Time from an empty cache to all daily values, which every performance report uses. */
async function firstReport({ core, idOf }: Scale, login: string): Promise<number> {
  const values = freshValues(core);
  try {
    return await timed(() => values.read(idOf(login)));
  } finally {
    await values.close();
  }
}

/** First reports by transactions and days. */
export async function firstReports(scale: Scale): Promise<BenchmarkResult[]> {
  await firstReport(scale, 'small0');
  const byRows: Point[] = [];
  for (const size of ROWS) byRows.push([size, await firstReport(scale, `rows${size}-0`)]);
  const byDays: Point[] = [];
  for (const days of SPANS) byDays.push([days, await firstReport(scale, `days${days}-0`)]);
  byDays.push([ALL_DAYS, await firstReport(scale, 'large0')]);
  const bare = await copyOut(scale.core, scale.idOf('rows100000-0'));
  return [
    under(
      'first performance report of 100,000 transactions',
      byRows.at(-1)?.[1] ?? 0,
      'ms',
      GOAL.firstReportMs,
      ['COPY of the same closes and transactions to nowhere', bare],
    ),
    growth('the first report in transactions', byRows, EXPONENT.linear),
    growth('the first report in days', byDays, EXPONENT.linear),
  ];
}

/** Pages of a long ledger, each requested after a change. */
export async function pages({ world, core, pool, idOf }: Scale): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const [what, path, goal] of [
    ['the transactions page', '/api/portfolio/transactions?page=1&page_size=50', GOAL.pageMs],
    ['corporate actions', '/api/portfolio/corporate-actions', GOAL.actionsMs],
  ] as const) {
    const clients = new Map<number, ApiClient>();
    for (const size of ROWS) {
      const client = world.stranger();
      [client.cookie = null] = await cookiesOf(core, [`rows${size}-0`]);
      clients.set(size, client);
    }
    const times = new Map(ROWS.map((size) => [size, [] as number[]]));
    // The sizes take turns: what else this process and the database do then costs each of them the same.
    for (let at = 0; at < 15; at += 1)
      for (const [size, client] of clients) {
        // The answer must not come from the cache, so the ledger is marked as changed.
        await core.database.change(idOf(`rows${size}-0`), ['ledger'], async () => undefined);
        const ms = await timed(async () => {
          const { status, text } = await client.get(path);
          if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
        });
        times.get(size)?.push(ms);
      }
    const points = Array.from(times, ([size, list]): Point => [size, median(list)]);
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
      growth(`${what} in transactions`, points, EXPONENT.flat),
    );
  }
  return results;
}
/**
 * Time a person of the first snapshots of people, in groups like those of an hourly run: their books are not in memory, like
 * those of more people than it has room for.
 */
async function snapshotOf({ core, idOf }: Scale, chosen: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < chosen.length; at += OF_A_SIZE) {
    const group = chosen.slice(at, at + OF_A_SIZE);
    times.push((await timed(() => core.portfolio.snapshots.take(group.map(idOf)))) / group.length);
  }
  return median(times);
}

/** Snapshots by transactions, symbols held and days. */
export async function snapshots(scale: Scale): Promise<BenchmarkResult[]> {
  await snapshotOf(scale, logins('middle', 20));
  const { result: usual, seconds: cpu } = await spent(() =>
    snapshotOf(scale, logins('large', MEASURED_PEOPLE)),
  );
  const bare: number[] = [];
  for (const login of logins('large', 10))
    bare.push(
      await timed(() =>
        scale.pool.query(
          'select sum(quantity * current_price) from portfolio.holdings where owner_user_id = $1',
          [scale.idOf(login)],
        ),
      ),
    );
  const sized = async (name: string, size: number): Promise<Point> => [
    size,
    await snapshotOf(scale, logins(`${name}${size}-`, OF_A_SIZE)),
  ];
  const few: Point = [200, await snapshotOf(scale, logins('small', 10))];
  const many: Point = [10_000, await snapshotOf(scale, logins('rows10000-', OF_A_SIZE))];
  const [least, most] = [await sized('held', HOLDS[0] ?? 0), await sized('held', HOLDS[1] ?? 0)];
  const spans: Point[] = [];
  for (const days of SPANS) spans.push(await sized('days', days));
  return [
    under(
      'an hourly snapshot of 2,000 transactions and 40 holdings',
      usual,
      `ms a person (${round((cpu * 1000) / MEASURED_PEOPLE)} of processor, without the database)`,
      GOAL.snapshotMs,
      ['adding up the holdings by one statement', median(bare)],
    ),
    // A return looks at every cash flow.
    growth('a snapshot in transactions', [few, [2000, usual], many], EXPONENT.slight),
    growth('a snapshot in symbols held', [least, [HELD, usual], most], EXPONENT.linear),
    growth('a snapshot in days', [...spans, [ALL_DAYS, usual]], EXPONENT.flat),
  ];
}
