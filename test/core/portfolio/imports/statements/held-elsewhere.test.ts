import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../../support/core.ts';
import { DEGIRO } from '../samples/degiro.ts';
import { OFX } from '../samples/ofx.ts';
import { bytesOf, type Sample } from '../samples/sample.ts';
import { TRACKERS } from '../samples/trackers.ts';
import { TRADE_REPUBLIC } from '../samples/trade-republic.ts';
import { TRADING_212 } from '../samples/trading212.ts';

/** What remains of each file, by hand. */
const HELD: readonly [Sample | undefined, Record<string, number>][] = [
  // 8 × 2 − 6; 12.345 + 0.2; 3 that came, of unknown cost
  [OFX[0], { HILL30: 2000, LAKE: 3, MDWIX: 12.545, RVSN: 10 }],
  // 2.5 × 3 − 1.5
  [TRADING_212[0], { DGE: 10, MSFT: 6 }],
  // (6 + 2 + 2) × 2; 5 − 3
  [DEGIRO[0], { 'GRANITE MINING': 20, 'SAP SE': 2 }],
  // 6 × 2
  [DEGIRO[2], { 'GRANITE MINING': 12 }],
  // 2 + 4 of the split − 1.5
  [TRADE_REPUBLIC[0], { DE0001102507: 1000, IE00B4L5Y983: 0.512345, US5949181045: 4.5 }],
  // 12 − 5
  [TRACKERS[0], { 'DGE.L': 10, 'FAMILY FARM': 1, 'IWDA.AS': 1.5, NVDA: 7, TCS: 3 }],
  // (6 + 0.1) × 4 − 2
  [TRACKERS[2], { NVDA: 22.4, TCS: 9, VT: 4 }],
  // 12 − 3; what was delivered out waits
  [TRACKERS[6], { MSFT: 9, 'SAP.DE': 8 }],
];

describe('portfolio/import of files from elsewhere: what is held after it', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-07-31T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  for (const [sample, expected] of HELD) {
    assert.ok(sample !== undefined);
    it(`${sample.format}: ${sample.name}`, async () => {
      const { imports, holdings } = fixture.core.portfolio;
      const file = Readable.from([bytesOf(sample)]);
      const { import_id } = await imports.stage(fixture.owner, file);
      await imports.commit(fixture.owner, { import_id }, { actor: 'test' });
      const held = (await holdings.all(fixture.owner)).map((one) => [one.symbol, one.quantity]);
      assert.deepEqual(Object.fromEntries(held), expected);
    });
  }
});
