import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OUTPUTS } from '../../../core/research/analysis/index.ts';
import { createNumberCheck } from '../../../core/research/checks/index.ts';
import { type DossierView, type Fact, importEvidence } from '../../../core/research/index.ts';
import { isSealed, type Publication, REQUIRED_SECTIONS } from '../../../core/research/publication/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { INDIA_AS_OF } from '../../support/made-up-companies/india.ts';
import { indianWorld, type IndianWorld } from '../../support/made-up-companies/india-world.ts';
import { registerUsPeers, US_AS_OF, writeUsEvidence } from '../../support/made-up-companies/us.ts';
import { wholeText } from '../../support/pdf-pages.ts';
import { INVENTIONS, lyingModel, readingModel } from '../../support/reading-model.ts';
import { RESEARCH_ON } from '../../support/scripted-evidence.ts';
import { everyStage, stageChain, stageModels } from '../../support/stage-models.ts';

/** A second look at a report, sentence by sentence: whatever number it prints is one of the facts of the run. */
function strangeNumbers({ report, facts }: DossierView): string[] {
  const check = createNumberCheck(facts as unknown as Fact[], report?.as_of ?? '');
  const texts = [
    report?.thesis,
    ...(report?.sections.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)) ?? []),
    ...(report?.bull ?? []).map(({ statement }) => statement),
    ...(report?.catalysts ?? []),
  ];
  return texts.flatMap((text) =>
    check(text ?? '').flatMap(({ status, printed }) => (status === 'UNSUPPORTED' ? [printed] : [])),
  );
}

describe('reports of the made-up companies', function limited(this: Mocha.Suite) {
  this.timeout(180_000);

  describe('of India', () => {
    const models = stageModels(everyStage(readingModel));
    const open = indianWorld(models);
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

    it('research/States and transitions: an Indian equity reaches COMPLETED, and its report is of its facts', async () => {
      const dossier = await run();
      const { run: of, report, stages } = dossier;
      assert.deepEqual(
        [of.status, of.error, report?.qa],
        ['COMPLETED', null, { status: 'PASS', blocking_defects: [] }],
      );
      assert.ok(report !== null && isSealed(report));
      assert.ok(stages.filter(({ stage }) => stage in OUTPUTS).every(({ status }) => status === 'COMPLETED'));
      for (const id of REQUIRED_SECTIONS) {
        const section: Publication['sections'][number] | undefined = report.sections.find(
          (one) => one.id === id,
        );
        assert.ok((section?.paragraphs.length ?? 0) > 0, id);
        assert.equal(section?.coverage.covered, true, id);
      }
      assert.deepEqual(strangeNumbers(dossier), []);
      assert.ok((report.peer_set?.length ?? 0) >= 3);
      // Shares in revenue are those of the filing: 68 and 32 percent.
      assert.deepEqual(
        report.segment_views?.map(({ revenue_share_pct }) => revenue_share_pct).toSorted(),
        [32, 68],
      );
      // What the models were asked stayed within what they may be sent.
      assert.equal(models.asked.length, 18);
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

  describe('of the United States', () => {
    let world: TestCore;
    let folder: string;
    const models = stageModels(everyStage(readingModel));
    before(async () => {
      world = await testCore({
        at: '2026-10-01T06:00:00.000Z',
        environment: { ...RESEARCH_ON },
        research: { chainFor: stageChain(models) },
      });
      folder = await mkdtemp(path.join(tmpdir(), 'munim-us-'));
      await writeUsEvidence(folder);
      await importEvidence(world.core, { folder, isDry: false }, () => undefined);
      await registerUsPeers(world.core);
    });
    after(async () => {
      await world.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('research/States and transitions rules 1: a US equity without an official price ends REVIEW_REQUIRED, with a whole report', async () => {
      const { runs, worker } = world.core.research;
      const { run_id } = await runs.create(
        world.owner,
        'V3',
        { symbol: 'LKSP', mode: 'HISTORICAL', cutoff: US_AS_OF },
        { actor: 'test' },
      );
      await worker.next(new AbortController().signal);
      const dossier = await runs.dossier(world.owner, run_id);
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
});
