import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCached } from '../../../../core/reports/cached.ts';
import { createActivity } from '../../../../core/reports/activity/activity-report.ts';
import type { SyncAttempt } from '../../../../core/reports/activity/sync-states.ts';
import type { ActivityQuery } from '../../../../core/reports/activity/inputs.ts';
import type { ActivityRow } from '../../../../core/reports/index.ts';
import { ACTIVITY_TYPES } from '../../../../core/reports/activity/view.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'api:owner' };

/** Every row as a key, in no order: the slow way. */
const ALL_KEYS = `
  select case when t.type = 'DIVIDEND' then 'income' else 'trade' end as type, 'transaction' as kind, t.id,
    t.created_at as at, p.name as portfolio
  from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
  where t.action_id is null and not exists (select from portfolio.ledger_actions m where m.id = t.merged_by and m.status = 'APPLIED')
  union all
  select 'income', 'income_event', e.id, e.updated_at, p.name
  from portfolio.income_events e join portfolio.portfolios p on p.id = e.portfolio_id where e.status <> 'PAID'
  union all
  select case when v.kind in ('CONNECTION_SYNCED', 'CONNECTION_LOGGED_IN') then 'sync'
      when v.kind like 'INCOME\\_%' then 'income' else 'edit' end,
    'event', v.id, v.at,
    coalesce(v.data->>'portfolio', v.data->'after'->>'portfolio', s.portfolio,
      case when v.kind like 'PORTFOLIO\\_%' then v.data->>'name' end)
  from evidence.events v
  left join jsonb_to_recordset(:syncs::jsonb) as s (connection_id text, portfolio text)
    on v.kind like 'CONNECTION\\_%' and s.connection_id = v.subject
  where v.kind <> 'TRANSACTION_CREATED'
  union all
  select 'sync', 'sync', s.connection_id, s.at, s.portfolio
  from jsonb_to_recordset(:syncs::jsonb) as s (connection_id bigint, portfolio text, at timestamptz)
  where s.at is not null and not exists (
    select from evidence.events v
    where v.kind = 'CONNECTION_SYNCED' and v.subject = s.connection_id::text and v.at = s.at)`;

describe('activity', () => {
  let world: TestCore;
  let tcs: string;
  /** Rows of the ledger take their time from the database: they are put where the story has them. */
  const recorded = async (at: string) =>
    await world.core.database.asSystem('times for a test', async (trx) => {
      await trx.raw(`update portfolio.transactions set created_at = ? where created_at > '2026-03-10'`, [at]);
    });
  const trade = async (row: object) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      { portfolio: 'Main', symbol: 'TCS', date: '2024-01-05', type: 'BUY', quantity: 10, price: 100, ...row },
      by,
    );
  const told = ({ at, type, action, title, source, amount }: ActivityRow) =>
    [at.slice(5, 16), type, action, title, source, amount].join(' | ');
  const read = async (query: ActivityQuery = {}, userId = world.owner) =>
    await world.core.reports.activity.read(userId, query);

  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = world;
    tcs = (await trade({ currency: 'INR', fee_tax: 5 })).id;
    await recorded('2026-03-02T06:00:00Z');
    world.clock.pass(60);
    await trade({ date: '2026-02-20', type: 'DIVIDEND', price: 12, currency: 'INR', fee_tax: 20 });
    await recorded('2026-03-02T07:00:00Z');
    world.clock.pass(60);
    await core.portfolio.transactions.update(owner, tcs, { price: 90 }, by);
    world.clock.pass(24 * 60);
    await core.liabilities.create(
      owner,
      { name: 'Car', type: 'LOAN', balance: 3_500_000 },
      { actor: 'chat:42' },
    );
    await core.portfolio.portfolios.create(owner, { name: 'Other' }, by);
  });
  after(() => world.close());

  it('portfolio/Reports, /activity: what came on record, the newest first, with where it came from', async () => {
    const { items, total, warnings } = await read();
    assert.deepEqual(items.map(told), [
      '03-03T08:00 | edit | PORTFOLIO_CREATED | Portfolio Other added | api | ',
      '03-03T08:00 | edit | LIABILITY_CREATED | Liability Car added | chat | 3500000',
      // 10 × 90, before the fees, as it stands now
      '03-02T08:00 | edit | TRANSACTION_UPDATED | Transaction of TCS changed | api | 900',
      '03-02T07:00 | income | DIVIDEND | DIVIDEND 10 TCS | MANUAL | 120',
      '03-02T06:00 | trade | BUY | BUY 10 TCS | MANUAL | 900',
    ]);
    assert.deepEqual([total, warnings], [5, []]);
    assert.deepEqual([items[4]?.date, items[4]?.detail, items[0]?.date], ['2024-01-05', null, null]);
    assert.equal(items[1]?.actor, 'chat:42');
    assert.deepEqual([items[1]?.detail, items[1]?.currency], [null, 'INR']);
  });

  it('portfolio/Reports, /activity: by type, portfolio and span of days in India, page by page', async () => {
    const titles = async (query: ActivityQuery) => (await read(query)).items.map(({ title }) => title);
    assert.deepEqual(await titles({ type: 'trade' }), ['BUY 10 TCS']);
    assert.deepEqual(await titles({ type: 'income' }), ['DIVIDEND 10 TCS']);
    assert.deepEqual(await titles({ type: 'sync' }), []);
    assert.deepEqual(await titles({ portfolio: 'main', type: 'edit' }), ['Transaction of TCS changed']);
    assert.deepEqual(await titles({ portfolio: 'Other' }), ['Portfolio Other added']);
    assert.equal((await titles({ from: '2026-03-03' })).length, 2);
    assert.equal((await titles({ to: '2026-03-02' })).length, 3);
    assert.equal((await titles({ from: '2026-03-02', to: '2026-03-02' })).length, 3);
    const second = await read({ page: 2, page_size: 2 });
    assert.deepEqual(
      [second.items.map(({ type }) => type), second.page, second.page_size, second.total],
      [['edit', 'income'], 2, 2, 5],
    );
    assert.deepEqual((await read({ page: 9, page_size: 2 })).items, []);
    await assert.rejects(read({ portfolio: 'Nowhere' }), /PORTFOLIO_NOT_FOUND/);
    await assert.rejects(read({ from: '2026-03-03', to: '2026-03-02' }), /VALIDATION_ERROR/);
    assert.deepEqual((await read({}, world.stranger)).items, []);
  });

  it('a payment is there once, and what is expected stands beside it', async () => {
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Other',
        symbol: 'NCD',
        asset_class: 'Bond',
        currency: 'INR',
        isin: 'INE002A01018',
        quantity: 1,
        avg_buy_price: 100,
        maturity_date: '2026-06-15',
        face_value: 100,
        coupon_rate: 12,
        coupon_frequency: 1,
      },
      by,
    );
    await world.core.income.recompute(world.owner, { actor: 'job:daily_dividend_enrichment' });
    const { items } = await read({ type: 'income' });
    assert.deepEqual(items.map(told).sort(), [
      '03-02T07:00 | income | DIVIDEND | DIVIDEND 10 TCS | MANUAL | 120',
      '03-03T08:00 | income | FORECAST | Coupon of NCD, forecast | EXCHANGE_ISIN | 12',
      '03-03T08:00 | income | INCOME_RECOMPUTED | Income recalculated | job | ',
    ]);
  });

  describe('syncs', () => {
    const standing = (change: Partial<SyncAttempt>): SyncAttempt => ({
      connection_id: '7',
      broker: 'zerodha',
      label: 'Family',
      portfolio: 'Main',
      state: 'FAILED',
      reason_code: 'TOKEN_EXPIRED',
      at: '2026-03-03T10:00:00.000Z',
      ...change,
    });
    const withSyncs = (standings: () => Promise<SyncAttempt[]>) => {
      const { core } = world;
      const activity = createActivity(
        core,
        createCached(core, {
          readUndecided: async () => [],
          readMarketState: async () => '',
          sessions: { stateAt: () => '' },
        }),
        standings,
      );
      return async (userId: string, query: ActivityQuery) => await activity.read(userId, query);
    };

    it('the last attempt of each connection is there, with its reason', async () => {
      const activity = withSyncs(async () => [
        standing({}),
        standing({ connection_id: '8', label: 'Mine', state: 'OK', reason_code: null, portfolio: 'Other' }),
        standing({ connection_id: '9', state: 'PENDING', at: null }),
      ]);
      const { items } = await activity(world.owner, { type: 'sync' });
      assert.deepEqual(
        items.map(({ title, detail, source, portfolio }) => [title, detail, source, portfolio]),
        [
          ['Sync of Mine completed', null, 'zerodha', 'Other'],
          ['Sync of Family failed', 'Token expired', 'zerodha', 'Main'],
        ],
      );
      assert.equal((await activity(world.owner, {})).items[0]?.type, 'sync');
      assert.equal((await activity(world.owner, { type: 'sync', portfolio: 'Main' })).total, 1);
    });

    it('a sync that changed something is told by its record alone', async () => {
      await world.core.database.asUser(world.owner, (trx) =>
        trx('evidence.events').insert({
          owner_user_id: world.owner,
          actor: 'job:broker_maintenance',
          at: '2026-03-03T10:00:00.000Z',
          kind: 'CONNECTION_SYNCED',
          subject: '7',
          data: JSON.stringify({ broker: 'zerodha', label: 'Family', trades_new: 3, holdings: 4 }),
        }),
      );
      const activity = withSyncs(async () => [standing({ state: 'OK', reason_code: null })]);
      const { items } = await activity(world.owner, { type: 'sync' });
      assert.deepEqual(
        items.map(({ title, detail, portfolio, actor }) => [title, detail, portfolio, actor]),
        [['Family synced', 'New transactions 3, holdings 4', 'Main', 'job:broker_maintenance']],
      );
    });

    it('portfolio/Reports, /activity: a sync state that cannot be read is contained, with a warning', async () => {
      const activity = withSyncs(() => Promise.reject(new Error('broken')));
      const { items, warnings, total } = await activity(world.owner, {});
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['SYNC_STATE_UNAVAILABLE'],
      );
      assert.ok(total >= 8);
      assert.ok(items.some(({ title }) => title === 'BUY 10 TCS'));
      // the same question is answered without a warning as soon as it can be read again
      assert.deepEqual((await read()).warnings, []);
    });

    it('the connections themselves are read, those that only trade left out', async () => {
      const add = async (label: string, role: string, state: string) =>
        await world.core.database.change(world.owner, ['connections'], (trx) =>
          trx('broker.connections').insert({
            owner_user_id: world.owner,
            broker: 'zerodha',
            label,
            role,
            portfolio_name: 'Main',
            credential_names: [],
            state,
            reason_code: state === 'FAILED' ? 'UNREACHABLE' : null,
            last_attempt_at: '2026-03-03T11:00:00.000Z',
            last_success_at: '2026-03-03T11:00:05.000Z',
          }),
        );
      await add('Works', 'SYNC', 'OK');
      await add('Broken', 'TRADING+SYNC', 'FAILED');
      await add('Orders', 'TRADING', 'FAILED');
      const { items } = await read({ type: 'sync', from: '2026-03-03' });
      assert.deepEqual(
        items.slice(0, 2).map(({ at, title }) => `${at.slice(11, 19)} ${title}`),
        ['11:00:05 Sync of Works completed', '11:00:00 Sync of Broken failed'],
      );
      assert.ok(items.every(({ title }) => !title.includes('Orders')));
    });

    it('a page and its total are those of all rows in one order, for any filter', async () => {
      const { core, owner } = world;
      const standings = [
        standing({}),
        standing({ connection_id: '8', portfolio: 'Other', at: '2026-03-03T08:00:00.000Z' }),
        standing({ connection_id: '9', state: 'PENDING', at: null }),
      ];
      const activity = withSyncs(async () => standings);
      const syncs = JSON.stringify(standings);
      const query = fc.record(
        {
          type: fc.constantFrom(...ACTIVITY_TYPES),
          portfolio: fc.constantFrom('Main', 'other'),
          from: fc.constantFrom('2026-03-02', '2026-03-03'),
          to: fc.constantFrom('2026-03-03', '2026-03-04'),
          page: fc.integer({ min: 1, max: 3 }),
          page_size: fc.integer({ min: 1, max: 4 }),
        },
        { requiredKeys: [] },
      );
      await core.database.asSystem('rows of every place for a test', async (trx) => {
        await trx.raw(
          `with book as (select id, owner_user_id from portfolio.portfolios where owner_user_id = :owner and name = 'Main'),
             action as (
               insert into portfolio.ledger_actions (owner_user_id, portfolio_id, symbol, kind, ex_date, new_shares, old_shares,
                 source, status, decided_at, decided_by)
               select owner_user_id, id, 'OLD', 'SPLIT', '2024-01-01', 2, 1, 'NSE', 'APPLIED', now(), 'test' from book returning id)
           insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency,
             source, action_id, merged_by, created_at, execution_id)
           select owner_user_id, book.id, 'OLD', '2024-01-01', case n % 2 when 0 then 'BUY' else 'DIVIDEND' end, n, 1, 'INR',
             case when n < 3 then 'ACTION' else 'CSV' end, case when n < 3 then action.id end, case when n > 6 then action.id end,
             '2026-03-02T06:30:00Z', 'many ' || n
           from book, action, generate_series(1, 9) n`,
          { owner },
        );
      });
      await fc.assert(
        fc.asyncProperty(query, async (asked) => {
          const { items, total, page, page_size } = await activity(owner, asked);
          const all = await core.database.asUser(owner, async (trx) => {
            const { rows } = await trx.raw<{ rows: { id: string }[] }>(
              `select kind || ':' || id as id from (${ALL_KEYS}) found
               where (:type::text is null or type = :type) and (:portfolio::text is null or lower(portfolio) = lower(:portfolio))
                 and (:from::date is null or (at at time zone 'Asia/Kolkata')::date >= :from)
                 and (:to::date is null or (at at time zone 'Asia/Kolkata')::date <= :to)
               order by at desc, kind, found.id desc`,
              { type: null, portfolio: null, from: null, to: null, syncs, ...asked } as never,
            );
            return rows.map(({ id }) => id);
          });
          assert.equal(total, all.length);
          assert.deepEqual(
            items.map(({ id }) => id),
            all.slice((page - 1) * page_size, page * page_size),
          );
        }),
        { numRuns: sampled(20, 1000) },
      );
    });
  });
});
