import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

/** A file of which no row could be read once emptied the portfolio that it was to replace. */
describe('replacing a portfolio by a file', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const stage = async (text: string) =>
    (await fixture.core.portfolio.imports.stage(fixture.owner, Readable.from([Buffer.from(text)]), {}))
      .import_id;
  const commit = async (import_id: string, request: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.imports.commit(fixture.owner, { import_id, ...request }, by);
  const quantities = async () =>
    (await fixture.core.portfolio.holdings.all(fixture.owner)).map(({ symbol, quantity }) => [
      symbol,
      quantity,
    ]);

  it('portfolio/Import and ledger rules 1: deletes nothing when it has nothing to put in its place', async () => {
    const HEADER = 'Portfolio,Symbol,Quantity,Avg_Buy_Price,Asset_Class';
    await commit(await stage(`${HEADER}\nMain,TCS,10,100,Indian Equity\n`));
    const replace = { mode: 'replace', portfolio: 'Main' };
    const broken = await stage(`${HEADER}\nMain,TCS,ten,100,Indian Equity\n`);
    await refused(commit(broken, replace), 422, 'VALIDATION_ERROR', /only delete the records of Main/);
    await refused(commit(broken, { ...replace, rows: [] }), 422, 'VALIDATION_ERROR');
    assert.deepEqual(await quantities(), [['TCS', 10]]);
    // The refusal leaves the import as it was: corrected, it goes through.
    const mended = await commit(broken, { ...replace, row_overrides: { 2: { quantity: 12 } } });
    assert.deepEqual([mended.replaced, mended.imported], [1, 1]);
    assert.deepEqual(await quantities(), [['TCS', 12]]);
  });
});
