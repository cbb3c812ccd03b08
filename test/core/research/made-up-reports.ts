import assert from 'node:assert/strict';
import { OUTPUTS } from '../../../core/research/analysis/index.ts';
import { isSealed, type Publication, REQUIRED_SECTIONS } from '../../../core/research/publication/index.ts';
import { INDIA_AS_OF } from '../../support/made-up-companies/india.ts';
import type { Dossier, IndianWorld } from '../../support/made-up-companies/india-world.ts';
import { wholeText } from '../../support/pdf-pages.ts';
import { INVENTIONS, lyingModel } from '../../support/reading-model.ts';
import { everyStage, type StageModels, stageModels } from '../../support/stage-models.ts';
import { strangeNumbers } from '../../support/strange-numbers.ts';

/** Cases about the company's reports. The models start with correct answers and no requests. */
export function reportsOf(models: StageModels, open: () => IndianWorld): void {
  let honest: Dossier;

  it('research/States and transitions: an Indian equity reaches COMPLETED, and its report is of its facts', async () => {
    honest = await open().run({ cutoff: INDIA_AS_OF, isWritten: true });
    const { run: of, report, stages } = honest;
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
    assert.deepEqual(strangeNumbers(honest), []);
    assert.ok((report.peer_set?.length ?? 0) >= 3);
    // Shares in revenue are those of the filing: 68 and 32 percent.
    assert.deepEqual(
      report.segment_views?.map(({ revenue_share_pct }) => revenue_share_pct).toSorted(),
      [32, 68],
    );
    // Each of the 18 stages asks its model once.
    assert.equal(models.asked.length, 18);
  });

  it('Proof: a lying model is published with none of its inventions', async () => {
    Object.assign(models, stageModels(everyStage(lyingModel)));
    const india = open();
    // Neither facts nor words of the run before are taken.
    await india.world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
    const dossier = await india.run({ cutoff: INDIA_AS_OF, isWritten: true });
    const { report } = dossier;
    const foundIn = ({ packets, facts, conflicts, coverage, unavailable }: Dossier) => ({
      packets,
      facts,
      conflicts,
      coverage,
      unavailable,
    });
    assert.deepEqual(foundIn(dossier), foundIn(honest), 'the same evidence comes to the same facts');
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
}
