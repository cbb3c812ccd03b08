import {
  type Chain,
  createChain,
  createHttpProvider,
  createRests,
  type StructureOf,
  type WireFormat,
  WIRE_FORMATS,
} from '../../core/llm/index.ts';
import { systemClock, systemTimers } from '../../core/platform/index.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const WARM = 50;
const CALLS = 300;
const STREAMS = 200;
const PIECES = 100;
const GOAL = { overheadMs: 5, firstTokenMs: 10, keptMb: 5 };
const PATHS: Record<WireFormat, string> = {
  chat_completions: '/chat/completions',
  responses: '/responses',
  messages: '/messages',
};
const REQUEST = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'How did my portfolio do this week?' }],
  schema: null,
  maxOutputTokens: 500,
  usage: null,
} as const;

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;

const plain: StructureOf = (schema) => ({ sent: schema, read: (text) => ({ value: text }) });

function chainTo(server: ModelServer, format: WireFormat): Chain {
  return createChain({
    providers: [
      createHttpProvider({
        id: 'provider_a',
        format,
        baseUrl: server.baseUrl,
        model: 'loopback-1',
        apiKey: 'sk-loopback-key-000000000001',
        contextTokens: null,
        allowInward: true,
        clock: systemClock,
      }),
    ],
    structureOf: plain,
    rests: createRests(systemTimers),
    meter: null,
    timers: { firstByteMs: 60_000, idleMs: 60_000, totalMs: 120_000 },
    maxRetries: 0,
    backoffMs: 500,
    deadlineMs: 120_000,
  });
}

/** The median of one way to ask, in milliseconds. */
async function times(ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let nr = 0; nr < WARM + CALLS; nr += 1) {
    const began = performance.now();
    await ask();
    if (nr >= WARM) took.push(performance.now() - began);
  }
  return took;
}

/** A chain against a bare request of the same server. */
async function overhead(server: ModelServer, format: WireFormat): Promise<BenchmarkResult> {
  server.always({ kind: 'answer' });
  const chain = chainTo(server, format);
  const body = JSON.stringify({
    model: 'loopback-1',
    messages: [{ role: 'user', content: 'How did it do?' }],
  });
  const bare = median(
    await times(async () => {
      const response = await fetch(server.baseUrl + PATHS[format], { method: 'POST', body });
      return JSON.parse(await response.text()) as unknown;
    }),
  );
  const ours = median(await times(async () => await chain.ask(REQUEST)));
  return {
    name: `llm: a call through the chain, ${format}, median`,
    value: round(ours),
    unit: 'ms',
    peer: 'a bare fetch of the same server',
    peer_value: round(bare),
    ratio: round(ours / bare),
    goal: `under ${GOAL.overheadMs} ms more`,
    met: ours - bare < GOAL.overheadMs,
  };
}

/** From the first token written by the server to the first one told, in this process: what lies between is ours and the wire. */
async function firstToken(server: ModelServer, format: WireFormat): Promise<BenchmarkResult> {
  server.always({ kind: 'answer', text: 'One two three four.', everyMs: 1 });
  const chain = chainTo(server, format);
  const took: number[] = [];
  for (let nr = 0; nr < WARM + CALLS; nr += 1) {
    server.written.length = 0;
    let told = 0;
    await chain.ask({ ...REQUEST, onText: () => void (told ||= performance.now()) });
    if (nr >= WARM) took.push(told - (server.written[0] ?? 0));
  }
  const value = p99(took);
  return {
    name: `llm: the first token passed on, ${format}, p99`,
    value: round(value),
    unit: 'ms',
    peer: null,
    peer_value: null,
    ratio: null,
    goal: `within ${GOAL.firstTokenMs} ms of its arrival`,
    met: value < GOAL.firstTokenMs,
  };
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Many streams at once, twice: what the second time leaves behind is what leaks. */
async function manyStreams(server: ModelServer, format: WireFormat): Promise<BenchmarkResult> {
  server.always({
    kind: 'answer',
    pieces: Array.from({ length: PIECES }, (_, nr) => `word ${nr} `),
    everyMs: 5,
  });
  const chain = chainTo(server, format);
  const all = async (): Promise<number> => {
    let pieces = 0;
    const one = async () => await chain.ask({ ...REQUEST, onText: () => void (pieces += 1) });
    await Promise.all(Array.from({ length: STREAMS }, one));
    // What the server remembers is not ours.
    server.requests.length = 0;
    server.written.length = 0;
    return pieces;
  };
  await all();
  const before = heapMb();
  const pieces = await all();
  const kept = heapMb() - before;
  return {
    name: `llm: memory kept after ${STREAMS} streams at once of ${pieces / STREAMS} pieces, ${format}`,
    value: round(kept),
    unit: 'MB',
    peer: null,
    peer_value: null,
    ratio: null,
    goal: `under ${GOAL.keptMb} MB`,
    met: kept < GOAL.keptMb && pieces === STREAMS * PIECES,
  };
}

export const bench: Benchmark = {
  name: 'llm',
  async run() {
    const server = await startModelServer();
    const results: BenchmarkResult[] = [];
    try {
      for (const measure of [overhead, firstToken, manyStreams])
        for (const format of WIRE_FORMATS) results.push(await measure(server, format));
      return results;
    } finally {
      await server.close();
    }
  },
};
