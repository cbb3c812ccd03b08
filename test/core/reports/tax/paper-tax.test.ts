import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampled } from '../../../support/soak.ts';
import { anyWorld } from '../../../support/tax-worlds.ts';
import { compare } from './beside-paper.ts';

/** Books of one run, another seed each time. */
const BOOKS = sampled(200, 20_000);

describe('the tax report beside a second computation, slip by slip', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(3_600_000);
  it(`portfolio/Report rules 9: lots, terms, rules, exemption, Schedule 112A and what is left agree in ${BOOKS} random books`, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        await compare(world, seen);
      }),
      { numRuns: BOOKS },
    );
    // Other kinds are not compared.
    const cases =
      'intraday/term SHORT/term LONG/term open/bonus/taken back/unknown cost/sold without a purchase/several rules/value of 2018/111A/112A/112/slab rates';
    assert.deepEqual(
      cases.split('/').filter((one) => !seen.has(one)),
      [],
    );
  });
});
