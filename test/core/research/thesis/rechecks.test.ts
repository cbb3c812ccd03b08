import assert from 'node:assert/strict';
import { createRechecks } from '../../../../core/research/thesis/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { storeRun, type StoredRun } from '../../../support/published-runs.ts';

const BY = { actor: 'test' };
const DAY = 24 * 60;

describe('the daily recheck of pinned theses', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({
    environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '2' },
  });
  let world: TestCore;
  let ids: Record<string, string>;
  beforeEach(async () => {
    world = await fresh();
    ids = await registerForResearch(world.core);
    for (const symbol of ['AAA', 'BBB', 'CCC'])
      ids[symbol] = await world.core.database.asSystem('a share for a test', async (trx) => {
        const [row] = (await trx('market.instruments')
          .insert({ exchange: 'NSE', symbol, asset_class: 'Indian Equity', name: `${symbol} Limited` })
          .returning('id')) as { id: string }[];
        return row?.id ?? '';
      });
  });
  const pool = () => world.core.database.systemPool;
  /** Pinned directly: what the gate refuses today may have been pinned when it was a share. */
  const pin = async (symbol: string, change: Partial<StoredRun> = {}, userId = world.owner) => {
    const instrument_id = ids[symbol] ?? symbol;
    const as_of = '2026-01-05T06:00:00.000Z';
    const id = await storeRun(world.core, userId, { symbol, instrument_id, as_of, ...change });
    await world.core.research.thesis.setBaseline(userId, id, BY);
    return id;
  };
  const recheck = async (userId = world.owner) =>
    await world.core.research.thesis.recheckNext(userId, { actor: 'job:ai_thesis_rechecks' });
  const tomorrow = () => world.clock.pass(DAY);
  /** Ends whatever waits, as a worker would. */
  const finish = async () =>
    void (await pool().query(
      `update research.ai_research_runs set status = 'FAILED', finished_at = now() where status in ('queued', 'running')`,
    ));
  const turns = async (userId = world.owner) =>
    (
      await pool().query<{ turn: string }>(
        `select concat_ws(' ', cycle, instrument.symbol, portfolio_id, outcome, 'ai-' || run_id, reason) as turn
         from research.ai_thesis_rotation as turn left join market.instruments as instrument on instrument.id = turn.instrument_id
         where owner_user_id = $1 order by turn.id`,
        [userId],
      )
    ).rows.map(({ turn }) => turn);
  const symbolOf = async (run: string | null) =>
    run === null
      ? null
      : (
          await pool().query<{ symbol: string }>(
            'select symbol from research.ai_research_runs where id = $1',
            [run.slice(3)],
          )
        ).rows[0]?.symbol;
  const queued = async () =>
    Number(
      (
        await pool().query<{ count: string }>(
          `select count(*) from research.ai_research_runs where status = 'queued'`,
        )
      ).rows[0]?.count,
    );

  it('research/Run creation rules 3: each pinned thesis has its turn, one a day, before one has a second', async () => {
    for (const symbol of ['AAA', 'BBB', 'CCC']) await pin(symbol);
    const seen: (string | null | undefined)[] = [];
    for (let day = 0; day < 7; day += 1) {
      seen.push(await symbolOf(await recheck()));
      assert.equal(await recheck(), null, 'one a day');
      await finish();
      assert.equal(await recheck(), null, 'one a day, also when it is over');
      tomorrow();
    }
    assert.deepEqual(seen, ['AAA', 'BBB', 'CCC', 'AAA', 'BBB', 'CCC', 'AAA']);
    const rows = await turns();
    assert.deepEqual(
      rows.map((row) => row.split(' ').slice(0, 3).join(' ')),
      ['1 AAA', '1 BBB', '1 CCC', '2 AAA', '2 BBB', '2 CCC', '3 AAA'].map((row) => `${row} PICKED`),
    );
    const { rows: runs } = await pool().query<{ mode: string; route: string }>(
      'select distinct mode, route from research.ai_research_runs where id > 3',
    );
    assert.deepEqual(runs, [{ mode: 'CURRENT', route: 'V2' }]);
  });

  it('research/Run creation rules 3: what the gate refuses is recorded with its reason, locked out for the cycle, and looked at anew in the next', async () => {
    await pin('FUNDONE');
    await pin('AAA');
    await pin('BBB');
    assert.equal(await symbolOf(await recheck()), 'AAA');
    const [skipped] = await turns();
    assert.match(skipped ?? '', /^1 FUNDONE SKIPPED FUNDONE is a mutual fund\./);
    // A share by now, within the same cycle.
    await pool().query(
      `update market.instruments set asset_class = 'Indian Equity' where symbol = 'FUNDONE'`,
    );
    await finish();
    tomorrow();
    assert.equal(await symbolOf(await recheck()), 'BBB');
    await finish();
    tomorrow();
    assert.equal(await symbolOf(await recheck()), 'FUNDONE');
    assert.deepEqual(
      (await turns()).map((row) => row.split(' ').slice(0, 3).join(' ')),
      ['1 FUNDONE SKIPPED', '1 AAA PICKED', '1 BBB PICKED', '2 FUNDONE PICKED'],
    );
  });

  it('where nothing may be rechecked no new cycle begins, however many days pass', async () => {
    await pin('GONE');
    await pin('424242');
    for (let day = 0; day < 5; day += 1) {
      assert.equal(await recheck(), null);
      tomorrow();
    }
    const rows = await turns();
    assert.equal(rows.length, 2, rows.join('\n'));
    assert.match(rows.join('\n'), /GONE has not been listed since 2 Jun 2025/);
    assert.match(rows.join('\n'), /It is no longer in the registry of instruments\./);
  });

  it('nothing is asked for while the research of the turn before is not over', async () => {
    await pin('AAA');
    await pin('BBB');
    assert.notEqual(await recheck(), null);
    tomorrow();
    assert.equal(await recheck(), null);
    await finish();
    assert.equal(await symbolOf(await recheck()), 'BBB');
  });

  it('the daily limit of runs is kept without a word, and the turn waits for the next day', async () => {
    await pin('AAA');
    for (let at = 0; at < 2; at += 1)
      await world.core.research.runs.create(world.owner, 'V2', { symbol: 'BBB', mode: 'CURRENT' }, BY);
    assert.equal(await recheck(), null);
    assert.deepEqual(await turns(), ['1 AAA PICKED']);
    await finish();
    tomorrow();
    const run = await recheck();
    assert.equal(await symbolOf(run), 'AAA');
    assert.deepEqual(await turns(), [`1 AAA PICKED ${run}`]);
  });

  it('a portfolio’s baseline has a turn of its own, with research of that portfolio', async () => {
    const { id: portfolio_id } = await world.core.portfolio.portfolios.create(
      world.owner,
      { name: 'Long', base_currency: 'INR' },
      BY,
    );
    await pin('AAA');
    await pin('AAA', { portfolio_id });
    const scopes: unknown[] = [];
    for (let day = 0; day < 3; day += 1) {
      const run = await recheck();
      const { rows } = await pool().query<{ portfolio_id: string | null }>(
        'select portfolio_id from research.ai_research_runs where id = $1',
        [run?.slice(3)],
      );
      scopes.push(rows[0]?.portfolio_id);
      await finish();
      tomorrow();
    }
    assert.deepEqual(scopes, [null, portfolio_id, null]);
  });

  it('doubled runs of the job ask once, and each person has a rotation of their own', async () => {
    await pin('AAA');
    await pin('BBB');
    await pin('BBB', {}, world.stranger);
    const found = await Promise.all(Array.from({ length: 5 }, () => recheck()));
    assert.equal(new Set(found.filter((run) => run !== null)).size, 1, found.join());
    assert.equal(await queued(), 1);
    assert.deepEqual((await turns()).length, 1);
    assert.equal(await symbolOf(await recheck(world.stranger)), 'BBB');
    assert.equal((await turns(world.stranger)).length, 1);
  });

  it('a process that dies before or after it asked leaves the turn open, and the next one finds the same run', async () => {
    await pin('AAA');
    const died = new Error('the process dies here');
    const dying = (when: 'before' | 'after') =>
      createRechecks(world.core, {
        instruments: world.core.instruments,
        runs: {
          async recheck(...asked) {
            if (when === 'after') await world.core.research.runs.recheck(...asked);
            throw died;
          },
        },
      }).recheckNext(world.owner, { actor: 'job:ai_thesis_rechecks' });
    await assert.rejects(dying('before'), died);
    assert.deepEqual([await turns(), await queued()], [['1 AAA PICKED'], 0]);
    await assert.rejects(dying('after'), died);
    assert.deepEqual([await turns(), await queued()], [['1 AAA PICKED'], 1]);
    tomorrow();
    const run = await recheck();
    assert.deepEqual([await turns(), await queued()], [[`1 AAA PICKED ${run}`], 1]);
  });

  it('an open turn whose baseline was unpinned is passed over, and so is what is refused after it was picked', async () => {
    const first = await pin('AAA');
    await pin('BBB');
    await pin('CCC');
    const failing = createRechecks(world.core, {
      instruments: world.core.instruments,
      runs: { recheck: () => Promise.reject(new Error('the process dies here')) },
    });
    await assert.rejects(failing.recheckNext(world.owner, BY));
    await world.core.research.thesis.clearBaseline(world.owner, first, BY);
    // Delisted between the look and the request.
    const late = createRechecks(world.core, {
      instruments: world.core.instruments,
      runs: {
        async recheck(userId, asked, actor) {
          if (asked.instrument_id === ids['BBB'])
            await pool().query(
              `update market.instruments set delisted_on = '2026-03-01' where symbol = 'BBB'`,
            );
          return await world.core.research.runs.recheck(userId, asked, actor);
        },
      },
    });
    assert.equal(await symbolOf(await late.recheckNext(world.owner, BY)), 'CCC');
    const rows = await turns();
    assert.equal(rows[0], '1 AAA SKIPPED Its baseline was unpinned before its turn.');
    assert.match(rows[1] ?? '', /^1 BBB SKIPPED BBB has not been listed since 1 Mar 2026\./);
    assert.match(rows[2] ?? '', /^1 CCC PICKED ai-\d+$/);
  });

  it('with nothing pinned there is nothing to do', async () => {
    assert.equal(await recheck(), null);
    assert.deepEqual(await turns(), []);
  });
});
