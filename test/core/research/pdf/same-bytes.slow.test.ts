import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createReportPrinter, type PrintedReport } from '../../../../core/research/pdf/index.ts';
import { PRINTED_REPORTS } from '../../../support/printed-reports.ts';
import { TEST_PROCESS } from '../../../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PROGRAM = path.join(ROOT, 'test/support/printing-process.ts');
/** The hashes of reports that a process of its own prints. */
async function printedIn(environment: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, [...TEST_PROCESS, PROGRAM], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdin.end(JSON.stringify(PRINTED_REPORTS));
  return JSON.parse(await text(child.stdout)) as string[];
}

describe('research/pdf: the same bytes elsewhere', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const printer = createReportPrinter();
  after(async () => await printer.close());
  const hashOf = async (one: PrintedReport): Promise<string> =>
    createHash('sha256')
      .update(await printer.print(one))
      .digest('hex');

  it('decisions/Publication V2: the same report gives the same bytes in another process, time zone and locale', async () => {
    const here: string[] = [];
    for (const one of PRINTED_REPORTS) here.push(await hashOf(one));
    const elsewhere = await printedIn({
      TZ: 'America/New_York',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'de_DE.UTF-8',
    });
    assert.deepEqual(elsewhere, here);
  });
});
