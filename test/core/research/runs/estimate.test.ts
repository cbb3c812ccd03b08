import assert from 'node:assert/strict';
import { estimateOf, expectedCost } from '../../../../core/research/runs/estimate.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../../../support/scripted-evidence.ts';
import { storeRun, type StoredStage } from '../../../support/stored-dossier.ts';

const AT = new Date('2026-10-01T04:00:00.000Z');
const NO_PRICE = 'The models of the last runs have no list price.';

describe('what a run of research will cost', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({ research: scriptedResearch(script()), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let instrumentId: string;
  beforeEach(async () => {
    world = await fresh();
    instrumentId = (await registerForResearch(world.core))['KAVERI'] ?? '';
  });
  const CHAIN = { chain: { providers: [{ id: 'gateway', model: 'glm-5.2' }] }, limitUsd: 1 } as never;
  const ran = async (...costs: number[]) => {
    const stages = costs.map((costUsd, at): StoredStage => ({
      stage: ['BULL_CASE', 'BEAR_CASE', 'EDITOR'][at] ?? '',
      status: 'COMPLETED',
      model: 'glm-5.2',
      costUsd,
    }));
    await storeRun(world.core, { owner: world.owner, instrumentId, at: AT, stages });
  };
  const looked = async () =>
    await world.core.database.asUser(world.owner, async (trx) => ({
      estimate: await estimateOf(trx, CHAIN),
      expected: await expectedCost(trx, CHAIN),
    }));

  it('without runs before it is the most that it may, and nothing is known of the last ones', async () => {
    const { estimate, expected } = await looked();
    assert.deepEqual(
      [estimate.cost_usd, estimate.cost_reason, expected],
      [null, 'No earlier run used a model.', { usd: 1, reason: null }],
    );
  });

  it('runs whose models have no list price make it unknown with the reason, never 0', async () => {
    // Each stage of a stored run took 1,200 tokens in and 340 out.
    await ran(0);
    await ran(0, 0);
    const { estimate, expected } = await looked();
    assert.deepEqual(
      [estimate.cost_usd, estimate.cost_reason, expected],
      [null, NO_PRICE, { usd: null, reason: NO_PRICE }],
    );
    assert.match(
      estimate.words,
      /The last 2 runs took 1 min and 2,310 tokens each on average\. The cost is unknown\. The models of the last runs have no list price\. A run costs at most \$1\.00 at list prices\.$/,
    );
  });

  it('what some of them cost is told of those alone, and one that is known in part is not known', async () => {
    await ran(0.2);
    await ran(0.4, 0);
    await ran(0.4);
    const { estimate, expected } = await looked();
    // Of $0.20 and $0.40; the $0.40 of the second run is not all of it.
    assert.equal(estimate.cost_usd?.toFixed(4), '0.3000');
    assert.equal(estimate.cost_reason, null);
    assert.equal(expected.usd?.toFixed(4), '0.3000');
    assert.match(
      estimate.words,
      /The last 3 runs took 1 min each on average; 2 of them cost \$0\.30 each on average, and the cost of the others is unknown\. A run/,
    );
  });

  it('runs whose models all have a price are averaged', async () => {
    await ran(0.2);
    await ran(0.4);
    const { estimate } = await looked();
    assert.match(estimate.words, /The last 2 runs took 1 min and cost \$0\.30 each on average\. A run/);
  });
});
