import { createHash } from 'node:crypto';
import {
  createParsing,
  createSecEvidence,
  type Documents,
  type EvidenceRequest,
} from '../../core/research/index.ts';
import { METRIC_TAGS } from '../../core/research/evidence/sec/tags.ts';
import { COMPANY_FACTS } from '../../core/research/evidence/sec/company-facts.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const RUNS = 15;
const MEGABYTES = 10;
const FROM = { from: '2018-09-30' };
const GOAL = { readMs: 500, blockedMs: 50 };

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;

const CIK = 9990001;
const YEARS = Array.from({ length: 15 }, (_, nr) => 2011 + nr);

interface Filed {
  accn: string;
  form: string;
  year: number;
  /** 1 to 3; 4 for the annual report. */
  quarter: number;
  filed: string;
}

const FILINGS: Filed[] = YEARS.flatMap((year) =>
  [1, 2, 3, 4].map((quarter) => ({
    accn: `0009990001-${String(year).slice(2)}-${String(quarter).padStart(6, '0')}`,
    form: quarter === 4 ? '10-K' : '10-Q',
    year,
    quarter,
    filed: quarter === 4 ? `${year + 1}-02-20` : `${year}-${['05', '08', '11'][quarter - 1]}-01`,
  })),
);
const ENDS = ['03-31', '06-30', '09-30', '12-31'];

/** The rows of one tag: each filing states its quarter, its year to date, and both of the year before. */
function rowsOf(isFlow: boolean, seed: number): unknown[] {
  return FILINGS.flatMap(({ accn, form, year, quarter, filed }) =>
    [year - 1, year].flatMap((of) => {
      const end = `${of}-${ENDS[quarter - 1]}`;
      const row = {
        end,
        val: (of - 2000) * 1_000_000 + quarter * 1000 + seed,
        accn,
        fy: year,
        fp: quarter === 4 ? 'FY' : `Q${quarter}`,
        form,
        filed,
        frame: `CY${of}Q${quarter}`,
      };
      if (!isFlow) return [row];
      const toDate = { start: `${of}-01-01`, ...row };
      const first = ['01-01', '04-01', '07-01'][quarter - 1];
      return first === undefined || quarter === 1 ? [toDate] : [toDate, { ...row, start: `${of}-${first}` }];
    }),
  );
}

/** A file of facts as the largest companies have it: our tags, and hundreds that nobody asks for. */
function factsFile(): Buffer {
  const gaap: Record<string, unknown> = {};
  const concept = (unit: string, rows: unknown[]) => ({
    label: 'A figure',
    description: 'What the taxonomy says of it, in one or two long sentences. '.repeat(4),
    units: { [unit]: rows },
  });
  for (const [nr, { tags }] of METRIC_TAGS.entries()) {
    const [taxonomy, name = ''] = (tags[0] ?? '').split(':');
    if (taxonomy !== 'us-gaap') continue;
    const isPerShare = name.startsWith('EarningsPerShare');
    const isFlow = !/^(Assets|Liabilities|StockholdersEquity|Cash|LongTermDebt|Inventory)/.test(name);
    const isShares = name.startsWith('Weighted');
    gaap[name] = concept(isPerShare ? 'USD/shares' : isShares ? 'shares' : 'USD', rowsOf(isFlow, nr));
  }
  let bytes = JSON.stringify(gaap).length;
  for (let nr = 0; bytes < MEGABYTES * 1_000_000; nr += 1) {
    const other = concept('USD', rowsOf(nr % 2 === 0, nr));
    gaap[`OtherThing${nr}`] = other;
    bytes += JSON.stringify(other).length + 20;
  }
  return Buffer.from(JSON.stringify({ cik: CIK, entityName: 'BENCH CO', facts: { 'us-gaap': gaap } }));
}

function submissionsFile(): Buffer {
  const recent = {
    accessionNumber: FILINGS.map(({ accn }) => accn),
    filingDate: FILINGS.map(({ filed }) => filed),
    reportDate: FILINGS.map(({ year, quarter }) => `${year}-${ENDS[quarter - 1]}`),
    acceptanceDateTime: FILINGS.map(({ filed }) => `${filed}T20:05:00.000Z`),
    form: FILINGS.map(({ form }) => form),
    items: FILINGS.map(() => ''),
    primaryDocument: FILINGS.map(() => 'report.htm'),
  };
  return Buffer.from(
    JSON.stringify({
      cik: '0009990001',
      name: 'BENCH CO',
      tickers: ['BNCH'],
      filings: { recent, files: [] },
    }),
  );
}

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
    const facts = factsFile();
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
      ];
    } finally {
      await parsing.close();
    }
  },
};
