import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '../../../../core/platform/index.ts';
import { type PrintedReport, UnprintedReport } from '../../../../core/research/pdf/index.ts';
import {
  createReportPrinter,
  PRINTING_LIMITS,
  type PrintingLimits,
  type ReportPrinter,
} from '../../../../core/research/pdf/printing.ts';
import { REQUIRED_SECTIONS, SECTIONS } from '../../../../core/research/publication/index.ts';
import { printedLegacy } from '../../../support/legacy-report.ts';
import { longReport, printedReport } from '../../../support/long-report.ts';

const FAULTY = new URL('faulty-printer.mjs', import.meta.url);
/** It takes hundreds of turns of the process to draw. */
const MEDIUM = { words: 600, claims: 20, facts: 40, sources: 10 };
const report = longReport({ words: 60, claims: 2, facts: 25, sources: 1 });
/** What the thread of these tests does, it reads from the symbol. */
const told = (symbol: string): PrintedReport => printedReport(report, { symbol });

/** Spans of time that end when the test says so. */
function spans() {
  const open: { ms: number; end: () => void }[] = [];
  const timers: Timers = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { ms, end: resolve };
        open.push(one);
        signal?.addEventListener('abort', () => {
          open.splice(open.indexOf(one), 1);
          reject(signal.reason as Error);
        });
      }),
  };
  const end = (ms: number): void => {
    const one = open.find((span) => span.ms === ms);
    assert.ok(one, `nobody waits for ${ms} ms`);
    one.end();
  };
  return { timers, open, end };
}

const isUnprinted = (reason: UnprintedReport['reason'], words: RegExp) => (error: unknown) =>
  error instanceof UnprintedReport && error.reason === reason && words.test(error.message);

describe('research/pdf: the printer', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const open: ReportPrinter[] = [];
  const printer = (limits: Partial<PrintingLimits> = {}, timers?: Timers, thread: URL | null = FAULTY) => {
    const one = createReportPrinter({
      limits: { ...PRINTING_LIMITS, deadlineMs: 300_000, ...limits },
      ...(thread === null ? {} : { thread }),
      ...(timers === undefined ? {} : { timers }),
    });
    open.push(one);
    return one;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map(async (one) => await one.close()));
  });

  it('research/Limits: printing a large report does not hold up the process that asked', async () => {
    const { print } = printer({}, undefined, null);
    await print(printedReport(report));
    let turns = 0;
    let isPrinted = false;
    const pdf = print(printedReport(longReport(MEDIUM))).finally(() => (isPrinted = true));
    while (!isPrinted) {
      await turn();
      turns += 1;
    }
    assert.equal(Buffer.from((await pdf).subarray(0, 5)).toString(), '%PDF-');
    // Drawn on the spot, it would be there after the first turn or two.
    assert.ok(turns > 20, `${turns} turns`);
  });

  for (const missing of REQUIRED_SECTIONS)
    it(`research/Evidence acquisition rules 12: without the required section ${missing} nothing is printed`, async () => {
      const title = SECTIONS.find(({ id }) => id === missing)?.title ?? '';
      const sections = report.sections.filter(({ id }) => id !== missing);
      await assert.rejects(
        printer().print(printedReport({ ...report, sections })),
        isUnprinted('INCOMPLETE', new RegExp(`lacks the required section ${title}, so it cannot be printed`)),
      );
    });

  it('research/Evidence acquisition rules 12: all four are named where all are missing, and no other section is needed', async () => {
    const { print } = printer({}, undefined, null);
    await assert.rejects(
      print(printedReport({ ...report, sections: [] })),
      isUnprinted(
        'INCOMPLETE',
        /required sections Revenue and profit, Price and valuation, Catalysts and Guidance and outlook, so/,
      ),
    );
    const required = report.sections
      .filter(({ id }) => REQUIRED_SECTIONS.includes(id))
      .map((section) => ({ ...section, paragraphs: [], gaps: [] }));
    const bare = { ...report, sections: required, qa: { status: 'FAIL' as const, blocking_defects: [] } };
    assert.ok((await print(printedReport(bare, { status: 'FAILED' }))).length > 1000);
    assert.ok((await print(printedLegacy())).length > 1000);
  });

  it('reports are printed one after the other, each with its own file, and one that fails is refused alone', async () => {
    const { print } = printer();
    const ended = await Promise.allSettled(
      ['echo-a', 'throw', 'echo-b', 'crash', 'echo-c'].map((one) => print(told(one))),
    );
    assert.deepEqual(
      ended.map((one) =>
        one.status === 'fulfilled' ? Buffer.from(one.value).toString() : (one.reason as Error).message,
      ),
      [
        'echo-a',
        'The pages could not be drawn (a font is missing).',
        'echo-b',
        'The report could not be printed: the thread stopped unexpectedly. Try again.',
        'echo-c',
      ],
    );
  });

  it('research/States and transitions: a report that takes too long is given up with its reason, and the next one is printed', async () => {
    const { timers, end } = spans();
    const { print } = printer({ deadlineMs: 60_000 }, timers);
    const hanging = print(told('hang'));
    const next = print(told('echo-next'));
    end(60_000);
    await assert.rejects(hanging, isUnprinted('TOO_SLOW', /longer than 60 seconds\. Try again\.$/));
    assert.equal(Buffer.from(await next).toString(), 'echo-next');
  });

  it('a report that takes too much memory is refused, and the next one is printed', async () => {
    const { print } = printer({ heapMb: 32 });
    await assert.rejects(print(told('hog')), isUnprinted('TOO_LARGE', /needs more memory than Munim allows/));
    assert.equal(Buffer.from(await print(told('echo'))).toString(), 'echo');
  });

  it('refuses what is too large and more than may wait, with what to do', async () => {
    const { timers } = spans();
    const { print, close } = printer({ maxChars: 50_000, maxWaiting: 2 }, timers);
    await assert.rejects(
      print(printedReport({ ...report, thesis: 'x'.repeat(60_000) })),
      isUnprinted('TOO_LARGE', /has \d+ characters; at most 50000 can be printed/),
    );
    const held = [1, 2, 3].map(() => print(told('hang')));
    const all = Promise.allSettled(held);
    await assert.rejects(print(told('echo')), isUnprinted('BUSY', /Try again in a moment/));
    await close();
    for (const one of await all) {
      assert.equal(one.status, 'rejected');
      assert.ok(isUnprinted('CLOSED', /about to stop/)(one.reason));
    }
    await assert.rejects(print(told('echo')), isUnprinted('CLOSED', /about to stop/));
  });

  it('the thread ends when nothing was printed for a while, and starts again with the next report', async () => {
    const { timers, open: waits, end } = spans();
    const { print } = printer({ idleMs: 777 }, timers);
    const first = Buffer.from(await print(told('which'))).toString();
    assert.equal(Buffer.from(await print(told('which'))).toString(), first);
    assert.deepEqual(
      waits.map(({ ms }) => ms),
      [777],
    );
    end(777);
    await turn();
    assert.notEqual(Buffer.from(await print(told('which'))).toString(), first);
  });
});
