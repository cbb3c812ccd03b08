import assert from 'node:assert/strict';
import { closesIn } from '../../../../core/market/indexes/index-currency.ts';

const closes = (...days: [string, number][]) => days.map(([day, value]) => ({ day, value }));

describe('closes of an index in a currency', () => {
  it('they are converted day by day, or stay in the currency of the index and say so', async () => {
    const spx = closes(['2026-01-30', 6000], ['2026-03-02', 6000]);
    const rate = (units: number, source = 'YAHOO') => ({ rate: { toNumber: () => units }, source });
    // The dollar rose from 80 to 88 rupees: so did the index, by 10 %.
    const converted = await closesIn(spx, 'USD', 'INR', () => Promise.resolve([rate(80), rate(88)]));
    assert.deepEqual(converted, {
      closes: closes(['2026-01-30', 480_000], ['2026-03-02', 528_000]),
      currency: 'INR',
    });
    for (const found of [
      [rate(80), null],
      [rate(80), rate(82, 'REFERENCE')],
    ])
      assert.deepEqual(await closesIn(spx, 'USD', 'INR', () => Promise.resolve(found)), {
        closes: spx,
        currency: 'USD',
      });
    assert.deepEqual(await closesIn(spx, 'USD', 'USD', () => Promise.reject(new Error('not asked'))), {
      closes: spx,
      currency: 'USD',
    });
  });
});
