import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DbTransaction, keptCount } from '../../../../core/platform/index.ts';
import * as first from '../../../../migrations/main/137_list_counts.ts';
import * as second from '../../../../migrations/main/139_more_list_counts.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';

const word = (...words: string[]) => fc.constantFrom(...words);
const event = fc.record({
  portfolio: word('One', 'Two'),
  kind: word('DIVIDEND', 'COUPON'),
  currency: word('INR', 'USD'),
  status: word('FORECAST', 'PAID', 'CANCELLED'),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ insert: fc.array(event, { minLength: 1, maxLength: 9 }) }) },
  fc.record({
    update: word(`status = 'PAID'`, `currency = 'EUR', kind = 'COUPON'`, `note = 'as before'`),
    where: word('true', `kind = 'DIVIDEND'`, 'id % 3 = 0'),
  }),
  fc.record({ remove: word(`status = 'PAID'`, 'id % 2 = 0', 'true') }),
  fc.record({ drop: word('One', 'Two') }),
  { weight: 4, arbitrary: fc.record({ run: word(...statements()) }) },
);
const ONE_EVENT = { portfolio: 'One', kind: 'COUPON', currency: 'INR', status: 'PAID' };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes of the other lists, some by the deletion of what their rows belong to. */
function statements(): string[] {
  const owner = '(select id from identity.users order by id limit 1)';
  const parent = (table: string, columns: string, values: string) =>
    `insert into portfolio.${table} (owner_user_id, name, ${columns}) select ${owner}, 'Of ' || n, ${values}
     from generate_series(1, 2) n on conflict do nothing`;
  const held = (
    symbol: string,
  ) => `insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, source)
    select owner_user_id, id, '${symbol}', 'Unlisted', 'INR', 1, 'MANUAL' from portfolio.portfolios on conflict do nothing`;
  return [
    `insert into evidence.events (owner_user_id, at, actor, kind, subject, data)
     select ${owner}, now(), 'api:owner', case n % 2 when 0 then 'GOAL_CREATED' else 'INCOME_RECOMPUTED' end, n::text, '{}'
     from generate_series(1, 5) n`,
    `delete from evidence.events where kind = 'GOAL_CREATED'`,
    parent('goals', 'type, currency, target_monthly_income', `'INCOME', 'INR', 1`),
    `insert into portfolio.goal_snapshots (owner_user_id, goal_id, day, state, target, recorded_at)
     select g.owner_user_id, g.id, date '2026-01-01' + n, 'ON_TRACK', 1, now() from portfolio.goals g, generate_series(1, 3) n
     on conflict do nothing`,
    `delete from portfolio.goals where name = 'Of 1'`,
    "delete from portfolio.goal_snapshots where day > date '2026-01-02'",
    parent('liabilities', 'type, balance, currency', `'LOAN', 1, 'INR'`),
    `insert into portfolio.liability_history (owner_user_id, liability_id, recorded_at, balance, currency)
     select owner_user_id, id, now(), 1, 'INR' from portfolio.liabilities`,
    `delete from portfolio.liabilities where name = 'Of 2'`,
    held('A'),
    held('B'),
    `insert into portfolio.holding_price_updates (owner_user_id, holding_id, valuation_date, price, source)
     select owner_user_id, id, '2026-01-01', 1, 'MANUAL' from portfolio.holdings`,
    `delete from portfolio.holdings where symbol = 'A'`,
    `insert into portfolio.imports (owner_user_id, status, expires_at) values (${owner}, 'STAGED', now())`,
    `update portfolio.imports set status = 'COMMITTED'`,
    `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency,
       source, import_id, execution_id)
     select p.owner_user_id, p.id, 'TCS', '2026-01-01', 'BUY', 1, 1, 'INR', 'CSV', i.id, gen_random_uuid()
     from portfolio.portfolios p left join lateral (select id from portfolio.imports order by id desc limit 2) i on true`,
    'update portfolio.transactions set import_id = null where id % 2 = 0',
    'delete from portfolio.transactions where id % 3 = 0',
    'delete from portfolio.imports where id % 2 = 0',
  ];
}

/** Columns of each list, whose rows are counted as a second way. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'portfolio.income_events': ['portfolio_id', 'kind', 'currency', 'status'],
  'portfolio.imports': ['status'],
  'evidence.events': ['kind'],
  'portfolio.goal_snapshots': ['goal_id'],
  'portfolio.holding_price_updates': ['holding_id'],
  'portfolio.liability_history': ['liability_id'],
  'portfolio.transactions': ['import_id', 'portfolio_id'],
};
const COUNTED = Object.entries(LISTS)
  .map(
    ([list, columns]) => `select owner_user_id, '${list}' as list,
      jsonb_build_object(${columns.flatMap((column) => [`'${column}'`, column]).join(', ')}) as key, count(*)::int as rows
    from ${list} group by owner_user_id, ${columns.join(', ')}`,
  )
  .join(' union all ');
const KEPT = `select owner_user_id, list, key, rows from portfolio.list_counts where list in (${Object.keys(
  LISTS,
)
  .map((list) => `'${list}'`)
  .join(', ')}) and rows <> 0`;

describe('counts of lists that every write keeps', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  let references = 0;
  const take = async (trx: DbTransaction, one: Step, owner: string): Promise<void> => {
    if ('run' in one) await trx.raw(one.run);
    else if ('update' in one)
      await trx.raw(`update portfolio.income_events set ${one.update} where ${one.where}`);
    else if ('remove' in one) await trx.raw(`delete from portfolio.income_events where ${one.remove}`);
    else if ('drop' in one) await trx.raw('delete from portfolio.portfolios where name = ?', [one.drop]);
    else {
      await trx.raw(
        `insert into portfolio.portfolios (owner_user_id, name)
         select ?, wanted from unnest(array['One', 'Two']) wanted
         where not exists (select from portfolio.portfolios p where p.name = wanted)`,
        [owner],
      );
      await trx.raw(
        `insert into portfolio.income_events (owner_user_id, portfolio_id, symbol, kind, currency, status, ex_date, source,
           confidence, source_reference, note)
         select p.owner_user_id, p.id, 'TCS', r.kind, r.currency, r.status, '2026-01-01', 'LEDGER', 'CONFIRMED',
           ? || '-' || row_number() over (), ''
         from jsonb_to_recordset(?::jsonb) as r (portfolio text, kind text, currency text, status text)
         join portfolio.portfolios p on p.name = r.portfolio`,
        [String((references += 1)), JSON.stringify(one.insert)],
      );
    }
  };
  const rowsOf = async (trx: DbTransaction, sql: string) =>
    (await trx.raw<{ rows: object[] }>(`select * from (${sql}) c order by c::text`)).rows;

  it('equal a count of all rows after any changes, rolled-back ones included, and anew after the migration', async () => {
    const { owner } = world;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 8 }), async (steps) => {
        for (const [one, isKept] of steps) {
          const change = world.core.database.asSystem('change events', async (trx) => {
            await take(trx, one, owner);
            if (!isKept) throw new Error('taken back');
          });
          await change.catch((error: Error) => assert.equal(error.message, 'taken back'));
        }
        await world.core.database.asUser(owner, async (trx) => {
          assert.deepEqual(await rowsOf(trx, KEPT), await rowsOf(trx, COUNTED));
          const { rows } = await trx.raw<{ rows: { n: number }[] }>(
            `select count(*)::int as n from portfolio.income_events where status <> 'CANCELLED' and kind = 'COUPON'`,
          );
          const by = {
            status: ['FORECAST', 'PAID'],
            kind: 'COUPON',
            currency: undefined,
            portfolio_id: null,
          };
          assert.equal(await keptCount(trx, 'portfolio.income_events', by), rows[0]?.n);
        });
      }),
      // Each of the statements once, after rows that they need.
      {
        numRuns: sampled(12, 400),
        examples: [
          [[[{ insert: [ONE_EVENT] }, true], ...statements().map((run): [Step, boolean] => [{ run }, true])]],
        ],
      },
    );
    await world.core.database.asUser(owner, (trx) => take(trx, { insert: [ONE_EVENT] }, owner));
    await world.core.database.asSystem('migrate back and again', async (trx) => {
      await second.down(trx);
      await first.down(trx);
      await first.up(trx);
      await second.up(trx);
      assert.deepEqual(await rowsOf(trx, KEPT), await rowsOf(trx, COUNTED));
    });
  });

  it('a change of nothing that is counted writes no count, and a person goes with theirs', async () => {
    await world.core.database.asSystem('a person of their own', async (trx) => {
      await trx.raw(
        `insert into identity.users (id, login, name) overriding system value values (900, 'other', 'Other')`,
      );
      await trx.raw(`insert into portfolio.portfolios (owner_user_id, name) values (900, 'Theirs')`);
      await trx.raw(
        `insert into portfolio.income_events (owner_user_id, portfolio_id, symbol, kind, currency, status, ex_date, source,
           confidence, source_reference, note)
         select 900, id, 'TCS', 'DIVIDEND', 'INR', 'PAID', '2026-01-01', 'LEDGER', 'CONFIRMED', 'one', ''
         from portfolio.portfolios where owner_user_id = 900`,
      );
      const written = async () =>
        (
          await rowsOf(
            trx,
            `select ctid::text, rows from portfolio.list_counts
             where owner_user_id = 900 and list = 'portfolio.income_events' order by rows desc`,
          )
        )[0];
      const before = await written();
      await trx.raw(`update portfolio.income_events set note = 'seen' where owner_user_id = 900`);
      assert.deepEqual(await written(), before);
      await trx.raw(`update portfolio.income_events set status = 'CANCELLED' where owner_user_id = 900`);
      assert.notDeepEqual(await written(), before);
      await trx.raw('delete from portfolio.portfolios where owner_user_id = 900');
      // Keys with ids of what is gone do not add up.
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        'select from portfolio.list_counts where owner_user_id = 900 and rows = 0',
      );
      assert.equal(rows.length, 0);
      await trx.raw('delete from identity.users where id = 900');
      assert.equal(await written(), undefined);
    });
  });
});
