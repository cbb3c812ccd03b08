import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';
import { refused } from '../../../support/problems.ts';
import { BOUGHT, fileOf, FIRST, FUND, fundYears, PASSWORD, SECOND, THIRD, WHOLE } from './fund-years.ts';

const by = { actor: 'test' };

describe('portfolio/import CAS: statements of one period after the other', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const { take, rows, held, takeInOrder } = fundYears(() => fixture);

  it('portfolio/Import and ledger rules 3: years in their order double nothing', async () => {
    for (const one of [FIRST, SECOND, THIRD]) await take(one);
    assert.deepEqual(await rows(), BOUGHT);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('portfolio/Import and ledger rules 3: the same statement again, and one that overlaps, write nothing', async () => {
    await take(WHOLE);
    for (const one of [WHOLE, SECOND, THIRD]) {
      const { imported, skipped } = await take(one);
      assert.equal(imported, 0);
      assert.ok(skipped > 0);
    }
    assert.deepEqual(await rows(), BOUGHT);
  });

  // From the last to the first, with a gap that is filled, a year before the first that was there, and all after one.
  for (const order of sampled(
    [
      [THIRD, SECOND, FIRST],
      [FIRST, THIRD, SECOND],
      [SECOND, FIRST, THIRD],
      [THIRD, WHOLE],
    ],
    [
      [THIRD, SECOND, FIRST],
      [FIRST, THIRD, SECOND],
      [SECOND, FIRST, THIRD],
      [SECOND, THIRD, FIRST],
      [THIRD, FIRST, SECOND],
      [THIRD, WHOLE],
    ],
  ))
    it(`portfolio/Import and ledger rules 3: years of ${order.map(({ period }) => period).join(', ')} double nothing, and undoing one brings back what it lowered`, async () => {
      await takeInOrder(order);
    });

  it('portfolio/Import and ledger rules 3: years that are committed at the same moment double nothing', async () => {
    const { imports } = fixture.core.portfolio;
    const staged: string[] = [];
    for (const one of [THIRD, FIRST, SECOND, WHOLE]) {
      const file = await fileOf(one);
      const { import_id } = await imports.stage(fixture.owner, Readable.from([file]), { password: PASSWORD });
      staged.push(import_id);
    }
    await Promise.all(
      [...staged, ...staged].map(async (import_id) => await imports.commit(fixture.owner, { import_id }, by)),
    );
    assert.deepEqual(await rows(), BOUGHT);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('the units of a missing year remain, of unknown cost', async () => {
    await take(FIRST);
    await take(THIRD);
    await take(THIRD);
    assert.deepEqual(await rows(), ['2022-05-10 BUY 100', '2024-03-31 TRANSFER_IN 50', '2024-05-10 BUY 25']);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('without its password a statement is refused, with the wrong one too, and the right one is kept nowhere', async () => {
    const file = await fileOf(WHOLE);
    const { imports } = fixture.core.portfolio;
    const stage = async (password?: string) =>
      await imports.stage(fixture.owner, Readable.from([file]), password === undefined ? {} : { password });
    await refused(stage(), 422, 'PDF_PASSWORD_NEEDED', /your PAN in capitals/);
    await refused(stage('Wrong'), 422, 'PDF_WRONG_PASSWORD', /does not open/);
    const staged = await stage('zzzpz9999z');
    assert.equal(staged.total_rows, 3);
    const { rows: kept } = await fixture.core.database.asSystem(
      'look for a password',
      async (trx) =>
        await trx.raw<{ rows: unknown[] }>(
          `select i::text from portfolio.imports i where i::text ilike ? union all
           select r::text from portfolio.import_rows r where r::text ilike ?`,
          [`%${PASSWORD}%`, `%${PASSWORD}%`],
        ),
    );
    assert.deepEqual(kept, []);
  });
});
