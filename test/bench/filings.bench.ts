import { SaxesParser } from 'saxes';
import { createParsing, readResultsFiling, RESULTS_FILING } from '../../core/research/index.ts';
import { type FiledColumn, filedResults } from '../support/nse-filing.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const WARM = 10;
const READS = 40;
/** Parts of a statement: with them a filing is as long as the longest that companies file, some 0.5 MB. */
const PARTS = 700;
const GOAL_MS = 100;
const ABOUT = { filing: 'RESULTS_1', scope: null } as const;

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;

function longFiling(): Buffer {
  const quarter = ['2024-10-01', '2024-12-31'] as const;
  const figures = {
    RevenueFromOperations: '2191000000.00',
    Expenses: '2064100000.00',
    ProfitBeforeTax: '36000000.00',
    ProfitLossForPeriod: '12800000.00',
  };
  const parts = Array.from({ length: PARTS }, (_, nr): FiledColumn => ({
    id: `OneReportableSegmentRevenue${nr}D`,
    printed: quarter,
    axis: 'ReportableSegmentsAxis',
    words: { DescriptionOfReportableSegment: `Segment ${nr}` },
    figures: { SegmentRevenue: `${1_000_000 + nr}.00` },
  }));
  return filedResults({
    symbol: 'LONG',
    scope: 'Consolidated',
    columns: [
      { id: 'OneD', printed: quarter, stated: quarter, figures },
      { id: 'FourD', printed: quarter, stated: ['2024-04-01', '2024-12-31'], figures },
      ...parts,
    ],
  });
}

async function times(read: () => unknown): Promise<number> {
  const took: number[] = [];
  for (let nr = 0; nr < WARM + READS; nr += 1) {
    const began = performance.now();
    await read();
    if (nr >= WARM) took.push(performance.now() - began);
  }
  return median(took);
}

/** The parser alone, over the same bytes and with the same events. */
function walk(body: Buffer): number {
  const parser = new SaxesParser({ xmlns: true });
  let seen = 0;
  const count = () => {
    seen += 1;
  };
  parser.on('error', count);
  parser.on('doctype', count);
  parser.on('text', count);
  parser.on('cdata', count);
  parser.on('opentag', count);
  parser.on('closetag', count);
  parser.write(body.toString('utf8')).close();
  return seen;
}

export const bench: Benchmark = {
  name: 'filings',
  async run() {
    const body = longFiling();
    const size = `${Math.round(body.length / 1024)} KB`;
    const bare = await times(() => walk(body));
    const ours = await times(() => readResultsFiling(body, ABOUT));
    const parsing = createParsing();
    try {
      const threaded = await times(() => parsing.read(RESULTS_FILING, body, ABOUT));
      const row = (name: string, value: number): BenchmarkResult => ({
        name: `filings: an XBRL filing of ${size} ${name}, median`,
        value: round(value),
        unit: 'ms',
        peer: 'its XML parser alone over the same bytes',
        peer_value: round(bare),
        ratio: round(value / bare),
        goal: `under ${GOAL_MS} ms`,
        met: value < GOAL_MS,
      });
      return [row('to its figures', ours), row('through the thread', threaded)];
    } finally {
      await parsing.close();
    }
  },
};
