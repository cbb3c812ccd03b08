import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createReportPrinter, type PrintedReport } from '../../../../core/research/pdf/index.ts';
import { printedLegacy } from '../../../support/legacy-report.ts';
import { longReport, printedReport } from '../../../support/long-report.ts';
import { TEST_PROCESS } from '../../../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PROGRAM = path.join(ROOT, 'test/support/printing-process.ts');
const report = longReport({ words: 400, claims: 20, facts: 40, sources: 8 });
const REPORTS: PrintedReport[] = [
  printedReport(report),
  printedReport({ ...report, thesis: 'महिंद्रा grows, and 漢字 does not.' }, { status: 'REVIEW_REQUIRED' }),
  printedLegacy(),
  printedLegacy(undefined, { as_of: null, status: 'PARTIAL' }),
];

/** The hashes of reports that a process of its own prints. */
async function printedIn(environment: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, [...TEST_PROCESS, PROGRAM], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdin.end(JSON.stringify(REPORTS));
  return JSON.parse(await text(child.stdout)) as string[];
}

describe('research/pdf: the same bytes', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const printer = createReportPrinter();
  after(async () => await printer.close());
  const hashOf = async (one: PrintedReport): Promise<string> =>
    createHash('sha256')
      .update(await printer.print(one))
      .digest('hex');

  it('decisions/Publication V2: the same report gives the same bytes, twice, in other processes, time zones and locales', async () => {
    const first: string[] = [];
    for (const one of REPORTS) first.push(await hashOf(one));
    // In another order, so that nothing of one report may be left in the next.
    for (const [at, one] of [...REPORTS.entries()].toReversed()) assert.equal(await hashOf(one), first[at]);
    assert.equal(new Set(first).size, REPORTS.length);
    const elsewhere = await Promise.all(
      [
        { TZ: 'Asia/Kolkata', LANG: 'en_IN.UTF-8', LC_ALL: 'en_IN.UTF-8' },
        { TZ: 'America/New_York', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      ].map(printedIn),
    );
    for (const hashes of elsewhere) assert.deepEqual(hashes, first);
  });

  it('every part of what is printed is in the bytes: another status, coverage or word is another file', async () => {
    const [whole] = REPORTS as [PrintedReport];
    const others = [
      whole,
      { ...whole, status: 'PARTIAL' as const },
      { ...whole, required_pct: 75 },
      { ...whole, run_id: 'ai-8' },
      printedReport({ ...report, thesis: 'Other words.' }),
    ];
    const hashes: string[] = [];
    for (const one of others) hashes.push(await hashOf(one));
    assert.equal(new Set(hashes).size, others.length);
  });
});
