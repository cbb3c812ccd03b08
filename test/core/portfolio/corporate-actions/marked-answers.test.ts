import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradesOf } from '../../../support/entered-trades.ts';

describe('answers while a corporate action waits', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  it('sums of income are marked in the portfolio and for the share of the action alone, however the names are written', async () => {
    const trade = tradesOf(() => fixture);
    // IRCTC split 5 for 1 on 28 October 2021.
    await trade('IRCTC', '2021-10-13', 202, 4845);
    await trade('OTHER', '2021-10-13', 10, 100);
    await trade('OTHER', '2021-10-13', 10, 100, 'Second');
    const isMarked = async (query: { portfolio?: string; symbol?: string }) => {
      const { provisional_reason } = await fixture.core.income.summary(fixture.owner, query);
      if (provisional_reason !== null) assert.match(provisional_reason, /IRCTC 5 for 1 split/);
      return provisional_reason !== null;
    };
    for (const portfolio of ['Main', ' main ', 'Networth', 'NETWORTH'])
      assert.equal(await isMarked({ portfolio }), true, portfolio);
    assert.equal(await isMarked({ portfolio: 'second' }), false);
    assert.deepEqual(
      [await isMarked({ symbol: ' irctc ' }), await isMarked({ symbol: 'OTHER' }), await isMarked({})],
      [true, false, true],
    );
  });
});
