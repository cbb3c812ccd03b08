import assert from 'node:assert/strict';
import type { DossierView } from '../../../core/research/index.ts';
import { isSealed } from '../../../core/research/publication/index.ts';
import { INDIA_AS_OF } from '../../support/made-up-companies/india.ts';
import { indianWorld, type IndianWorld } from '../../support/made-up-companies/india-world.ts';
import { US_AS_OF } from '../../support/made-up-companies/us.ts';
import { type UsWorld, usWorld } from '../../support/made-up-companies/us-world.ts';
import { wholeText } from '../../support/pdf-pages.ts';
import { INVENTIONS, lyingModel, readingModel } from '../../support/reading-model.ts';
import { everyStage, stageChain, stageModels } from '../../support/stage-models.ts';
import { strangeNumbers } from '../../support/strange-numbers.ts';

describe('reports of the made-up companies', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  describe('of India', () => {
    const models = stageModels(everyStage(readingModel));
    const open = indianWorld(models, { isPrinted: true });
    let india: IndianWorld;
    const run = async () => await india.run({ cutoff: INDIA_AS_OF });
    before(async () => {
      india = await open();
    });
    const forget = async () =>
      void (await india.world.core.database.systemPool.query('delete from research.ai_research_stage_cache'));
    beforeEach(async () => {
      Object.assign(models, stageModels(everyStage(readingModel)));
      // What a model said in another case is none of this one's.
      await forget();
    });

    it('Proof: a lying model is published with none of its inventions', async () => {
      Object.assign(models, stageModels(everyStage(lyingModel)));
      const dossier = await run();
      const { report } = dossier;
      const read = JSON.stringify({ ...report, facts: [], sources: [], payload_hash: '' });
      assert.doesNotMatch(read, INVENTIONS);
      // That there were inventions is told, and what they were is not.
      assert.doesNotMatch(JSON.stringify(dossier.removed), INVENTIONS);
      assert.ok((dossier.removed?.unsupported ?? 0) > 0);
      assert.ok((dossier.removed?.total ?? 0) > (dossier.removed?.unsupported ?? 0));
      const { core, owner } = india.world;
      const { bytes } = await core.research.runs.pdf(owner, dossier.run.run_id);
      // A hash may hold any digits.
      const printed = wholeText(bytes).replaceAll(/[0-9a-f]{16,}/g, '');
      assert.match(printed, /The business is sound\./);
      assert.doesNotMatch(printed, INVENTIONS);
      assert.deepEqual(strangeNumbers(dossier), []);
      assert.deepEqual(
        [report?.decision.rating, report?.decision.overridden, report?.peer_set],
        ['NOT_RATED', true, undefined],
      );
      // The action and the other words of the committee are kept.
      assert.deepEqual(
        [report?.decision.action, report?.committee.disagreement],
        ['HOLD', 'The bold view would add, the careful one would not.'],
      );
      assert.equal(report?.thesis, 'The business is sound.');
      assert.equal(report?.qa.status, 'PASS');
      const { rows } = await india.world.core.database.systemPool.query<{ struck: { code: string }[] }>(
        'select struck from research.ai_research_reports order by run_id desc limit 1',
      );
      assert.deepEqual([...new Set(rows[0]?.struck.map(({ code }) => code))].toSorted(), [
        'OTHER_LANGUAGE',
        'UNKNOWN_CLAIM',
        'UNKNOWN_COMPANY',
        'UNKNOWN_FACT',
        'UNKNOWN_PEER',
        'UNKNOWN_SOURCE',
        'UNSUPPORTED_NUMBER',
      ]);
    });

    it('research/Worker behaviour: the same evidence and the same words come to the same report', async () => {
      const first = await run();
      await forget();
      const second = await run();
      assert.equal(second.report?.payload_hash, first.report?.payload_hash);
      assert.notEqual(second.run.run_id, first.run.run_id);
    });
  });

  it('research/States and transitions rules 1: a US equity without an official price ends REVIEW_REQUIRED, with a whole report', async () => {
    const us: UsWorld = await usWorld({ chainFor: stageChain(stageModels(everyStage(readingModel))) });
    let dossier: DossierView;
    try {
      dossier = await us.dossierAt(US_AS_OF);
    } finally {
      await us.world.close();
    }
    const { run, report } = dossier;
    assert.deepEqual([run.status, report?.qa.status], ['REVIEW_REQUIRED', 'FAIL']);
    assert.ok(report !== null && isSealed(report));
    assert.ok(
      report.qa.blocking_defects.some(({ path: at }) => at === 'sections.market_and_valuation'),
      JSON.stringify(report.qa.blocking_defects),
    );
    assert.deepEqual(strangeNumbers(dossier), []);
    assert.equal(report.decision.rating, 'HOLD');
  });
});
