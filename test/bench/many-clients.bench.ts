import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from '../support/api-client.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { load, type LoadResult } from './http-load.ts';
import { price, withApi } from './report-routes.bench.ts';
import { copyOut, fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const HOUSEHOLD = { transactions: 20_000, symbols: 300, years: 12 };
const SECONDS = 3;
/** For each route by itself. */
const DETAIL_SECONDS = 1;
/** With a thousand connections each needs some turns in one. */
const SLICE_MS = 1000;
const BURSTS = 3;
/** As the server has it. */
const BACKLOG = 4096;
const GOAL_MS = { manyClients: 1000, page: 800, explained: 150 };
const RATIO_GOAL = 1 / 5;
export const PEER = 'a bare node server that answers the same bytes from memory';

/** As the pages of the dashboard ask for them. */
export const REPORTS = [
  '/reports/performance',
  '/reports/performance?explain=true',
  '/reports/comparison',
  '/reports/risk',
  '/reports/monthly-returns',
  '/reports/attribution',
  '/reports/diversification',
  '/reports/rebalance',
  '/reports/overlap',
  '/income/events?page=1&page_size=50',
  '/income/summary',
  '/reports/income-projection',
  '/reports/dividend-yield',
  '/reports/calendar',
  '/reports/tax-lots?fy=2024-25',
  '/reports/networth?explain=true',
  '/reports/activity?page=1&page_size=50',
  '/reports/snapshots',
  '/reports/definitions',
];
const EXPLAINED = '/reports/performance?explain=true';
const OVERVIEW = '/v2/dashboard';
/** What the page of the overview asks for when it opens. */
const OVERVIEW_PAGE = [OVERVIEW, '/history', '/corporate-actions'];

interface Measured {
  ours: LoadResult;
  peer: LoadResult;
  /** Processor milliseconds of the process that answers, its threads among them, for one request. */
  cpu_ms: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

interface Peer {
  url: string;
  close: () => void;
}

/** Answers what was answered before, byte for byte and with the same headers. */
export async function peerOf(world: TestApi, paths: readonly string[], cookie: string): Promise<Peer> {
  const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  for (const path of paths) {
    const { headers, body, status } = await raw(world.url + path, cookie);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 300)}`);
    answers.set(path, { headers, body });
  }
  const server = createServer(({ url = '' }, response) => {
    const known = answers.get(url);
    response.writeHead(known === undefined ? 404 : 200, known?.headers).end(known?.body);
  });
  // Connections wait during the requests of the other side.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function raw(url: string, cookie: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { cookie } }, resolve).once('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { connection: _own, 'keep-alive': _time, date: _date, ...headers } = response.headers;
  return {
    headers: headers as Record<string, string>,
    body: Buffer.concat(chunks),
    status: response.statusCode ?? 0,
  };
}

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const client = await world.signedIn();
  await fill(world.core, client.userId, workload(HOUSEHOLD));
  await price(world.core);
  world.core.reports.values.warm();
  const cookie = client.cookie ?? '';
  const full = (paths: readonly string[]) => paths.map((path) => `/api/portfolio${path}`);
  const peer = await peerOf(world, full([...REPORTS, ...OVERVIEW_PAGE]), cookie);
  const copyMs = Math.min(await copyOut(world.core), await copyOut(world.core));

  async function ask(
    name: string,
    paths: readonly string[],
    connections: number,
    seconds = SECONDS,
  ): Promise<Measured> {
    const of = (base: string) => ({ url: full(paths).map((path) => base + path), headers: { cookie } });
    const options = { connections, seconds, sliceMs: SLICE_MS };
    const before = process.cpuUsage();
    const [alone] = await load({ ...options, targets: [of(world.url)] });
    const { user, system } = process.cpuUsage(before);
    // Once more by turns, so that a busy moment of the machine hits both alike: only these are compared.
    const [ours, other] = await load({ ...options, targets: [of(world.url), of(peer.url)] });
    const requests = (alone?.per_second ?? 1) * seconds;
    if (ours === undefined || other === undefined) throw new Error('nothing was measured');
    const measured = { ours, peer: other, cpu_ms: (user + system) / 1000 / requests };
    const told = ({ per_second, median_ms, p99_ms }: LoadResult) =>
      `${Math.round(per_second)}/s, p50 ${round(median_ms)} ms, p99 ${round(p99_ms)} ms`;
    process.stderr.write(
      `${connections} clients, ${name}: ${told(ours)}, ${round(measured.cpu_ms)} ms of processor each; the peer ${told(other)}\n`,
    );
    return measured;
  }

  /** Everybody asks once, at the same moment. @returns the p99 in milliseconds, the middle one of some times. */
  async function burst(connections: number, before: () => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    const url = full(REPORTS).map((path) => world.url + path);
    for (let at = 0; at < BURSTS; at += 1) {
      await before();
      const [result] = await load({
        connections,
        seconds: 0,
        sliceMs: 0,
        targets: [{ url, headers: { cookie } }],
      });
      times.push(result?.p99_ms ?? Number.NaN);
    }
    return times.sort((a, b) => a - b)[Math.floor(BURSTS / 2)] ?? Number.NaN;
  }

  const p99 = (name: string, { ours, peer: other }: Measured, goalMs: number): BenchmarkResult => ({
    name,
    value: round(ours.p99_ms),
    unit: 'ms p99',
    peer: PEER,
    peer_value: round(other.p99_ms),
    ratio: round(ours.p99_ms / other.p99_ms),
    goal: `value under ${goalMs}`,
    met: ours.p99_ms < goalMs,
  });
  const throughput = (name: string, { ours, peer: other }: Measured): BenchmarkResult => ({
    name,
    value: Math.round(ours.per_second),
    unit: 'requests/s',
    peer: PEER,
    peer_value: Math.round(other.per_second),
    ratio: round(ours.per_second / other.per_second),
    goal: `ratio at least ${round(RATIO_GOAL)}`,
    met: ours.per_second / other.per_second >= RATIO_GOAL,
  });
  const results: BenchmarkResult[] = [];
  try {
    for (const path of [...REPORTS, ...OVERVIEW_PAGE]) await ask(path, [path], 200, DETAIL_SECONDS);
    const few = await ask('all reports by turns', REPORTS, 20);
    const explained = await ask(EXPLAINED, [EXPLAINED], 20);
    const many = await ask('all reports by turns', REPORTS, 200);
    await ask('all reports by turns', REPORTS, 1000);
    const overview = await ask(OVERVIEW, [OVERVIEW], 1000);
    const page = await ask('the page of the overview', OVERVIEW_PAGE, 1000);
    results.push(
      throughput(`${REPORTS.length} reports by turns, 20 clients`, few),
      p99('the explained performance report, 20 clients', explained, GOAL_MS.explained),
      p99(`${REPORTS.length} reports by turns, 200 clients`, many, GOAL_MS.manyClients),
      throughput(`${REPORTS.length} reports by turns, 200 clients`, many),
      throughput('the overview, 1,000 clients', overview),
      p99('all that the page of the overview asks for, 1,000 clients', page, GOAL_MS.page),
    );
    let quantity = 0;
    const changed = await burst(200, async () => {
      quantity += 1;
      const row = { portfolio: 'Main', symbol: 'SYMBOL0', date: '2026-02-02', type: 'BUY', price: 9 };
      await world.core.portfolio.transactions.create(
        client.userId,
        { ...row, quantity, currency: 'INR' },
        { actor: 'bench' },
      );
    });
    results.push({
      name: 'the same 200 once each, at the moment after a transaction was added',
      value: round(changed),
      unit: 'ms p99',
      peer: 'COPY of the closes and transactions to nowhere',
      peer_value: round(copyMs),
      ratio: round(changed / copyMs),
      goal: `value under ${GOAL_MS.manyClients}`,
      met: changed < GOAL_MS.manyClients,
    });
    return results;
  } finally {
    peer.close();
  }
}

export const bench: Benchmark = {
  name: 'many-clients',
  run: () => withApi(measure),
};
