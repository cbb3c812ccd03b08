import assert from 'node:assert/strict';
import type { DossierView } from '../../../core/research/index.ts';
import { isSealed } from '../../../core/research/publication/index.ts';
import { US_AS_OF } from '../../support/made-up-companies/us.ts';
import { type UsWorld, usWorld } from '../../support/made-up-companies/us-world.ts';
import { readingModel } from '../../support/reading-model.ts';
import { UNPRINTED } from '../../support/scripted-evidence.ts';
import { everyStage, stageChain, stageModels } from '../../support/stage-models.ts';
import { strangeNumbers } from '../../support/strange-numbers.ts';

describe('a made-up company of the United States as moments of the past knew it', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const models = stageModels(everyStage(readingModel));
  let us: UsWorld;
  before(async () => {
    us = await usWorld({ ...UNPRINTED, chainFor: stageChain(models) });
  });
  // Models speak at the end alone: what was known at a moment is in the facts.
  beforeEach(() => {
    models.isSetUp = false;
  });
  after(() => us.world.close());

  const factOf = (id: string, { facts }: DossierView) => facts.find(({ fact_id }) => fact_id === id);
  const millions = (metric: string, key: string, of: DossierView) => {
    const text = factOf(`${metric}.consolidated.${key}`, of)?.value;
    return text === undefined ? null : Number(text) / 1e6;
  };
  const range = (id: string, of: DossierView) => [factOf(id, of)?.value, factOf(id, of)?.value_high];

  const CUT_OFFS = [
    [
      'before the 10-K/A was accepted',
      '2025-06-20T20:00:00.000Z',
      'fy2024',
      92.7,
      '2025-05-03',
      1100.3,
      97.1,
    ],
    ['after it, on the same day', '2025-06-20T21:00:00.000Z', 'fy2024', 91.9, '2025-05-03', 1100.3, 96.3],
    ['before the 10-K was accepted', '2026-03-26T21:00:00.000Z', 'fy2024', 91.9, '2025-11-01', 1150.4, 106.3],
    [
      'after it, on the evening before its filing date',
      '2026-03-26T22:00:00.000Z',
      'fy2025',
      91.9,
      '2026-01-31',
      1181.1,
      111.6,
    ],
    ['at the end, where models speak', US_AS_OF, 'fy2025', 91.9, '2026-08-01', 1250.9, 121.9],
  ] as const;
  for (const [when, cutoff, latest, net, end, revenueTtm, netTtm] of CUT_OFFS)
    it(`research/Research run: HISTORICAL ${when}`, async () => {
      models.isSetUp = cutoff === US_AS_OF;
      const then = await us.dossierAt(cutoff);
      const years = then.facts
        .filter(({ fact_id, is_validated }) => is_validated && /^revenue\.consolidated\.fy\d+$/.test(fact_id))
        .map(({ period }) => period.key.toLowerCase());
      assert.equal(years.at(-1), latest);
      assert.deepEqual(
        [
          millions('net_income', 'fy2024', then),
          factOf('revenue_ttm.consolidated.ttm', then)?.period.end,
          millions('revenue_ttm', 'ttm', then),
          millions('net_income_ttm', 'ttm', then),
        ],
        [net, end, revenueTtm, netTtm],
      );
      // Nothing that was published later; what nobody dates is the web's word at best, and covers nothing.
      for (const { published_at, fact_id } of then.facts)
        assert.ok(published_at === null || Date.parse(published_at) <= Date.parse(cutoff), fact_id);
      for (const { published_at, authority, fact_id } of then.facts)
        if (published_at === null) assert.ok(['DISCOVERED', 'AGGREGATOR'].includes(authority), fact_id);
      assert.equal(then.run.status, 'REVIEW_REQUIRED');
      // Before the correction it was no conflict, and Yahoo, which nobody dates, made none.
      const isCorrected = cutoff > '2025-06-20T20:41:03.000Z';
      assert.equal(
        then.conflicts.some(({ fact_id }) => fact_id === 'net_income.consolidated.fy2024'),
        isCorrected,
      );
    });

  it('research/Research run: HISTORICAL has the guidance of an exhibit before the yearly report that follows it', async () => {
    const then = await us.dossierAt('2026-03-26T21:00:00.000Z');
    // Fiscal 2025 had not been reported: 2026 is the year after the one after fiscal 2024.
    assert.deepEqual(range('guidance_revenue.company.fy2026', then), ['1240000000', '1280000000']);
    assert.deepEqual(range('guidance_eps_diluted.company.fy2026', then), ['1.32', '1.4']);
    assert.equal(
      then.coverage.find(({ obligation }) => obligation === 'guidance_and_outlook')?.is_covered,
      true,
    );
  });

  it('research/States and transitions rules 1: a US equity without an official price ends REVIEW_REQUIRED, with a whole report', async () => {
    models.isSetUp = true;
    const dossier = await us.dossierAt(US_AS_OF);
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

  it('research/Worker behaviour: the same evidence and the same words come to the same report', async () => {
    models.isSetUp = true;
    const first = await us.dossierAt(US_AS_OF);
    await us.world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
    const second = await us.dossierAt(US_AS_OF, true);
    assert.equal(second.report?.payload_hash, first.report?.payload_hash);
    assert.notEqual(second.run.run_id, first.run.run_id);
    assert.ok(second.stages.every(({ is_cached }) => !is_cached));
  });
});
