import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DbTransaction, keptCount } from '../../../../core/platform/index.ts';
import { down, up } from '../../../../migrations/main/137_list_counts.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

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
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** By a second way. */
const COUNTED = `select owner_user_id, jsonb_build_object('portfolio_id', portfolio_id, 'kind', kind, 'currency', currency,
    'status', status) as key, count(*)::int as rows
  from portfolio.income_events group by owner_user_id, portfolio_id, kind, currency, status`;
const KEPT = `select owner_user_id, key, rows from portfolio.list_counts where list = 'portfolio.income_events' and rows <> 0`;

describe('counts of lists that every write keeps', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  let references = 0;
  const take = async (trx: DbTransaction, one: Step, owner: string): Promise<void> => {
    if ('update' in one) await trx.raw(`update portfolio.income_events set ${one.update} where ${one.where}`);
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
      { numRuns: 12 },
    );
    await world.core.database.asUser(owner, (trx) =>
      take(trx, { insert: [{ portfolio: 'One', kind: 'COUPON', currency: 'INR', status: 'PAID' }] }, owner),
    );
    await world.core.database.asSystem('migrate back and again', async (trx) => {
      await down(trx);
      await up(trx);
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
          await rowsOf(trx, 'select ctid::text, rows from portfolio.list_counts where owner_user_id = 900')
        )[0];
      const before = await written();
      await trx.raw(`update portfolio.income_events set note = 'seen' where owner_user_id = 900`);
      assert.deepEqual(await written(), before);
      await trx.raw(`update portfolio.income_events set status = 'CANCELLED' where owner_user_id = 900`);
      assert.notDeepEqual(await written(), before);
      await trx.raw('delete from identity.users where id = 900');
      assert.equal(await written(), undefined);
    });
  });
});
