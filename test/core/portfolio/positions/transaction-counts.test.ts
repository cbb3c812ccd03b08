import assert from 'node:assert/strict';
import fc from 'fast-check';
import pg from 'pg';
import type { DbTransaction } from '../../../../core/platform/index.ts';
import { readLedgerHistories } from '../../../../core/portfolio/corporate-actions/ledger-history.ts';
import { readEverHeld } from '../../../../core/portfolio/catch-up/catch-up-store.ts';
import { readFirstDayOfBooks } from '../../../../core/portfolio/snapshots/index.ts';
import { pageOfTransactions } from '../../../../core/portfolio/records/transaction-store.ts';
import { sampled } from '../../../support/soak.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

const COLUMNS =
  'portfolio_id, symbol, type, is_derived, currency, recorded_symbol, isin, asset_class, owner_user_id';
/** The kept counts, and the counts of all rows. */
const KEPT = `select ${COLUMNS}, rows from portfolio.transaction_counts`;
const COUNTED = `select ${COLUMNS.replace('is_derived', 'action_id is not null as is_derived')}, count(*)::int as rows
  from portfolio.transactions group by ${COLUMNS.replace('is_derived', 'action_id is not null')}`;

/** Facts of each security for corporate actions, by a walk over all transactions. */
const WALKED = `select t.portfolio_id::text, p.name as portfolio, t.symbol,
    array_agg(distinct coalesce(t.recorded_symbol, t.symbol)) || array[t.symbol] as symbols,
    coalesce(array_agg(distinct t.isin) filter (where t.isin is not null), '{}') as isins,
    min(t.currency) as currency, max(t.asset_class) as asset_class, min(t.trade_date)::text as first_date,
    coalesce(max(t.trade_date) filter (where t.action_id is null), max(t.trade_date))::text as last_date
  from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
  group by t.portfolio_id, p.name, t.symbol order by p.name, t.symbol`;

const word = (...words: string[]) => fc.constantFrom(...words);
const row = fc.record({
  portfolio: word('One', 'Two'),
  symbol: word('TCS', 'INFY', 'Own Fund'),
  day: fc.integer({ min: 0, max: 40 }),
  type: word('BUY', 'SELL', 'DIVIDEND'),
  currency: word('INR', 'USD'),
  recorded_symbol: fc.option(word('OLD', 'OLDER')),
  isin: fc.option(word('INE002A01018', 'INE467B01029')),
  asset_class: fc.option(word('Indian Equity', 'Mutual Fund')),
  is_derived: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ insert: fc.array(row, { minLength: 1, maxLength: 12 }) }) },
  fc.record({
    update: word(
      `symbol = 'INFY'`,
      `isin = case when isin is null then 'INE467B01029' end`,
      `type = 'BUY', asset_class = null`,
      `portfolio_id = (select id from portfolio.portfolios where name = 'Two')`,
      `note = 'as before'`,
      `currency = 'EUR', recorded_symbol = symbol`,
    ),
    where: word('true', `type = 'SELL'`, `symbol = 'TCS'`, 'id % 3 = 0'),
  }),
  fc.record({ remove: word(`type = 'DIVIDEND'`, `symbol = 'TCS'`, 'id % 2 = 0', 'true') }),
  fc.record({ drop: word('One', 'Two') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Rows and index entries that a session has read and not reported yet, which it does between two transactions. */
async function readHere(trx: DbTransaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { read: string }[] }>(
    `select (select coalesce(sum(seq_tup_read), 0) from pg_stat_xact_user_tables)
       + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_stat_user_indexes) as read`,
  );
  return Number(rows[0]?.read);
}

describe('counts of transactions that every write keeps', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  const portfolios = async (trx: DbTransaction) => {
    await trx.raw(
      `insert into portfolio.portfolios (owner_user_id, name)
       select ?, wanted from unnest(array['One', 'Two']) wanted
       where not exists (select from portfolio.portfolios p where p.name = wanted)`,
      [world.owner],
    );
  };
  /** An action of each portfolio, which makes derived rows. */
  const actions = async (trx: DbTransaction) => {
    await trx.raw(
      `insert into portfolio.ledger_actions (owner_user_id, portfolio_id, symbol, kind, ex_date, new_shares, old_shares,
         source, status, decided_at, decided_by)
       select owner_user_id, id, 'TCS', 'SPLIT', '2024-01-01', 2, 1, 'NSE', 'APPLIED', now(), 'test'
       from portfolio.portfolios where not is_protected on conflict do nothing`,
    );
  };
  let executions = 0;
  const take = async (trx: DbTransaction, one: Step): Promise<void> => {
    if ('insert' in one) {
      await portfolios(trx);
      await actions(trx);
      await trx.raw(
        `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price,
           currency, recorded_symbol, isin, asset_class, source, action_id, execution_id)
         select p.owner_user_id, p.id, r.symbol, date '2024-01-01' + r.day, r.type, 1, 1, r.currency, r.recorded_symbol,
           r.isin, r.asset_class, case when r.is_derived then 'ACTION' else 'CSV' end,
           case when r.is_derived then (select a.id from portfolio.ledger_actions a where a.portfolio_id = p.id) end,
           ? || '-' || r.nr
         from rows from (jsonb_to_recordset(?::jsonb) as (portfolio text, symbol text, day int, type text, currency text,
           recorded_symbol text, isin text, asset_class text, is_derived boolean)) with ordinality
           as r (portfolio, symbol, day, type, currency, recorded_symbol, isin, asset_class, is_derived, nr)
         join portfolio.portfolios p on p.name = r.portfolio`,
        [String((executions += 1)), JSON.stringify(one.insert)],
      );
    } else if ('update' in one) {
      await portfolios(trx);
      const where = one.update.includes('portfolio_id') ? `action_id is null and ${one.where}` : one.where;
      await trx.raw(`update portfolio.transactions set ${one.update} where ${where}`);
    } else if ('remove' in one) await trx.raw(`delete from portfolio.transactions where ${one.remove}`);
    else await trx.raw('delete from portfolio.portfolios where name = ?', [one.drop]);
  };
  const rowsOf = async (trx: DbTransaction, sql: string) =>
    (await trx.raw<{ rows: object[] }>(`select * from (${sql}) c order by c::text`)).rows;

  it('equal a count of all rows after any changes, rolled-back ones included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 8 }), async (steps) => {
        for (const [one, isKept] of steps) {
          const change = world.core.database.asUser(world.owner, async (trx) => {
            await take(trx, one);
            if (!isKept) throw new Error('taken back');
          });
          await change.catch((error: Error) => assert.equal(error.message, 'taken back'));
        }
        await world.core.database.asUser(world.owner, async (trx) => {
          assert.deepEqual(await rowsOf(trx, KEPT), await rowsOf(trx, COUNTED));
          const { rows } = await trx.raw<{ rows: { symbols: string[] }[] }>(WALKED);
          const walked = rows.map((one) => ({
            ...one,
            symbols: [...new Set(one.symbols)],
            isin_changes: [],
          }));
          const histories = await readLedgerHistories(trx, [world.owner]);
          assert.deepEqual(
            histories.map(({ owner_user_id: _owner, ...one }) => ({ ...one, isin_changes: [] })),
            walked,
          );
        });
      }),
      { numRuns: sampled(8, 1000) },
    );
  });

  it('contract: total of a page is the number of rows that match the filters', async () => {
    const rows = fc.sample(row, 60);
    await world.core.database.asUser(world.owner, (trx) => take(trx, { insert: rows }));
    const filters = fc.record(
      {
        portfolio: word('one', 'Two', 'Networth', 'Unknown'),
        symbol: word('tcs', 'OWN FUND', 'NONE'),
        type: fc.constantFrom('BUY' as const, 'SELL' as const),
        is_derived: fc.boolean(),
        from: fc.constant('2024-01-15'),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (query) => {
        await world.core.database.asUser(world.owner, async (trx) => {
          const all = await pageOfTransactions(trx, world.owner, { ...query, page_size: 200 });
          assert.equal(all.total, all.rows.length);
          const sign = query.order === 'asc' ? 1 : -1;
          const days = all.rows.map(({ trade_date }) => trade_date);
          assert.deepEqual(
            days,
            days.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0)),
          );
          const second = await pageOfTransactions(trx, world.owner, { ...query, page: 2, page_size: 7 });
          assert.deepEqual(
            [second.total, second.rows.map(({ id }) => id)],
            [all.total, all.rows.slice(7, 14).map(({ id }) => id)],
          );
        });
      }),
      { numRuns: sampled(12, 400) },
    );
  });

  it('a page in either order, the securities ever held and the first day read as many rows with 20,000 transactions as with 1,000', async () => {
    const reader = new pg.Client({ connectionString: world.core.database.urls.ownerUrl });
    await reader.connect();
    const add = async (from: number, until: number) => {
      await world.core.database.asUser(world.owner, async (trx) => {
        await portfolios(trx);
        await trx.raw(
          `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price,
             currency, source, execution_id)
           select owner_user_id, id, 'S' || n % 10, date '2024-01-01' - n % 3000, 'BUY', 1, 1, 'INR', 'CSV', 'many ' || n
           from portfolio.portfolios, generate_series(?::int, ?::int) n where name = 'One'`,
          [from, until],
        );
      });
      await reader.query('vacuum analyze portfolio.transactions');
    };
    const queries = [{}, { order: 'asc' as const }, { portfolio: 'One' }, { page: 3 }];
    const works: ((trx: DbTransaction) => Promise<unknown>)[] = [
      ...queries.map((query) => (trx: DbTransaction) => pageOfTransactions(trx, world.owner, query)),
      (trx) => readLedgerHistories(trx, [world.owner]),
      (trx) => readEverHeld(trx, world.owner),
      readFirstDayOfBooks,
    ];
    const reads = async () => {
      const read: number[] = [];
      for (const work of works)
        read.push(
          await world.core.database.asUser(world.owner, async (trx) => {
            const before = await readHere(trx);
            await work(trx);
            return (await readHere(trx)) - before;
          }),
        );
      return read;
    };
    await world.core.database.asUser(world.owner, (trx) => trx.raw('delete from portfolio.transactions'));
    await add(1, 1000);
    const few = await reads();
    await add(1001, 20_000);
    const many = await reads();
    await reader.end();
    // Two pages of rows and the ten securities.
    for (const [at, rows] of many.entries())
      assert.ok(rows <= (few[at] ?? 0) + 100, `${few.join(' ')} and ${many.join(' ')}`);
    assert.ok(Math.min(...few) > 0, few.join(' '));
  });
});
