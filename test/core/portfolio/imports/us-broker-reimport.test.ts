import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { ETRADE_SAMPLES } from './samples/etrade.ts';
import { FIDELITY_SAMPLES } from './samples/fidelity.ts';
import { IBKR_ACTIVITY_SAMPLES } from './samples/ibkr-activity.ts';
import { IBKR_FLEX_SAMPLES } from './samples/ibkr-flex-csv.ts';
import { IBKR_HISTORY_SAMPLES } from './samples/ibkr-history.ts';
import { ROBINHOOD_SAMPLES } from './samples/robinhood.ts';
import type { Sample } from './samples/sample.ts';
import { SCHWAB_SAMPLES } from './samples/schwab.ts';
import { VANGUARD_SAMPLES } from './samples/vanguard.ts';

const by = { actor: 'test' };
const IBKR = 'Interactive Brokers';

/** What is held when a file has been imported: its portfolio, then units by symbol. */
const HELD: readonly [Sample | undefined, string, Readonly<Record<string, number>>][] = [
  // ORCH: (1,200 − 200 + 300 − 300) × 1.5; TILE.B: the 40 that came, a tenth of them.
  [IBKR_ACTIVITY_SAMPLES[0], IBKR, { ALM: 10, MEADOW: 25, ORCH: 1500, 'TILE.B': 4 }],
  // Two fills alike in all, of two accounts.
  [IBKR_ACTIVITY_SAMPLES[1], IBKR, { HEDG: 6 }],
  [IBKR_ACTIVITY_SAMPLES[2], IBKR, { ORCH: 1500 }],
  // 30 + 20 − 10, and 5 of an earlier file taken back
  [IBKR_FLEX_SAMPLES[0], IBKR, { ALM: 4, ORCH: 35 }],
  [IBKR_FLEX_SAMPLES[1], IBKR, { ORCH: 20 }],
  // Two fills that differ in their commission only: 20 + 20 − 20.
  [IBKR_HISTORY_SAMPLES[0], IBKR, { ALM: 2, ORCH: 20 }],
  // 40 × 1.5
  [IBKR_HISTORY_SAMPLES[2], IBKR, { HEDG: 5, ORCH: 60 }],
  // HEDG: 15 × 3 + 0.4; ELM: (48 + 2) / 10; PINE is paid out.
  [SCHWAB_SAMPLES[0], 'Charles Schwab', { ACORN: 12, ELM: 5, HEDG: 45.4, 'PLUM.B': 20 }],
  [SCHWAB_SAMPLES[2], 'Charles Schwab', { HEDG: 120 }],
  [SCHWAB_SAMPLES[3], 'Charles Schwab', { '9000AB1C2': 10000, ACORN: 12, HEDG: 45.4, 'PLUM.B': 20 }],
  // ORCH: 20 × 2 − 20; the bond that was redeemed was bought before.
  [
    FIDELITY_SAMPLES[0],
    'Fidelity',
    { '90009ZZB2': 2000, '91279ZZZ1': 4000, GROV: 15, HEDG: 4, MDWB: 0.3, ORCH: 20 },
  ],
  [FIDELITY_SAMPLES[3], 'Fidelity', { '91279ZZZ1': 4000, GROV: 15, HEDG: 4, MDWB: 10.3 }],
  [VANGUARD_SAMPLES[0], 'Vanguard', { HEDG: 40.5, MDWBX: 10.25 }],
  // ORCH: 3 × 3 − 3
  [ROBINHOOD_SAMPLES[0], 'Robinhood', { HEDG: 0.333333, ORCH: 6, TWIG: 2 }],
  [ROBINHOOD_SAMPLES[2], 'Robinhood', { HEDG: 3 }],
  // ORCH: 4 × 3 − 2
  [ETRADE_SAMPLES[0], 'E*TRADE', { GROV: 7, MDWB: 5.08, ORCH: 10 }],
  [ETRADE_SAMPLES[1], 'E*TRADE', { MDWBX: 0.4, ORCH: 1 }],
];

describe('imports of files of American brokers', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-07-31T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const importFile = async (text: string) => {
    const { imports } = fixture.core.portfolio;
    const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]));
    return await imports.commit(fixture.owner, { import_id }, by);
  };
  const held = async () => {
    const all = await fixture.core.portfolio.holdings.all(fixture.owner);
    return Object.fromEntries(
      all
        .filter(({ quantity }) => quantity > 0)
        .map(({ symbol, quantity, portfolio }) => [`${portfolio} ${symbol}`, quantity])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
  };

  for (const [sample, portfolio, units] of HELD) {
    it(`portfolio/Import and ledger rules 3: ${portfolio}: ${sample?.name} twice is what it was once`, async () => {
      const text = sample?.content as string;
      const expected = Object.fromEntries(
        Object.entries(units).map(([symbol, quantity]) => [`${portfolio} ${symbol}`, quantity]),
      );
      const first = await importFile(text);
      assert.ok(first.imported + first.replaced > 0);
      assert.deepEqual(await held(), expected);
      const again = await importFile(text);
      if (sample?.type === 'transactions') assert.deepEqual([again.imported, again.replaced], [0, 0]);
      assert.deepEqual(await held(), expected);
    });
  }
});
