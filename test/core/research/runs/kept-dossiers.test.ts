import assert from 'node:assert/strict';
import type { Problem } from '../../../../core/platform/index.ts';
import type { DossierView } from '../../../../core/research/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../../../support/scripted-evidence.ts';
import {
  endRun,
  OLD_REPORT,
  putStage,
  storeBaseline,
  storeComparison,
  storeOutcomes,
  storeReport,
  storeRun,
  wholeReport,
} from '../../../support/stored-dossier.ts';

const AT = new Date('2026-10-01T04:00:00.000Z');
const LATER = new Date('2026-10-03T04:00:00.000Z');

describe('dossiers with reports', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({ research: scriptedResearch(script()), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let instrumentId: string;
  beforeEach(async () => {
    world = await fresh();
    instrumentId = (await registerForResearch(world.core))['KAVERI'] ?? '';
  });
  const store = async (given: Partial<Parameters<typeof storeRun>[1]> = {}): Promise<string> =>
    await storeRun(world.core, { owner: world.owner, instrumentId, at: AT, ...given });
  const report = async (id: string, payload: object): Promise<void> =>
    await storeReport(world.core, id, { owner: world.owner, payload, at: AT });
  const runs = () => world.core.research.runs;
  const json = async (id: string, first = 0): Promise<Buffer> =>
    await runs().dossierJson(world.owner, id, { first });
  const read = async (id: string): Promise<DossierView> =>
    JSON.parse((await json(id)).toString()) as DossierView;

  it('research/Report: the fields of a report stand at the top, with its figures in words', async () => {
    const id = await store();
    const whole = wholeReport({ run_id: id });
    await report(id, whole);
    const dossier = await read(id);
    assert.deepEqual(dossier.report, whole);
    assert.deepEqual(
      [dossier.why_this_rating, dossier.valuation_basis, dossier.segment_views, dossier.peer_set],
      [whole.why_this_rating, whole.valuation_basis, whole.segment_views, whole.peer_set],
    );
    assert.deepEqual([dossier.claims, dossier.sources], [whole.claims, whole.sources]);
    assert.equal(dossier.figure_words.length, whole.facts.length);
    // ₹1,120 crore is 11,200,000,000; the exchange’s list has ₹1,119 crore.
    assert.deepEqual(dossier.figure_words[0], {
      fact_id: 'revenue.consolidated.fy2026',
      value_text: '₹1,120 crore',
      candidates: ['₹1,120 crore', '₹1,119 crore'],
    });
    assert.deepEqual([dossier.run.rating, dossier.run.qa_status], ['OVERWEIGHT', 'PASS']);
    assert.deepEqual(
      dossier,
      JSON.parse(JSON.stringify(await runs().dossier(world.owner, id, { first: 0 }))),
    );
  });

  it('research/Evidence, claims and facts 2: what was taken out of a report is told, never its words, and of a report alone', async () => {
    const struck = Array.from({ length: 60 }, (_, nr) => ({
      path: `BULL_CASE.statements.${nr}`,
      code: 'UNSUPPORTED_NUMBER',
      detail: 'A sentence was removed because it gives 98,765.',
    }));
    const id = await store();
    assert.equal((await read(id)).removed, null);
    const of = { owner: world.owner, at: AT };
    await storeReport(world.core, id, { ...of, payload: wholeReport({ run_id: id }), struck });
    const { removed } = await read(id);
    assert.deepEqual(
      [removed?.total, removed?.unsupported, removed?.items.length, removed?.items[0]],
      [
        60,
        60,
        50,
        {
          place: 'The case for it',
          reason: 'A sentence gave a number that its evidence does not contain.',
          code: 'UNSUPPORTED_NUMBER',
        },
      ],
    );
    assert.doesNotMatch((await json(id)).toString(), /98,765/);
    // What cannot be read is not shown in part, and the first version was never checked.
    for (const payload of [OLD_REPORT, { ...OLD_REPORT, note: 'x' }]) {
      await storeReport(world.core, id, { ...of, payload, struck });
      assert.equal((await read(id)).removed, null);
    }
  });

  it('of a run that has ended one and the same text is answered until something of it changes', async () => {
    const [id, other] = [await store(), await store()];
    await report(id, wholeReport({ run_id: id }));
    const begun = await json(id);
    assert.equal(await json(id), begun);
    assert.notEqual(await json(id, 5), begun);
    const change = { owner: world.owner, instrumentId, at: AT };
    const changes: readonly (readonly [what: string, make: () => Promise<unknown>])[] = [
      ['its report', async () => await report(id, wholeReport({ run_id: id, thesis: 'Orders fall.' }))],
      ['a baseline', async () => await storeBaseline(world.core, other, change)],
      ['another baseline', async () => await storeBaseline(world.core, id, { ...change, at: LATER })],
      [
        'a comparison of another run of the share',
        async () =>
          await storeComparison(world.core, other, {
            owner: world.owner,
            baselineId: null,
            classification: 'WEAKENING',
            reasons: ['Margins fell.'],
            at: LATER,
          }),
      ],
      [
        'an outcome',
        async () =>
          await storeOutcomes(world.core, id, {
            owner: world.owner,
            at: LATER,
            outcomes: [
              {
                horizon_days: 5,
                from_day: '2026-10-01',
                to_day: '2026-10-09',
                return_pct: 1,
                reason: null,
                benchmark: null,
                benchmark_return_pct: null,
                benchmark_reason: null,
              },
            ],
          }),
      ],
      [
        'one of its stages',
        async () =>
          await putStage(world.core, id, { stage: 'LEDGER', status: 'COMPLETED', detail: 'Again.' }),
      ],
      ['its status', async () => await endRun(world.core, id, 'PARTIAL', LATER)],
    ];
    let before = begun;
    for (const [what, make] of changes) {
      await make();
      const now = await json(id);
      assert.notEqual(now.toString(), before.toString(), what);
      assert.deepEqual(
        JSON.parse(now.toString()),
        JSON.parse(JSON.stringify(await runs().dossier(world.owner, id, { first: 0 }))),
        what,
      );
      assert.equal(await json(id), now, what);
      before = now;
    }
  });

  it('a run under way is read anew each time', async () => {
    const id = await store({ status: 'running' });
    assert.notEqual(await json(id), await json(id));
  });

  it('nobody reads what is kept of another’s', async () => {
    const id = await store();
    await json(id);
    await assert.rejects(runs().dossierJson(world.stranger, id, { first: 0 }), { code: 'RUN_NOT_FOUND' });
    await assert.rejects(
      runs().dossierJson(world.owner, 'ai-x', {}),
      (error: Problem) => error.status === 404,
    );
  });

  it('research/Versioning 1: an older report is read as what it is, and one that is misshapen not at all', async () => {
    const [old, broken] = [await store(), await store()];
    await report(old, OLD_REPORT);
    await report(broken, { ...wholeReport(), extra: 1 });
    const dossier = await read(old);
    assert.deepEqual(
      [dossier.report, dossier.legacy_report?.rating, dossier.run.rating],
      [null, 'HOLD', 'HOLD'],
    );
    const misshapen = await read(broken);
    assert.deepEqual([misshapen.report, misshapen.claims, misshapen.why_this_rating], [null, [], null]);
    assert.match(misshapen.report_problem ?? '', /stored report cannot be read/);
  });

  it('the list of runs has ratings, and is searched by words of symbol and name and narrowed by rating', async () => {
    const [rated, old] = [await store(), await store({ symbol: 'DEEP', name: 'Deep 100% Pumps_Ltd' })];
    await store();
    await report(rated, wholeReport({ run_id: rated }));
    await report(old, OLD_REPORT);
    const list = async (query: object) =>
      (await runs().list(world.owner, query)).items.map(({ run_id, rating }) => `${run_id} ${rating}`);
    assert.equal((await list({})).length, 3);
    assert.deepEqual(await list({ rating: 'HOLD' }), [`${old} HOLD`]);
    assert.deepEqual(await list({ rating: 'SELL' }), []);
    assert.deepEqual(await list({ q: 'deep PUMPS' }), [`${old} HOLD`]);
    assert.deepEqual(await list({ q: 'kav', rating: 'OVERWEIGHT' }), [`${rated} OVERWEIGHT`]);
    // Signs of a pattern stand for themselves.
    assert.deepEqual([await list({ q: '100%' }), await list({ q: '%' })], [[`${old} HOLD`], [`${old} HOLD`]]);
    assert.deepEqual(await list({ q: 'flowtech kaveri nothing' }), []);
  });
});
