import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

/** A row number that was mistyped once used the import up: nothing was written, and no second try was let in. */
describe('choosing rows of an import', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  it('CSV commit: a row that the file does not have is refused, and the import stays to be committed', async () => {
    const { imports } = fixture.core.portfolio;
    const file = [
      'Portfolio,Symbol,Date,Type,Quantity,Price,Currency',
      'Main,TCS,2024-01-05,BUY,1,100,INR',
      'Main,TCS,2024-01-08,BUY,x,100,INR',
      'Main,TCS,2024-01-09,BUY,3,100,INR',
    ].join('\n');
    const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(file)]), {});
    const commit = (rows: number[]) => imports.commit(fixture.owner, { import_id, rows }, by);
    // The header is row 1, the last of the file row 4.
    for (const rows of [[5], [2, 1], [4, 3_000_000_000]])
      await refused(commit(rows), 422, 'VALIDATION_ERROR', /Row (5|1|3000000000) is not in the file\./);
    // Row 3 is there and wrong: it is told, and left out.
    const { imported, skipped, issues } = await commit([2, 3]);
    assert.deepEqual([imported, skipped, issues.map(({ row }) => row)], [1, 1, [3]]);
  });
});
