import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { SAMPLES } from './samples/index.ts';
import { bytesOf } from './samples/sample.ts';

const by = { actor: 'test' };

describe('imports of every sample', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-07-31T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  for (const sample of SAMPLES) {
    it(`portfolio/Import and ledger rules 3: ${sample.format}: a second import of ${sample.name} writes nothing`, async () => {
      const { imports, transactions, holdings } = fixture.core.portfolio;
      const importOnce = async () => {
        const file = Readable.from([bytesOf(sample)]);
        const { import_id, valid_rows } = await imports.stage(fixture.owner, file);
        return { valid_rows, ...(await imports.commit(fixture.owner, { import_id }, by)) };
      };
      const recorded = async () =>
        sample.type === 'transactions'
          ? (await transactions.list(fixture.owner, { page_size: 200 })).items
          : await holdings.all(fixture.owner);
      const first = await importOnce();
      // Some bring nothing that can be recorded as it is.
      assert.equal(first.imported > 0, first.valid_rows > 0);
      const before = await recorded();
      const again = await importOnce();
      if (sample.type === 'transactions') assert.equal(again.imported, 0);
      assert.deepEqual(await recorded(), before);
    });
  }
});
