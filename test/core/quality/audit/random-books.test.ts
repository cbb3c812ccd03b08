import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sharedCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';
import { DAY_TRADER, enterBooks, PERSON, randomPerson } from './random-person.ts';

describe('audit of random books', () => {
  const coreAnew = sharedCore({ at: '2026-03-10T12:00:00.000Z' });

  it('random books of several currencies, splits, a demerger, partial prices and debts have no difference', async () => {
    const seen = { AGREES: 0, NOT_COMPARED: 0 };
    await fc.assert(
      fc.asyncProperty(randomPerson, async (person) => {
        const world = await coreAnew();
        await enterBooks(world, person);
        const view = await world.core.quality.audit.run(world.owner);
        assert.deepEqual(
          view.findings.map(({ message }) => message),
          [],
        );
        for (const { state } of view.identities)
          if (state === 'AGREES' || state === 'NOT_COMPARED') seen[state] += 1;
      }),
      // One whose figures are all known is among them, whatever chance gives.
      { numRuns: sampled(3, 100), examples: [[PERSON], [DAY_TRADER]] },
    );
    // Books of which nothing can be compared would prove nothing.
    assert.ok(seen.AGREES >= 15, JSON.stringify(seen));
  });
});
