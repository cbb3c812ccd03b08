import assert from 'node:assert/strict';
import type { Problem } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, type Script, script, scriptedResearch } from '../../../support/scripted-evidence.ts';

const BY = { actor: 'test' };
const CURRENT = { symbol: 'KAVERI', mode: 'CURRENT' };

describe('runs of AI research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const told: Script = script();
  const fresh = sharedCore({ research: scriptedResearch(told), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let ids: Record<string, string>;
  beforeEach(async () => {
    Object.assign(told, script());
    world = await fresh();
    ids = await registerForResearch(world.core);
  });
  const runs = () => world.core.research.runs;
  const create = async (change: Record<string, unknown> = {}, route: 'V2' | 'V3' = 'V2') =>
    await runs().create(world.owner, route, { ...CURRENT, ...change }, BY);
  const rows = async <T>(sql: string): Promise<T[]> =>
    (await world.core.database.systemPool.query(sql)).rows as T[];
  const events = async () =>
    (
      await rows<{ line: string }>(`select pillar || ' ' || kind as line from evidence.events order by id`)
    ).map(({ line }) => line);
  const refused = async (work: Promise<unknown>, status: number, code: string, words: RegExp) =>
    await assert.rejects(work, (error: Problem) => {
      assert.deepEqual([error.status, error.code], [status, code]);
      assert.match(error.detail, words);
      return true;
    });

  it('research/Run creation rules 1: a symbol is taken exactly, then a confirmed alias; a rejected one never matches', async () => {
    const started = await create({ symbol: 'kaveri' });
    assert.deepEqual(started, {
      run_id: started.run_id,
      status: 'queued',
      estimated_cost_usd: 0,
      estimated_cost_reason: null,
    });
    assert.match(started.run_id, /^ai-\d+$/);
    const before = await rows('select * from market.instrument_aliases');
    await refused(create({ symbol: 'KVRF' }), 422, 'SYMBOL_NOT_RESOLVED', /KVRF is not in the registry/);
    assert.deepEqual(await rows('select * from market.instrument_aliases'), before, 'a miss writes nothing');
    const decide = async (word: string, status: 'CONFIRMED' | 'REJECTED') =>
      await world.core.instruments.decide({ word, instrument_id: ids['KAVERI'] ?? '', status }, 'test');
    await decide('KVRF', 'CONFIRMED');
    const { run } = await runs().dossier(world.owner, (await create({ symbol: 'KVRF' })).run_id);
    assert.deepEqual(
      [run.symbol, run.instrument_id, run.company_name],
      ['KAVERI', ids['KAVERI'], 'Kaveri Flowtech Limited'],
    );
    await decide('KVRF', 'REJECTED');
    await refused(create({ symbol: 'KVRF' }), 422, 'SYMBOL_NOT_RESOLVED', /registry/);
    assert.deepEqual(told.verifiedAsked, [], 'V2 asks nobody outside');
  });

  it('research/Run creation rules 2: what is no listed share is refused before it is queued, with what to do', async () => {
    for (const [symbol, words] of [
      ['KAVERIBE', /is an ETF.*one of the shares/],
      ['GOVT30', /is a bond.*issuer/],
      ['FUNDONE', /is a mutual fund.*one of the shares/],
      ['GOLDONE', /is a commodity.*company/],
      ['HIDDEN', /is not listed.*listed share/],
      ['DUMMYREL', /only a placeholder.*own share/],
      ['GONE', /not been listed since 2 Jun 2025.*HISTORICAL/],
    ] as const)
      for (const route of ['V2', 'V3'] as const)
        await refused(create({ symbol }, route), 422, 'NOT_ELIGIBLE', words);
    assert.deepEqual((await runs().list(world.owner, {})).total, 0);
    assert.deepEqual(told.verifiedAsked, [], 'a hit in the registry asks nobody');
    // While it was listed it may be looked at.
    await create({ symbol: 'GONE', mode: 'HISTORICAL', cutoff: '2025-05-30T15:30:00+05:30' });
  });

  it('research/Run creation rules 4: V3 takes a verified ticker, keeps it under its provider’s id and asks no second time', async () => {
    told.verified['ACME'] = {
      outcome: 'EQUITY',
      instrument: {
        external_id: 'yahoo:ACME',
        symbol: 'ACME',
        name: 'Acme Inc.',
        isin: null,
        asset_class: 'US Equity',
        currency: 'USD',
      },
    };
    told.verified['VOO'] = {
      outcome: 'NOT_EQUITY',
      message: 'VOO is an ETF: research is about single companies.',
    };
    told.verified['SLOW'] = {
      outcome: 'UNAVAILABLE',
      message: 'Yahoo does not answer. Try again in a minute.',
    };
    await refused(create({ symbol: 'ACME' }), 422, 'SYMBOL_NOT_RESOLVED', /registry/);
    const { run_id } = await create({ symbol: 'acme' }, 'V3');
    const { subject, run } = await runs().dossier(world.owner, run_id);
    assert.deepEqual(
      [subject.symbol, subject.name, subject.exchange, run.route],
      ['ACME', 'Acme Inc.', null, 'V3'],
    );
    await create({ symbol: 'ACME' }, 'V3');
    assert.deepEqual(told.verifiedAsked, ['ACME']);
    assert.deepEqual(await rows(`select external_id from market.instruments where symbol = 'ACME'`), [
      { external_id: 'yahoo:ACME' },
    ]);
    await refused(create({ symbol: 'VOO' }, 'V3'), 422, 'SYMBOL_NOT_RESOLVED', /^VOO is an ETF/);
    await refused(
      create({ symbol: 'NOSUCH' }, 'V3'),
      422,
      'SYMBOL_NOT_RESOLVED',
      /^Nobody knows a share called NOSUCH/,
    );
    await refused(create({ symbol: 'SLOW' }, 'V3'), 503, 'UNAVAILABLE', /Try again/);
  });

  it('research/Evidence acquisition rules 1 and 3: a ticker’s suffix is its exchange, and sources are asked by the bare symbol', async () => {
    // Run with the ticker as its symbol, no exchange and no filing was ever found.
    told.verified['KAVERI'] = {
      outcome: 'EQUITY',
      instrument: {
        external_id: 'yahoo:KAVERI.NS',
        symbol: 'KAVERI.NS',
        name: 'Kaveri Works Limited',
        isin: null,
        asset_class: 'Indian Equity',
        currency: 'INR',
      },
    };
    const { run_id } = await create({ symbol: 'kaveri' }, 'V3');
    const { subject } = await runs().dossier(world.owner, run_id);
    assert.deepEqual([subject.symbol, subject.exchange], ['KAVERI', 'NSE']);
    const asked = told.verifiedAsked.length;
    await create({ symbol: 'KAVERI' }, 'V3');
    await create({ symbol: 'KAVERI.NS' }, 'V3');
    assert.equal(told.verifiedAsked.length, asked);
  });

  it('research/Research run: HISTORICAL needs a cutoff with its offset that has passed, and no other mode takes one', async () => {
    const cutoff = '2026-01-31T15:30:00+05:30';
    const { run_id } = await create({ mode: 'HISTORICAL', cutoff });
    const { run } = await runs().dossier(world.owner, run_id);
    assert.deepEqual([run.cutoff, run.as_of], ['2026-01-31T10:00:00.000Z', null]);
    for (const [change, field] of [
      [{ mode: 'HISTORICAL' }, 'cutoff'],
      [{ mode: 'HISTORICAL', cutoff: '2026-01-31' }, 'cutoff'],
      [{ mode: 'HISTORICAL', cutoff: '2026-01-31T15:30:00' }, 'cutoff'],
      [{ mode: 'HISTORICAL', cutoff: '2026-02-30T15:30:00Z' }, 'cutoff'],
      [{ mode: 'HISTORICAL', cutoff: '2026-03-02T06:00:00.001Z' }, 'cutoff'],
      [{ mode: 'CURRENT', cutoff }, 'cutoff'],
      [{ mode: 'OFFLINE', cutoff }, 'cutoff'],
      [{ mode: 'LIVE' }, 'mode'],
      [{ mode: undefined }, 'mode'],
      [{ symbol: '' }, 'symbol'],
      [{ symbol: 'A'.repeat(41) }, 'symbol'],
      [{ symbol: "x'; drop table" }, 'symbol'],
      [{ surprise: 1 }, 'surprise'],
      [{ portfolio_id: '999999' }, 'portfolio_id'],
    ] as const)
      await assert.rejects(create(change), (error: Problem) => {
        assert.deepEqual([error.status, error.errors?.[0]?.field], [422, field], JSON.stringify(change));
        return true;
      });
  });

  it('research/Limits: fifty at once come to 25 of a person and Indian day, and nobody else is kept from theirs', async () => {
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => create()));
    const failures = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Problem] : []));
    assert.equal(all.length - failures.length, 25);
    assert.deepEqual(
      new Set(failures.map(({ status, code }) => `${status} ${code}`)),
      new Set(['429 DAILY_RUN_LIMIT']),
    );
    // 06:00 UTC is 11:30 in India: twelve and a half hours to midnight.
    assert.equal(failures[0]?.retryAfter, 45_000);
    await runs().create(world.stranger, 'V2', CURRENT, BY);
    assert.equal((await runs().state(world.owner)).runs_today, 25);
    // A run that was cancelled was accepted all the same.
    const [{ run_id } = { run_id: '' }] = (await runs().list(world.owner, {})).items;
    await runs().cancel(world.owner, run_id, BY);
    await refused(create(), 429, 'DAILY_RUN_LIMIT', /tomorrow/);
    world.clock.at = new Date('2026-03-02T18:30:00.000Z');
    await create();
  });

  it('research/Events: asked for and cancelled are on record, with their pillar; others have none', async () => {
    const { run_id } = await create();
    await runs().cancel(world.owner, run_id, BY);
    assert.deepEqual(await events(), ['research AI_RESEARCH_REQUESTED', 'research AI_RESEARCH_CANCELLED']);
    const { run, stages } = await runs().dossier(world.owner, run_id);
    assert.deepEqual([run.status, run.error], ['CANCELLED', null]);
    assert.ok(stages.every(({ status }) => status === 'SKIPPED'));
    await refused(runs().cancel(world.owner, run_id, BY), 409, 'RUN_FINISHED', /CANCELLED/);
    await assert.rejects(
      world.core.database.systemPool.query(
        `insert into evidence.events (owner_user_id, at, actor, kind, subject, data, pillar)
         values ($1, now(), 'test', 'AI_RESEARCH_MADE_UP', 'x', '{}', 'research')`,
        [world.owner],
      ),
      /events_of_research/,
    );
  });

  it('a retry is a run of its own that names the old one, and waits until that has ended', async () => {
    const { run_id } = await create({ mode: 'HISTORICAL', cutoff: '2026-01-31T10:00:00Z' });
    await refused(runs().retry(world.owner, run_id, BY), 409, 'RUN_UNFINISHED', /cancel/);
    await runs().cancel(world.owner, run_id, BY);
    const again = await runs().retry(world.owner, run_id, BY);
    const { run } = await runs().dossier(world.owner, again.run_id);
    assert.deepEqual(
      [run.retry_of, run.status, run.mode, run.cutoff],
      [run_id, 'queued', 'HISTORICAL', '2026-01-31T10:00:00.000Z'],
    );
    for (const work of [
      () => runs().retry(world.stranger, run_id, BY),
      () => runs().cancel(world.stranger, run_id, BY),
      () => runs().dossier(world.stranger, run_id),
      () => runs().dossier(world.owner, 'ai-999999'),
      () => runs().dossier(world.owner, '1'),
    ])
      await refused(work(), 404, 'RUN_NOT_FOUND', /no such run/);
  });

  it('the list has pages and filters', async () => {
    for (const mode of ['CURRENT', 'OFFLINE', 'CURRENT']) await create({ mode });
    const list = async (query: object) => (await runs().list(world.owner, query)).total;
    assert.deepEqual(
      [
        await list({}),
        await list({ mode: 'OFFLINE' }),
        await list({ status: 'queued' }),
        await list({ symbol: 'kaveri' }),
        await list({ symbol: 'TCS' }),
      ],
      [3, 1, 3, 3, 0],
    );
    const page = await runs().list(world.owner, { page: 2, page_size: 2 });
    assert.deepEqual([page.items.length, page.total], [1, 3]);
    assert.equal((await runs().list(world.stranger, {})).total, 0);
  });
});

describe('AI research that is switched off', () => {
  const fresh = sharedCore({ research: scriptedResearch(script()) });

  it('research/Feature flags: says which setting switches it on, whatever it is asked for', async () => {
    const { core, owner } = await fresh();
    const { runs } = core.research;
    const state = await runs.state(owner);
    assert.deepEqual([state.is_enabled, state.is_worker_enabled, state.runs_today], [false, false, 0]);
    assert.match(state.message ?? '', /PORTFOLIO_AI_RESEARCH_ENABLED=1/);
    for (const work of [
      () => runs.create(owner, 'V2', CURRENT, BY),
      () => runs.retry(owner, 'ai-1', BY),
      () => runs.cancel(owner, 'ai-1', BY),
      () => runs.list(owner, {}),
      () => runs.dossier(owner, 'ai-1'),
    ])
      await assert.rejects(work(), (error: Problem) => {
        assert.deepEqual([error.status, error.code], [409, 'AI_RESEARCH_OFF']);
        assert.match(error.detail, /PORTFOLIO_AI_RESEARCH_ENABLED=1/);
        return true;
      });
  });
});
