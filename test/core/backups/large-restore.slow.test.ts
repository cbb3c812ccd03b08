import assert from 'node:assert/strict';
import path from 'node:path';
import { backUpAll, rehearseAll, restoreAll } from '../../../core/backups/index.ts';
import { includedRows } from '../../../core/platform/backup/catalogue.ts';
import { createLog, parseConfig } from '../../../core/platform/index.ts';
import { LIVE_ORDER_STATES } from '../../../core/policies/order-states.ts';
import { PLAN_STATES } from '../../../core/policies/states.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { liveWorlds, plannedAt } from '../../support/live-policy.ts';
import { query } from '../../support/plain-database.ts';
import { testDatabase } from '../../support/postgres.ts';
import { contents } from '../platform/backup/backed-up-books.ts';

/** Tables that a restore changes on purpose: plans of before end. */
const ENDED = [
  'policy.policy_order_plans',
  'policy.policy_orders',
  'policy.policy_order_events',
  'policy.policy_cycles',
];
/** Plans under way, of which orders may be in any state. */
const UNDER_WAY = ['EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN'];

describe('a restore of large books', function limited(this: Mocha.Suite) {
  this.timeout(1_200_000);
  const worldAnew = liveWorlds();

  it('brings back 100,000 rows with policies, plans and orders in every state, and leaves no plan that can be sent', async () => {
    const world = await worldAnew();
    const { plan } = await plannedAt(world, 'dhan');
    const { core } = world;
    const source = core.database.urls.ownerUrl;
    const [order] = plan.orders;
    assert.ok(order !== undefined);
    await query(
      source,
      `insert into portfolio.portfolios (owner_user_id, name) select id, 'Large' from identity.users limit 1;
       insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, source)
         select owner_user_id, id, 'S' || n % 500, date '2010-01-01' + n % 5000, 'BUY', n, 1 + n % 97, 'INR', 'CSV'
         from portfolio.portfolios, generate_series(1, 100000) n where name = 'Large'`,
    );
    let nr = 100;
    for (const state of PLAN_STATES) {
      const [copy] = await query(
        source,
        `insert into policy.policy_order_plans select (jsonb_populate_record(l, jsonb_build_object(
           'id', nextval(pg_get_serial_sequence('policy.policy_order_plans', 'id')), 'kind', 'SENT_AGAIN', 'state', '${state}',
           'replaces_plan_id', l.id))).* from policy.policy_order_plans l where l.id = ${plan.plan_id} returning id`,
      );
      const states = UNDER_WAY.includes(state)
        ? LIVE_ORDER_STATES.filter((one) => one !== 'NOT_MADE')
        : [endOf(state)];
      for (const of of states) {
        nr += 1;
        await query(
          source,
          `insert into policy.policy_orders select (jsonb_populate_record(o, jsonb_build_object(
             'id', nextval(pg_get_serial_sequence('policy.policy_orders', 'id')), 'plan_id', ${String(copy?.['id'])}, 'nr', ${nr},
             'tag', 'LIVEMOMOCOPY${nr}', 'state', '${of}', 'epoch', 1, 'submitted_at', now()))).*
           from policy.policy_orders o where o.id = ${order.order_id}`,
        );
      }
    }
    const folder = dataFolder();
    const target = await testDatabase();
    const placeOf = (url: string) => ({
      config: parseConfig({ DATA_DIR: folder.path, DATABASE_URL: url }),
      log: createLog('silent'),
      server: { ownerUrl: url, embedded: false },
    });
    try {
      const file = path.join(folder.path, 'backups', 'large.backup');
      const written = await backUpAll(placeOf(source), file);
      assert.ok(written.rows > 100_000);
      const { holds } = await rehearseAll(placeOf(source), file);
      assert.deepEqual([holds.from, holds.areas[0]?.area], ['2010-01-01', 'portfolio']);
      const kept = await contents(source);
      for (const times of [1, 2]) {
        const restored = await restoreAll(placeOf(target.url), file, times > 1);
        assert.equal(restored.rows, written.rows);
        // Two that waited and one that was approved.
        assert.equal(restored.ended_plans, 3);
        const found = await contents(target.url);
        for (const table of Object.keys(kept).filter(
          (name) => includedRows(name) === 'true' && !ENDED.includes(name),
        ))
          assert.deepEqual(found[table], kept[table], table);
        const [left] = await query(
          target.url,
          `select (select count(*)::int from policy.policy_order_plans) as plans,
             (select count(*)::int from policy.policy_orders) as orders,
             (select count(*)::int from policy.policy_order_plans where state in ('PENDING_APPROVAL', 'APPROVED')) as open,
             (select count(*)::int from policy.policy_orders o join policy.policy_order_plans l on l.id = o.plan_id
               where l.state in ('EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')
                 and o.state in ('PENDING_APPROVAL', 'APPROVED')) as unsent,
             (select count(*)::int from platform.books_generations) as generations`,
        );
        assert.deepEqual(left, {
          plans: kept['policy.policy_order_plans']?.length,
          orders: kept['policy.policy_orders']?.length,
          open: 0,
          unsent: 0,
          // That of the backup before is replaced with the rest.
          generations: 1,
        });
      }
    } finally {
      await target.drop();
      await folder.remove();
    }
  });
});

/** The state in which an order of a plan is that is not under way. */
function endOf(state: string): string {
  if (state === 'PENDING_APPROVAL' || state === 'APPROVED') return state;
  return { REJECTED: 'DECLINED', EXPIRED: 'EXPIRED', PARTIAL: 'CANCELLED' }[state] ?? 'FILLED';
}
