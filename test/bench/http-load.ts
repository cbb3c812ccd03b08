import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface Target {
  /** Of several each connection asks one after the other, each from another one on. */
  url: string | readonly string[];
  headers: Record<string, string>;
  /** Instead of both: the connections request these in turn, each with its own headers. */
  people?: readonly { url: string; headers: Record<string, string> }[];
}

export interface Load {
  /** Asked by turns, a short slice each, so that a busy moment of the machine hits all of them alike. */
  targets: Target[];
  connections: number;
  /** For each target. */
  seconds: number;
  /** Half a second unless told. Every connection asks at least once in a slice: one of 0 is a burst. */
  sliceMs?: number;
  /** Answers 503 and broken connections are counted; otherwise the first one fails the measurement. */
  mayRefuse?: boolean;
}

export interface LoadResult {
  per_second: number;
  median_ms: number;
  p99_ms: number;
  /** Requests with a 503 or a broken connection; the figures above exclude them. */
  refused: number;
}

const SLICE_MS = 500;
/** A request without an answer after this long fails the bench. */
const ANSWER_MS = 120_000;
const REFUSED = 503;

/** Asks as fast as it is answered, from a process of its own, so that the server's loop serves only. */
export function load(options: Load): Promise<LoadResult[]> {
  return new Promise((resolve, reject) => {
    const asker = fork(new URL(import.meta.url), { execArgv: ['--import', 'tsx/esm'] });
    asker.once('message', (result) => resolve(result as LoadResult[]));
    asker.once('error', reject);
    asker.once('exit', (code) => reject(new Error(`the asking process ended with ${code}`)));
    asker.send(options);
  });
}

/** A broken connection is a refusal; a request that is left without an answer fails the measurement. */
function refusedUnlessLost(error: NodeJS.ErrnoException): number {
  if (error.code === 'ABORT_ERR') throw error;
  return REFUSED;
}

/** @returns the status */
function ask(agent: Agent, url: string, headers: Target['headers']): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    get(url, { agent, headers, signal }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

async function run(options: Load): Promise<LoadResult[]> {
  const { targets, connections, seconds, sliceMs = SLICE_MS, mayRefuse = false } = options;
  const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  const times = targets.map((): number[] => []);
  const spent = targets.map(() => 0);
  const refused = targets.map(() => 0);
  const rounds = sliceMs === 0 ? 1 : (seconds * 1000) / sliceMs;
  let nextPerson = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { url, headers, people = [] }] of targets.entries()) {
      const agent = agents[at] ?? new Agent();
      const urls = typeof url === 'string' ? [url] : url;
      const start = performance.now();
      const lane = async (nr: number) => {
        let turn = nr;
        do {
          const asked = performance.now();
          const own = people[nextPerson++ % people.length];
          const asking =
            own === undefined
              ? ask(agent, urls[turn++ % urls.length] ?? '', headers)
              : ask(agent, own.url, own.headers);
          const status = await (mayRefuse ? asking.catch(refusedUnlessLost) : asking);
          if (status === REFUSED && mayRefuse) refused[at] = (refused[at] ?? 0) + 1;
          else if (status === 200) times[at]?.push(performance.now() - asked);
          else throw new Error(`answered ${status}`);
        } while (performance.now() - start < sliceMs);
      };
      await Promise.all(Array.from({ length: connections }, (_, nr) => lane(nr)));
      spent[at] = (spent[at] ?? 0) + performance.now() - start;
    }
  }
  for (const agent of agents) agent.destroy();
  return times.map((list, at) => {
    const sorted = list.toSorted((a, b) => a - b);
    const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return {
      per_second: (list.length / (spent[at] ?? 1)) * 1000,
      median_ms: share(0.5),
      p99_ms: share(0.99),
      refused: refused[at] ?? 0,
    };
  });
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (options) => {
    void run(options as Load).then((result) => process.send?.(result, () => process.disconnect()));
  });
}
