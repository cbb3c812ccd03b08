import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { createReportPrinter } from '../../core/research/pdf/index.ts';
import { readFonts } from '../../core/research/pdf/type/font-files.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import { LARGE, longReport, printedReport } from '../support/long-report.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';

const RUNS = 7;
/** Runs in which code is compiled and fonts are read for the first time. */
const WARM_UP = 3;
const GOAL = { printMs: 500, firstMs: 2000, blockedMs: 50 };

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;

/** Processor time of all threads of this process while `run` lasts, in milliseconds: a busy machine changes it little. */
async function work(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Every text of a report, one for each line of a file without tables, figures, banners or a foot. */
function textsOf(report: Publication): string[] {
  return [
    report.thesis,
    ...report.sections.flatMap(({ title, paragraphs, gaps }) => [
      title,
      ...paragraphs.map(({ text }) => text),
      ...gaps,
    ]),
    ...[...report.bull, ...report.bear].map(({ statement }) => statement),
    ...report.claims.map(
      ({ claim_id, text, label, fact_ids, source_ids }) =>
        `${claim_id} ${text} ${label} ${fact_ids.length} ${source_ids.length}`,
    ),
    ...report.facts.map(
      ({ title, fact_id, scope, period, value, unit, authority }) =>
        `${title} ${fact_id} ${scope} ${period.key} ${value} ${unit} ${authority}`,
    ),
    ...report.sources.map(
      ({ title, url, source_id, publisher, authority, evidence_hash }) =>
        `${title} ${url ?? ''} ${source_id} ${publisher} ${authority} ${evidence_hash}`,
    ),
  ];
}

/** The same texts in the same font by pdfkit alone, as its guide has it. */
async function plainText(texts: readonly string[], font: Uint8Array): Promise<void> {
  const doc = new PDFDocument({ size: 'A4', margin: 48, font: '' });
  const out = new PassThrough();
  out.resume();
  doc.pipe(out);
  doc.registerFont('plain', font);
  doc.font('plain').fontSize(9);
  for (const text of texts) doc.text(text);
  doc.end();
  await finished(out);
}

export const bench: Benchmark = {
  name: 'research-pdf',
  async run(): Promise<BenchmarkResult[]> {
    const report = printedReport(longReport());
    const texts = textsOf(longReport());
    const { latin } = readFonts();
    const printer = createReportPrinter();
    const took: number[] = [];
    const worked: number[] = [];
    const blocked: number[] = [];
    const plain: number[] = [];
    const plainWork: number[] = [];
    try {
      const began = performance.now();
      await printer.print(report);
      const first = performance.now() - began;
      for (let nr = 0; nr < RUNS + WARM_UP; nr += 1) {
        const at = performance.now();
        const own = await work(async () => await printer.print(report));
        const ended = performance.now();
        const theirs = await work(async () => await plainText(texts, latin.regular));
        if (nr < WARM_UP) continue;
        took.push(ended - at);
        worked.push(own);
        plain.push(performance.now() - ended);
        plainWork.push(theirs);
      }
      for (let nr = 0; nr < RUNS; nr += 1)
        blocked.push((await watched(async () => await printer.print(report))).block_ms);
      const size = `${LARGE.words} words, ${LARGE.claims} claims, ${LARGE.facts} facts, ${LARGE.sources} sources`;
      const peer = 'the same texts as plain lines by pdfkit alone, without tables, charts or banners';
      const against = (name: string, ours: number, theirs: number): BenchmarkResult => ({
        name,
        value: round(ours),
        unit: 'ms',
        peer,
        peer_value: round(theirs),
        ratio: round(ours / theirs),
        goal: `under ${GOAL.printMs} ms`,
        met: ours < GOAL.printMs,
      });
      return [
        against(`research: a report of ${size} printed in the thread, median`, median(took), median(plain)),
        against(
          'research: processor time of that, in all threads, median',
          median(worked),
          median(plainWork),
        ),
        {
          name: 'research: the first report, with the start of the thread',
          value: round(first),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${GOAL.firstMs} ms`,
          met: first < GOAL.firstMs,
        },
        {
          name: 'research: the longest that printing leaves the process deaf, median of the runs',
          value: round(median(blocked)),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${GOAL.blockedMs} ms`,
          met: median(blocked) < GOAL.blockedMs,
        },
      ];
    } finally {
      await printer.close();
    }
  },
};
