import assert from 'node:assert/strict';
import { ANALYSIS_STAGES } from '../../../../core/research/analysis/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { gate } from '../../../support/gate.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import {
  acquired,
  packetOf,
  RESEARCH_ON,
  type Script,
  script,
  scriptedResearch,
} from '../../../support/scripted-evidence.ts';

const DAY_MINUTES = 24 * 60;
const BY = { actor: 'test' };
const NEVER = new AbortController().signal;
/** Nobody set up a model, so that none is asked. */
const UNASKED = Object.fromEntries(
  ANALYSIS_STAGES.map(({ stage }) => [stage, stage === 'PUBLICATION_QA' ? 'BLOCKED' : 'SKIPPED']),
);

describe('the worker of AI research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const told: Script = script();
  const fresh = sharedCore({ research: scriptedResearch(told), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  beforeEach(async () => {
    Object.assign(told, script());
    world = await fresh();
    await registerForResearch(world.core);
  });
  const runs = () => world.core.research.runs;
  const next = async (stopping = NEVER) => await world.core.research.worker.next(stopping);
  const create = async (change: object = {}) =>
    (await runs().create(world.owner, 'V2', { symbol: 'KAVERI', mode: 'CURRENT', ...change }, BY)).run_id;
  const read = async (id: string) => await runs().dossier(world.owner, id);
  const statuses = async (id: string) =>
    Object.fromEntries((await read(id)).stages.map(({ stage, status }) => [stage, status]));
  const kinds = async () =>
    (
      await world.core.database.systemPool.query<{ kind: string }>(
        'select kind from evidence.events order by id',
      )
    ).rows.map(({ kind }) => kind);
  const asked = () => told.asked.map(({ provider }) => provider);

  it('research/States and transitions: a run goes through its stages, and on too weak evidence it is never COMPLETED', async () => {
    const id = await create();
    assert.equal(await next(), true);
    assert.equal(await next(), false);
    const dossier = await read(id);
    const { run, stages, packets, facts, conflicts, coverage, failures } = dossier;
    assert.deepEqual([run.status, run.verdict, run.required_pct], ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', 0]);
    assert.match(run.error ?? '', /complete but not approved/);
    assert.deepEqual(await statuses(id), {
      ACQUIRE_SEC: 'SKIPPED',
      ACQUIRE_NSE_FILINGS: 'COMPLETED',
      ACQUIRE_NSE_ARCHIVE: 'COMPLETED',
      ACQUIRE_YAHOO: 'FAILED',
      LEDGER: 'COMPLETED',
      COVERAGE: 'COMPLETED',
      ...UNASKED,
      FINISH: 'COMPLETED',
    });
    // Four sources, two of facts, nineteen and the end.
    assert.deepEqual([run.stages_done, run.stages, run.stage], [26, 26, 'FINISH']);
    assert.ok(stages.every(({ lifecycle }) => lifecycle !== ''));
    assert.deepEqual(
      packets.map(({ source_id, publisher, authority, observations }) => [
        source_id,
        publisher,
        authority,
        observations,
      ]),
      [
        ['nse_filings:Q1', 'NSE', 'FILING', 1],
        ['nse_filings:Q2', 'NSE', 'FILING', 1],
        ['nse_archive:closes', 'NSE', 'OFFICIAL', 1],
      ],
    );
    assert.ok(packets.every(({ evidence_hash }) => /^sha256:[0-9a-f]{64}$/.test(evidence_hash)));
    assert.deepEqual(
      [facts.length, facts[0]?.value, facts[0]?.title],
      [4, '123456789012345.67', 'Revenue from operations'],
    );
    assert.deepEqual(facts.at(-1)?.derivation?.inputs, ['revenue.consolidated.fy2020']);
    assert.deepEqual(
      [conflicts[0]?.rule, conflicts[0]?.chosen, conflicts[0]?.candidates.length],
      ['LATEST_REVISION', 1, 2],
    );
    assert.deepEqual(coverage[0]?.reason, 'no_source_family');
    assert.deepEqual(failures, [
      { provider: 'yahoo', kind: 'rate_limited', message: 'Yahoo asked to wait.' },
    ]);
    assert.deepEqual(told.asked[0], {
      provider: 'nse_filings',
      mode: 'CURRENT',
      as_of: '2026-03-02T06:00:00.000Z',
    });
    // Facts for coverage are those of the ledger, not worked out a second time.
    assert.equal(told.built, 1);
    assert.deepEqual(await kinds(), [
      'AI_RESEARCH_REQUESTED',
      'AI_RESEARCH_DRIFT_DETECTED',
      'AI_RESEARCH_PARTIAL',
    ]);
  });

  it('no evidence at all is FAILED', async () => {
    told.answers = { yahoo: new Error('Yahoo sent an error page') };
    const none = await create();
    await next();
    const { run } = await read(none);
    assert.equal(run.status, 'FAILED');
    assert.match(
      run.error ?? '',
      /^No evidence was found\. ACQUIRE_YAHOO: The source failed: Yahoo sent an error page/,
    );
    assert.equal((await kinds()).at(-1), 'AI_RESEARCH_FAILED');
  });

  it('research/Events: the end of a run is on record and told once, with the verdict and what to do next; facts that cannot be worked out fail it; what a person cancels in the queue is not told', async () => {
    const notices = async () =>
      (await world.core.notifications.list(world.owner, { kind: 'ai_research_ended' })).items
        .toReversed()
        .map(({ title, body, payload }) => ({ title, body, payload }));
    const id = await create();
    await next();
    assert.deepEqual(await notices(), [
      {
        title: 'Research of Kaveri Flowtech Limited: the report is not approved',
        body: [
          'The report is complete but not approved: the evidence for a required section is too weak.',
          'Rating of the draft: Not rated. Action: Watch.',
          'Coverage: 0% of what a report needs, from 3 sources and 4 facts.',
          'No thesis was written because the stages that argue it did not finish.',
          'Not QA approved (UNAVAILABLE): The required section “Revenue and profit” is empty. (and 25 more)',
          '• Revenue of five years: No filing was found. Import the company’s results.',
          'Next: add the missing evidence named above, then ask again with /research KAVERI.',
          'Advisory only; not advice to trade.',
        ].join('\n'),
        payload: { run_id: id, symbol: 'KAVERI', status: 'REVIEW_REQUIRED', verdict: 'REVIEW_REQUIRED' },
      },
    ]);
    told.verdict = 'SUFFICIENT';
    world.clock.pass(1);
    const past = await create({ mode: 'HISTORICAL', cutoff: '2026-02-01T10:00:00+05:30' });
    await next();
    assert.deepEqual((await notices()).at(-1), {
      title: 'Research of Kaveri Flowtech Limited: the report is ready',
      body: [
        'Based on what was known by 1 Feb 2026.',
        'Rating: Not rated. Action: Watch.',
        'Coverage: 100% of what a report needs, from 3 sources and 4 facts.',
        'No thesis was written because the stages that argue it did not finish.',
        'Not QA approved (UNAVAILABLE): The required section “Price and valuation” is empty. (and 23 more)',
        `Next: read it with /research ${past}.`,
        'Advisory only; not advice to trade.',
      ].join('\n'),
      payload: { run_id: past, symbol: 'KAVERI', status: 'COMPLETED', verdict: 'SUFFICIENT' },
    });
    Object.assign(told, { ...script(), ledgerFails: 'a figure that is none' });
    world.clock.pass(1);
    const broken = await create();
    await next();
    assert.match((await read(broken)).run.error ?? '', /could not be calculated.*a figure that is none/);
    assert.deepEqual(await statuses(broken), {
      ...(await statuses(id)),
      LEDGER: 'FAILED',
      COVERAGE: 'BLOCKED',
      ...Object.fromEntries(Object.keys(UNASKED).map((stage) => [stage, 'BLOCKED'])),
    });
    const failed = (await notices()).at(-1);
    assert.equal(failed?.title, 'Research of Kaveri Flowtech Limited: it failed');
    assert.match(failed?.body ?? '', /a figure that is none.*\nNext: ask again with \/research KAVERI\.$/);
    const { rows } = await world.core.database.systemPool.query<{ kind: string; data: { status: string } }>(
      `select kind, data from evidence.events where data ? 'status' and kind <> 'AI_RESEARCH_REQUESTED' order by id`,
    );
    // Evidence that is not enough is partial, with its status in the data.
    assert.deepEqual(
      rows.map(({ kind, data }) => [kind, data.status]),
      [
        ['AI_RESEARCH_PARTIAL', 'REVIEW_REQUIRED'],
        ['AI_RESEARCH_COMPLETED', 'COMPLETED'],
        ['AI_RESEARCH_FAILED', 'FAILED'],
      ],
    );
    await runs().cancel(world.owner, await create(), BY);
    assert.equal(await next(), false);
    assert.equal((await notices()).length, 3);
  });

  it('jobs/Clean-up: facts that were worked out a month ago are forgotten, and runs stay', async () => {
    const id = await create();
    await next();
    world.clock.pass(29 * DAY_MINUTES);
    assert.equal(await world.core.research.pruning.facts(), 0);
    world.clock.pass(2 * DAY_MINUTES);
    assert.equal(await world.core.research.pruning.facts(), 1);
    assert.equal(await world.core.research.pruning.documents(), 0);
    assert.equal((await read(id)).facts.length, 4);
  });

  it('a source that hangs or breaks fails its own stage, with words, and the run goes on', async () => {
    told.answers['nse_archive'] = 'HANGS';
    told.answers['yahoo'] = new Error('boom at https://x.example?token=abc');
    const id = await create();
    await next();
    const { stages, run, packets } = await read(id);
    const detailOf = (name: string) => stages.find(({ stage }) => stage === name)?.detail ?? '';
    assert.match(
      detailOf('ACQUIRE_NSE_ARCHIVE'),
      /Munim stopped waiting for the source: it did not end within 10 minutes/,
    );
    assert.match(detailOf('ACQUIRE_YAHOO'), /^The source failed: boom/);
    assert.deepEqual([run.status, packets.length], ['REVIEW_REQUIRED', 2]);
  });

  it('research/Evidence acquisition rules 2: of packets with one source the first wins, and the other is on record', async () => {
    const altered = packetOf('nse_filings', 'Q1', { title: 'Another text' });
    told.answers = {
      nse_filings: acquired(
        packetOf('nse_filings', 'Q1'),
        altered,
        packetOf('nse_filings', 'bad', { title: 'a\u0000b' }),
      ),
      nse_archive: acquired(altered),
    };
    const id = await create();
    await next();
    const { packets, refused } = await read(id);
    assert.deepEqual(
      packets.map(({ title }) => title),
      ['Results Q1'],
    );
    assert.deepEqual(
      refused.map(({ provider, source_id, reason }) => [provider, source_id, reason]),
      [
        ['nse_filings', 'nse_filings:Q1 (again)', 'DUPLICATE'],
        ['nse_filings', 'nse_filings:bad', 'MALFORMED'],
        ['nse_archive', 'nse_filings:Q1 (again)', 'DUPLICATE'],
      ],
    );
  });

  it('research/States and transitions: queued runs are claimed before stale ones; a stale one goes on at its first unfinished stage', async () => {
    const stale = await create();
    const held = gate();
    told.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
    const first = next();
    await held.reached;
    told.before = () => Promise.resolve();
    // Nobody else may have it, until an hour has passed since its latest stage.
    world.clock.pass(59);
    assert.equal(await next(), false);
    world.clock.pass(2);
    const queued = await create();
    told.asked.length = 0;
    assert.equal(await next(), true);
    assert.equal((await read(queued)).run.status, 'REVIEW_REQUIRED');
    assert.equal((await read(stale)).run.status, 'running');
    told.asked.length = 0;
    assert.equal(await next(), true);
    const { run, stages, facts } = await read(stale);
    assert.deepEqual([run.status, facts.length], ['REVIEW_REQUIRED', 4]);
    assert.deepEqual(asked(), ['nse_archive', 'yahoo'], 'what was done is not done again');
    assert.deepEqual(
      stages.map(({ attempts }) => attempts),
      [1, 1, 2, ...stages.slice(3).map(() => 1)],
    );
    assert.equal(run.as_of, '2026-03-02T06:00:00.000Z', 'the moment of the run stays');
    // The first one wakes and may write nothing.
    const before = await read(stale);
    held.open();
    await first;
    assert.deepEqual(await read(stale), before);
  });

  it('decisions/The nineteen stages: a run that was reclaimed three times is FAILED the fourth, with words', async () => {
    const id = await create();
    const gates = Array.from({ length: 4 }, () => gate());
    const left: Promise<boolean>[] = [];
    for (const held of gates) {
      told.before = async () => await held.pass();
      left.push(next());
      await held.reached;
      world.clock.pass(61);
    }
    told.before = () => Promise.resolve();
    assert.equal(await next(), true);
    const { run, stages } = await read(id);
    assert.deepEqual([run.status, stages.at(-1)?.status], ['FAILED', 'SKIPPED']);
    assert.match(run.error ?? '', /stopped four times/);
    for (const held of gates) held.open();
    await Promise.all(left);
    assert.deepEqual((await kinds()).slice(1), ['AI_RESEARCH_FAILED']);
  });

  it('a run that is cancelled while it runs ends between its stages, and keeps what it found', async () => {
    const id = await create();
    const held = gate();
    told.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
    const working = next();
    await held.reached;
    const view = await runs().cancel(world.owner, id, BY);
    assert.deepEqual([view.status, view.cancel_requested], ['running', true]);
    held.open();
    await working;
    const { run, packets, stages } = await read(id);
    assert.equal(run.status, 'CANCELLED');
    assert.ok(packets.length >= 2);
    assert.equal(stages.at(-1)?.status, 'SKIPPED');
    assert.equal((await kinds()).at(-1), 'AI_RESEARCH_CANCELLED');
    assert.equal(await next(), false);
  });

  it('a worker that is stopped puts its run back, and the next one goes on at once', async () => {
    const id = await create();
    const held = gate();
    const stopping = new AbortController();
    told.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
    const working = next(stopping.signal);
    await held.reached;
    stopping.abort(new Error('stopping'));
    await assert.rejects(working, /stopping/);
    held.open();
    const { run } = await read(id);
    assert.deepEqual([run.status, (await statuses(id))['ACQUIRE_NSE_ARCHIVE']], ['queued', 'PENDING']);
    told.before = () => Promise.resolve();
    told.asked.length = 0;
    await next();
    assert.equal((await read(id)).run.status, 'REVIEW_REQUIRED');
    assert.deepEqual(asked(), ['nse_archive', 'yahoo']);
  });

  it('one process has a run, however many look', async () => {
    await create();
    const held = gate();
    told.before = async () => await held.pass();
    const first = next();
    await held.reached;
    assert.deepEqual(await Promise.all([next(), next(), next()]), [false, false, false]);
    held.open();
    await first;
    assert.equal(told.built, 1);
  });

  it('facts of the same evidence at the same moment are taken from the run before', async () => {
    const cutoff = '2026-02-01T00:00:00Z';
    const first = await create({ mode: 'HISTORICAL', cutoff });
    await next();
    const second = await create({ mode: 'HISTORICAL', cutoff });
    await next();
    assert.equal(told.built, 1);
    const [one, other] = [await read(first), await read(second)];
    assert.deepEqual(other.facts, one.facts);
    assert.deepEqual(other.stages.find(({ stage }) => stage === 'LEDGER')?.is_cached, true);
    told.answers['nse_archive'] = acquired();
    await create({ mode: 'HISTORICAL', cutoff });
    await next();
    assert.equal(told.built, 2);
  });
});
