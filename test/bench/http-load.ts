import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface Target {
  url: string;
  headers: Record<string, string>;
}

export interface Load {
  /** Asked by turns, a short slice each, so that a busy moment of the machine hits all of them alike. */
  targets: Target[];
  connections: number;
  /** For each target. */
  seconds: number;
}

export interface LoadResult {
  per_second: number;
  median_ms: number;
  p99_ms: number;
}

const SLICE_MS = 500;

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

function ask(agent: Agent, { url, headers }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    }).once('error', reject);
  });
}

async function run({ targets, connections, seconds }: Load): Promise<LoadResult[]> {
  const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  const times = targets.map((): number[] => []);
  const spent = targets.map(() => 0);
  for (let round = 0; round < (seconds * 1000) / SLICE_MS; round += 1) {
    for (const [at, target] of targets.entries()) {
      const agent = agents[at] ?? new Agent();
      const start = performance.now();
      const lane = async () => {
        while (performance.now() - start < SLICE_MS) {
          const asked = performance.now();
          await ask(agent, target);
          times[at]?.push(performance.now() - asked);
        }
      };
      await Promise.all(Array.from({ length: connections }, lane));
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
    };
  });
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (options) => {
    void run(options as Load).then((result) => process.send?.(result, () => process.disconnect()));
  });
}
