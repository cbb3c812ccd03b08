import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReportPrinter, type PrintedReport } from '../../../../core/research/pdf/index.ts';
import { printedReport } from '../../../support/long-report.ts';
import { PRINTED_REPORTS, PUBLICATION } from '../../../support/printed-reports.ts';

describe('research/pdf: the same bytes', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const printer = createReportPrinter();
  after(async () => await printer.close());
  const hashOf = async (one: PrintedReport): Promise<string> =>
    createHash('sha256')
      .update(await printer.print(one))
      .digest('hex');

  it('decisions/Publication V2: the same report gives the same bytes twice', async () => {
    const first: string[] = [];
    for (const one of PRINTED_REPORTS) first.push(await hashOf(one));
    // In another order, so that nothing of one report may be left in the next.
    for (const [at, one] of [...PRINTED_REPORTS.entries()].toReversed())
      assert.equal(await hashOf(one), first[at]);
    assert.equal(new Set(first).size, PRINTED_REPORTS.length);
  });

  it('every part of what is printed is in the bytes: another status, coverage or word is another file', async () => {
    const [whole] = PRINTED_REPORTS;
    const others = [
      whole,
      { ...whole, status: 'PARTIAL' as const },
      { ...whole, required_pct: 75 },
      { ...whole, run_id: 'ai-8' },
      printedReport({ ...PUBLICATION, thesis: 'Other words.' }),
    ];
    const hashes: string[] = [];
    for (const one of others) hashes.push(await hashOf(one));
    assert.equal(new Set(hashes).size, others.length);
  });
});
