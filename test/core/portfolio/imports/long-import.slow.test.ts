import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestCore, testCore } from '../../../support/core.ts';
import { openPositions, tradebook } from '../../../support/tradebook.ts';

describe('portfolio/import of a long tradebook', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore();
  });
  after(() => fixture.close());

  it('portfolio/Import and ledger rules 3: a file longer than any batch; holdings follow the first half, then the whole', async () => {
    const { fills, csv } = tradebook({ rows: 5_000, symbols: 40, seed: 3 });
    const lines = csv.split('\n');
    for (const rows of [2_500, 5_000]) {
      const { imports, holdings } = fixture.core.portfolio;
      const file = Readable.from([Buffer.from(lines.slice(0, rows + 1).join('\n'))]);
      const { import_id } = await imports.stage(fixture.owner, file);
      const { imported, skipped } = await imports.commit(fixture.owner, { import_id }, { actor: 'test' });
      assert.deepEqual([imported, skipped], [2_500, rows - 2_500]);
      const expected = openPositions(fills.slice(0, rows));
      const held = (await holdings.all(fixture.owner)).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
      assert.deepEqual(
        held.map(({ symbol, quantity }) => [symbol, quantity]),
        expected.map(({ symbol, quantity }) => [symbol, quantity]),
      );
      for (const [at, { average }] of expected.entries()) {
        assert.ok(Math.abs((held[at]?.avg_buy_price ?? 0) / average - 1) < 1e-9);
      }
      assert.ok(held.every(({ reconciliation }) => reconciliation.status === 'MATCHED'));
    }
  });
});
