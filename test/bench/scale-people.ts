import { setTimeout as sleep } from 'node:timers/promises';
import { takeHourlySnapshots } from '../../jobs/hourly-portfolio-snapshot.ts';
import type { TestApi } from '../support/api-client.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { grown } from './growth.ts';
import { load } from './http-load.ts';
import { PEER, peerOf } from './many-clients.bench.ts';
import { EXPONENT, growth, type Point, refusals, round, timed, under } from './scale-figures.ts';
import { cookiesOf, KINDS_OF_BOOKS, logins, PEOPLE, type Scale, SHARES, SYMBOLS } from './scale-world.ts';

const GOAL = { reportsPerSecond: 600, rssMb: 900, overviewMs: 10 };
const JOB_PEOPLE = [10, 31, Math.min(100, 0.7 * PEOPLE)];
const SLOW = { answersInMs: 200, limitMs: 8000, people: 10 };
/** Parts of the people whose first overviews are requested at one moment: no one is in two of them. */
const BURSTS = [0.06, 0.19, 0.6];
/** Shares no factor with the number of people, so that each burst has all kinds of books. */
const STRIDE = 7919;
const READERS = { people: Math.min(300, PEOPLE), clients: 50, seconds: 5 };
const REPORT = '/api/portfolio/reports/performance';
const OVERVIEW = '/api/portfolio/v2/dashboard';

/** A scheduled run of the hourly job with these people only, an hour after the last one. */
async function hourly(
  { core, clock, yahoo, pool }: Scale,
  chosen: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  clock.pass(60);
  yahoo.requests.length = 0;
  await pool.query(
    'update identity.users set paused_at = case when login = any($1) then null else now() end',
    [chosen],
  );
  const run = { dueAt: clock.now(), isLate: false, attempt: 1, signal };
  try {
    await takeHourlySnapshots(core, run);
  } finally {
    await pool.query('update identity.users set paused_at = null');
  }
}

/** Requests and time of the hourly run by number of people: prices belong to symbols, not to people. */
export async function hourlyJob(scale: Scale): Promise<BenchmarkResult[]> {
  const requests: Point[] = [];
  const times: Point[] = [];
  for (const people of JOB_PEOPLE) {
    times.push([
      people,
      await timed(() => hourly(scale, logins('small', people), new AbortController().signal)),
    ]);
    requests.push([people, scale.yahoo.requests.length]);
  }
  const [, asked = 0] = requests.at(-1) ?? [];
  return [
    under(`requests to refresh the prices of ${JOB_PEOPLE.at(-1)} people`, asked, 'requests', 1.1 * SYMBOLS, [
      'symbols they hold between them',
      SYMBOLS,
    ]),
    growth('these requests in people', requests, EXPONENT.flat),
    growth('the hourly run, prices included, in people', times, EXPONENT.linear),
  ];
}

/** People with all prices and a recorded hour at the end of the time, with books of the same symbols. */
export async function slowSource(scale: Scale): Promise<BenchmarkResult[]> {
  const { clock, idOf, pool, yahoo } = scale;
  const chosen = Array.from(
    { length: SLOW.people },
    (_, nr) => `small${(nr * KINDS_OF_BOOKS) % (0.7 * PEOPLE)}`,
  );
  await pool.query("update portfolio.holdings set price_source = 'NSE' where owner_user_id = any($1)", [
    chosen.map(idOf),
  ]);
  yahoo.delayMs = SLOW.answersInMs;
  const running = hourly(scale, chosen, AbortSignal.timeout(SLOW.limitMs)).catch(() => undefined);
  await Promise.race([running, sleep(SLOW.limitMs, null, { ref: false })]);
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
  const wanted = new Set(chosen).size;
  return [
    {
      name: `people served in ${SLOW.limitMs / 1000} s by a source that answers in ${SLOW.answersInMs} ms`,
      value: people,
      unit: 'people',
      peer: 'people with these symbols',
      peer_value: wanted,
      ratio: round(people / wanted),
      goal: `all ${wanted}`,
      met: people === wanted,
    },
  ];
}

/** Reports of more people than one thread has memory for, and first overviews of many people at once. */
export async function readers({ world, core }: Scale): Promise<BenchmarkResult[]> {
  const all = SHARES.flatMap(({ name, people }) => logins(name, people));
  const cookies = await cookiesOf(core, all);
  const peer = await peerOf(world, [REPORT], cookies[0] ?? '');
  const target = (path: string, people: number) => ({
    url: '',
    headers: {},
    // Each kind of books has its share.
    people: Array.from({ length: people }, (_, nr) => ({
      url: world.url + path,
      headers: { cookie: cookies[Math.floor((nr * PEOPLE) / people)] ?? '' },
    })),
  });
  const inTurn = { connections: READERS.clients, mayRefuse: true };
  const peerOn = (path: string) => ({ url: peer.url + path, headers: {} });
  try {
    const { result, highest_mb } = await grown(async () => {
      const { url, headers, people } = target(REPORT, READERS.people);
      // Once each, then in turn: the second time uses the caches.
      for (let at = 0; at < READERS.people; at += READERS.clients)
        await load({
          ...inTurn,
          targets: [{ url, headers, people: people.slice(at, at + READERS.clients) }],
          seconds: 0,
          sliceMs: 0,
        });
      const targets = [{ url, headers, people }, peerOn(REPORT)];
      return await load({ ...inTurn, targets, seconds: READERS.seconds, sliceMs: 2500 });
    });
    const [ours, other] = result;
    const [perSecond = 0, bare = 1] = [ours?.per_second, other?.per_second];
    const refused = ours?.refused ?? 0;
    const people = `${READERS.people} people in turn by ${READERS.clients} clients`;
    const results = [
      {
        ...under(`performance reports of ${people}`, perSecond, refusals('reports/s', refused), 0, [
          PEER,
          bare,
        ]),
        goal: `at least ${GOAL.reportsPerSecond}`,
        met: perSecond >= GOAL.reportsPerSecond && refused === 0,
      },
      under('the memory of the server meanwhile', highest_mb, 'MB resident', GOAL.rssMb),
    ];
    return [...results, ...(await firstOverviews(world, cookies))];
  } finally {
    peer.close();
  }
}

/** Everybody of a part at one moment; the time of the last answer, and requests that were refused. */
async function firstOverviews(world: TestApi, cookies: readonly string[]): Promise<BenchmarkResult[]> {
  const points: Point[] = [];
  let refused = 0;
  let begin = 0;
  for (const part of BURSTS) {
    const people = Array.from({ length: Math.round(part * PEOPLE) }, (_, nr) => ({
      url: world.url + OVERVIEW,
      headers: { cookie: cookies[((begin + nr) * STRIDE) % PEOPLE] ?? '' },
    }));
    begin += people.length;
    const burst = { connections: people.length, seconds: 0, sliceMs: 0, mayRefuse: true };
    const [answers] = await load({ ...burst, targets: [{ url: '', headers: {}, people }] });
    points.push([people.length, answers?.p99_ms ?? Number.NaN]);
    refused += answers?.refused ?? 0;
  }
  const [people = 1, last = Number.NaN] = points.at(-1) ?? [];
  const each = under(
    `the first overview of each of ${people} people at one moment`,
    last / people,
    refusals('ms a person', refused),
    GOAL.overviewMs,
  );
  return [
    { ...each, met: each.met && refused === 0 },
    growth('these overviews in people', points, EXPONENT.linear),
  ];
}
