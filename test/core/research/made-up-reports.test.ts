import assert from 'node:assert/strict';
import { OUTPUTS } from '../../../core/research/analysis/index.ts';
import { isSealed, type Publication, REQUIRED_SECTIONS } from '../../../core/research/publication/index.ts';
import { INDIA_AS_OF } from '../../support/made-up-companies/india.ts';
import { indianWorld } from '../../support/made-up-companies/india-world.ts';
import { readingModel } from '../../support/reading-model.ts';
import { everyStage, stageModels } from '../../support/stage-models.ts';
import { strangeNumbers } from '../../support/strange-numbers.ts';

describe('the report of the made-up Indian company', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const models = stageModels(everyStage(readingModel));
  const open = indianWorld(models);

  it('research/States and transitions: an Indian equity reaches COMPLETED, and its report is of its facts', async () => {
    const india = await open();
    const dossier = await india.run({ cutoff: INDIA_AS_OF });
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
});
