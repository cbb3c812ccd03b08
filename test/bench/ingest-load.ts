import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface IngestLoad {
  url: string;
  token: string;
  records: number;
  batch: number;
  /** Batches under way at once: the next is read while the last is written. */
  inFlight: number;
  /** Begins the ids of its records; the same run twice sends the same records. */
  run: string;
}

export interface IngestLoadResult {
  recordsASecond: number;
  /** What the same batches cost without Munim: read as JSON, and no more. */
  parsedASecond: number;
}

/** The records of a busy fortnight: mostly signals and executions. */
export function recordsOf(count: number, run: string): object[] {
  return Array.from({ length: count }, (_, nr) => {
    const at = new Date(Date.UTC(2026, 5, 1, 4) + nr * 10).toISOString();
    return nr % 4 === 0
      ? {
          id: `${run}fill-${nr}`,
          kind: 'execution',
          at,
          mode: 'DRY_RUN',
          strategy: 'iron_condor',
          tag: `trade-${nr % 500}`,
          underlying: 'NIFTY',
          symbol: 'NIFTY26JUN24000PE',
          instrument: 'PE',
          strike: 24_000,
          expiry: '2026-06-25',
          side: 'SELL',
          quantity: 75,
          price: 100.05,
        }
      : {
          id: `${run}signal-${nr}`,
          kind: 'signal',
          at,
          mode: 'DRY_RUN',
          strategy: 'iron_condor',
          underlying: 'NIFTY',
          outcome: 'FILTERED',
          reason: 'IV_RANK_LOW',
          detail: 'IV rank 18, needs 30',
        };
  });
}

/**
 * Sends records as fast as they are taken, from a process of its own: a trading process is one too, and making its batches
 * is not the server's work.
 */
export function ingestLoad(options: IngestLoad): Promise<IngestLoadResult> {
  return new Promise((resolve, reject) => {
    const sender = fork(new URL(import.meta.url), { execArgv: ['--import', 'tsx/esm'] });
    sender.once('message', (result) => resolve(result as IngestLoadResult));
    sender.once('error', reject);
    sender.once('exit', (code) => reject(new Error(`the sending process ended with ${code}`)));
    sender.send(options);
  });
}

async function send(agent: Agent, { url, token }: IngestLoad, body: Buffer): Promise<void> {
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Authorization: `Bearer ${token}`,
    };
    request(`${url}/api/options/ingest`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve(text));
    })
      .once('error', reject)
      .end(body);
  });
  const { rejected } = JSON.parse(answer) as { rejected?: unknown[] };
  assert.deepEqual(rejected, [], answer.slice(0, 300));
}

async function run(options: IngestLoad): Promise<IngestLoadResult> {
  const { records: count, batch, inFlight } = options;
  const records = recordsOf(count, options.run);
  const batches = Array.from({ length: Math.ceil(count / batch) }, (_, nr) =>
    Buffer.from(JSON.stringify({ records: records.slice(nr * batch, (nr + 1) * batch) })),
  );
  const before = performance.now();
  for (const body of batches) JSON.parse(body.toString());
  const parsedASecond = (1_000 * count) / (performance.now() - before);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (let body = batches.shift(); body !== undefined; body = batches.shift())
      await send(agent, options, body);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return { recordsASecond: count / seconds, parsedASecond };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (options) => {
    void run(options as IngestLoad).then((result) => process.send?.(result, () => process.disconnect()));
  });
}
