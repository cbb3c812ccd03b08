import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createReportPrinter, type PrintedReport } from '../../../../core/research/pdf/index.ts';
import { printedReport } from '../../../support/long-report.ts';
import { PRINTED_REPORTS, PUBLICATION } from '../../../support/printed-reports.ts';
import { plainProcess } from '../../../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PROGRAM = path.join(ROOT, 'test/support/printing-process.mjs');
/** The hashes of these reports, which a process of its own prints. */
async function printedIn(
  environment: Record<string, string>,
  reports: readonly PrintedReport[],
): Promise<string[]> {
  const child = spawn(process.execPath, [...plainProcess(), PROGRAM], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdin.end(JSON.stringify(reports));
  return JSON.parse(await text(child.stdout)) as string[];
}

describe('research/pdf: the same bytes', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const printer = createReportPrinter();
  const first: string[] = [];
  before(async () => {
    for (const one of PRINTED_REPORTS) first.push(await hashOf(one));
  });
  after(async () => await printer.close());
  const hashOf = async (one: PrintedReport): Promise<string> =>
    createHash('sha256')
      .update(await printer.print(one))
      .digest('hex');

  it('decisions/Publication V2: the same report gives the same bytes in another process, time zone and locale', async () => {
    // In another order, so that nothing of one report may be left in the next.
    const elsewhere = await printedIn(
      { TZ: 'America/New_York', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      PRINTED_REPORTS.toReversed(),
    );
    assert.deepEqual(elsewhere.toReversed(), first);
    assert.equal(new Set(first).size, PRINTED_REPORTS.length);
  });

  it('every part of what is printed is in the bytes: another status, coverage or word is another file', async () => {
    const [whole] = PRINTED_REPORTS;
    const others = [
      { ...whole, status: 'PARTIAL' as const },
      { ...whole, required_pct: 75 },
      { ...whole, run_id: 'ai-8' },
      printedReport({ ...PUBLICATION, thesis: 'Other words.' }),
    ];
    const hashes = new Set([first[0]]);
    for (const one of others) hashes.add(await hashOf(one));
    assert.equal(hashes.size, others.length + 1);
  });
});
