import type { TestApi } from '../support/api-client.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { load } from './http-load.ts';

const CLIENTS = 20;
const SECONDS = 4;
const GOAL_MS = 50;
const PAGE = { history: 50, journal: 25 };
/** Pages of each list, from the newest to the oldest. */
const PAGES = 40;
/** More than one client gets through in a second. */
const NEW_PAGES = 1_000;
const STRATEGIES = 5;

const round = (value: number) => Math.round(value * 100) / 100;

/** Addresses of pages all through a list of so many rows; two clients rarely ask for the same one at once. */
function pagesOf(path: string, rows: number, count = PAGES): string[] {
  const last = Math.max(1, Math.ceil(rows / (path.includes('history') ? PAGE.history : PAGE.journal)));
  return Array.from(
    { length: count },
    (_, nr) =>
      `${path}${path.includes('?') ? '&' : '?'}page=${1 + Math.floor((nr * (last - 1)) / (count - 1))}`,
  );
}

/** By turns from all of them, in an order that is no order of any. */
const mixed = (urls: readonly string[]): string[] =>
  urls.map((_, nr) => urls[(nr * 7_919) % urls.length] ?? '').filter((url) => url !== '');

/**
 * Pages of the journal and of the history of trades: as one client sees them that asks for each for the first time, and as
 * 20 clients at once that page back and forth.
 */
export async function journalMeasures(
  world: TestApi,
  { cookie, trades }: { cookie: string; trades: number },
): Promise<BenchmarkResult[]> {
  const history = '/api/trades/history/page';
  const lists = {
    'any page of the history': [
      ...pagesOf(history, trades),
      ...pagesOf(`${history}?dry_run=false`, trades),
      ...pagesOf(`${history}?strategy=strategy-1`, trades / STRATEGIES),
    ],
    'any page of the journal': [
      ...pagesOf('/api/journal', trades),
      ...pagesOf('/api/journal?mode=LIVE&exit_reason=PROFIT_TARGET', trades),
      ...pagesOf('/api/journal?strategy=strategy-2', trades / STRATEGIES),
      ...pagesOf('/api/journal?from=2025-01-01&to=2025-12-31', trades / 3),
    ],
  };
  const results: BenchmarkResult[] = [];
  const measure = async (name: string, urls: readonly string[], clients: number, seconds: number) => {
    const url = urls.map((path) => world.url + path);
    const [result] = await load({
      targets: [{ url, headers: { cookie } }],
      connections: clients,
      seconds,
      sliceMs: 1_000 * seconds,
    });
    const p99 = result?.p99_ms ?? Number.POSITIVE_INFINITY;
    process.stderr.write(
      `${clients} clients, ${name}: ${Math.round(result?.per_second ?? 0)}/s, p50 ${round(result?.median_ms ?? 0)} ms, p99 ${round(p99)} ms\n`,
    );
    return p99;
  };
  for (const [name, paths] of Object.entries(lists)) {
    const [first] = paths;
    const never = `${first?.split('?')[0]}?page_size=${PAGE.journal - 1}`;
    const once = await measure(`${name}, for the first time`, mixed(pagesOf(never, trades, NEW_PAGES)), 1, 1);
    await measure(`${name}, warming up`, mixed(paths), CLIENTS, 1);
    const again = await measure(name, mixed(paths), CLIENTS, SECONDS);
    for (const [who, p99] of [
      ['one client, for the first time', once],
      [`${CLIENTS} clients`, again],
    ] as const)
      results.push({
        name: `options: ${name}, ${trades} closed trades, ${who}`,
        value: round(p99),
        unit: 'ms p99',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${GOAL_MS}`,
        met: p99 < GOAL_MS,
      });
  }
  return results;
}
