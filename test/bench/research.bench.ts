import { createHash } from 'node:crypto';
import {
  createParsing,
  createSecEvidence,
  type Documents,
  type EvidenceRequest,
} from '../../core/research/index.ts';
import { COMPANY_FACTS } from '../../core/research/evidence/sec/company-facts.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { withRunsOnFiles } from './runs-on-files.ts';
import { CIK, factsFile, submissionsFile } from './sec-load.ts';

const RUNS = 15;
const MEGABYTES = 10;
const AT_ONCE = 10;
const FROM = { from: '2018-09-30' };
const GOAL = { readMs: 500, blockedMs: 50 };

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;

function documentsOf(facts: Buffer): Documents {
  const bodies: Record<string, Buffer> = {
    '/files/company_tickers.json': Buffer.from(
      JSON.stringify({ 0: { cik_str: CIK, ticker: 'BNCH', title: 'BENCH CO' } }),
    ),
    '/submissions/CIK0009990001.json': submissionsFile(),
    '/api/xbrl/companyfacts/CIK0009990001.json': facts,
  };
  const hashes = Object.fromEntries(
    Object.entries(bodies).map(([path, body]) => [path, createHash('sha256').update(body).digest('hex')]),
  );
  return {
    get: async ({ source, path }) =>
      await Promise.resolve({
        source,
        path,
        body: bodies[path] ?? Buffer.alloc(0),
        sha256: hashes[path] ?? '',
        fetched_at: '2026-09-30T12:00:00.000Z',
        origin: 'FILE',
      }),
  };
}

const REQUEST: EvidenceRequest = {
  subject: {
    instrument_id: 'bench:BNCH',
    symbol: 'BNCH',
    exchange: 'NYSE',
    isin: null,
    name: null,
    sector: null,
    industry: null,
    currency: 'USD',
    former_isins: [],
    former_symbols: [],
  },
  mode: 'CURRENT',
  as_of: '2026-09-30T12:00:00.000Z',
  years: 5,
};

/** How long each of several runs took, the first ones left out. */
async function times(run: () => unknown): Promise<number[]> {
  const took: number[] = [];
  for (let nr = 0; nr < RUNS + 3; nr += 1) {
    const began = performance.now();
    await run();
    if (nr >= 3) took.push(performance.now() - began);
  }
  return took;
}

/** Processor time of all threads of this process while `run` lasts, in milliseconds: a busy machine changes it little. */
async function work(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The longest that this process was held up while it waited for `run`, in milliseconds. */
async function heldUp(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

export const bench: Benchmark = {
  name: 'research',
  async run(): Promise<BenchmarkResult[]> {
    const facts = factsFile(MEGABYTES);
    const parsing = createParsing();
    const sec = createSecEvidence({ parsing });
    const documents = documentsOf(facts);
    try {
      const bare = median(await times(() => JSON.parse(facts.toString('utf8')) as unknown));
      const read = median(await times(async () => await parsing.read(COMPANY_FACTS, facts, FROM)));
      const whole = median(await times(async () => await sec.acquire(REQUEST, documents)));
      const bareWork: number[] = [];
      const readWork: number[] = [];
      const held: number[] = [];
      for (let nr = 0; nr < RUNS; nr += 1) {
        bareWork.push(await work(() => JSON.parse(facts.toString('utf8')) as unknown));
        readWork.push(await work(async () => await parsing.read(COMPANY_FACTS, facts, FROM)));
      }
      for (let nr = 0; nr < RUNS; nr += 1)
        held.push(await heldUp(async () => await sec.acquire(REQUEST, documents)));
      const runs = await withRunsOnFiles(facts, AT_ONCE, async (work) => await watched(work));
      const size = `${round(facts.length / 1_000_000)} MB`;
      const peer = 'JSON.parse of the same bytes in this process';
      return [
        {
          name: `research: a file of facts of ${size} read in the thread, median`,
          value: round(read),
          unit: 'ms',
          peer,
          peer_value: round(bare),
          ratio: round(read / bare),
          goal: `under ${GOAL.readMs} ms`,
          met: read < GOAL.readMs,
        },
        {
          name: 'research: processor time of that, in all threads, median',
          value: round(median(readWork)),
          unit: 'ms',
          peer,
          peer_value: round(median(bareWork)),
          ratio: round(median(readWork) / median(bareWork)),
          goal: `under ${GOAL.readMs} ms`,
          met: median(readWork) < GOAL.readMs,
        },
        {
          name: 'research: from its documents to sealed packets of five years, median',
          value: round(whole),
          unit: 'ms',
          peer,
          peer_value: round(bare),
          ratio: round(whole / bare),
          goal: `under ${GOAL.readMs} ms`,
          met: whole < GOAL.readMs,
        },
        {
          name: 'research: the longest that this holds up the process, median of the runs',
          value: round(median(held)),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${GOAL.blockedMs} ms`,
          met: median(held) < GOAL.blockedMs,
        },
        {
          name: `research: the longest time that ${AT_ONCE} runs at once on imported files leave the process deaf (${runs.result})`,
          value: round(runs.block_ms),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${GOAL.blockedMs} ms`,
          met: runs.block_ms < GOAL.blockedMs,
        },
      ];
    } finally {
      await parsing.close();
    }
  },
};
