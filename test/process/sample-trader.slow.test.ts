import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../support/core.ts';
import { MunimFamily } from '../support/munim-process.ts';

describe('contract/Command line: npm run sample-trader', function () {
  this.timeout(600_000);
  let world: TestCore;
  let family: MunimFamily;
  before(async () => {
    world = await testCore({ at: new Date().toISOString() });
    const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR } = world.core.config;
    family = await MunimFamily.open({
      DATABASE_URL: DATABASE_URL ?? '',
      DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      DATA_DIR,
    });
  });
  after(async () => {
    await family.close();
    await world.close();
  });

  it('plays a fortnight into the running product; the second time nothing is new, and no token is left', async () => {
    const product = await family.start(['api']);
    const settings = { PORT: new URL(product.url).port };
    const first = await family.runHere(['sample-trader', '--fast'], settings);
    assert.equal(first.code, 0, first.output + first.errors);
    assert.match(first.output, /Session 10 of 10, \d+ \w{3} \d{4}: \d+ records imported, 0 already there/);
    assert.match(first.output, /May sample_iron_condor enter\? (?:Yes, in DRY_RUN|No)\./);
    const second = await family.runHere(['sample-trader', '--fast'], settings);
    assert.equal(second.code, 0, second.output + second.errors);
    assert.equal(second.output.match(/: 0 records imported/g)?.length, 12, second.output);
    assert.match(second.output, /Nothing was new/);
    const { id } = await world.core.identity.users.ensureOwner();
    assert.deepEqual(await world.core.options.tokens.list(id), []);
    // What is made up does not get among the results of a person by itself.
    await world.core.options.ingest(id, [
      {
        id: 'own-1',
        kind: 'signal',
        at: '2026-06-15T04:00:00Z',
        mode: 'DRY_RUN',
        strategy: 'own',
        outcome: 'SEEN',
      },
    ]);
    const third = await family.runHere(['sample-trader', '--fast'], settings);
    assert.equal(third.code, 1);
    assert.match(third.errors, /records of your own/);
    await product.stop();
  });
});
