import assert from 'node:assert/strict';
import { Decimal, type DbTransaction } from '../../../../core/platform/index.ts';
import { type ResultBlock, rowsOf } from '../../../../core/strategies/runs/result-blocks.ts';
import { down, up } from '../../../../migrations/main/142_blocks_of_backtests.ts';
import { backtest, HISTORY, runAll, walkingMarket } from '../../../support/backtests.ts';
import { sharedCore } from '../../../support/core.ts';

type Row = Record<string, unknown>;

/** Rows of a run by section, of whatever block, without what only newer rows hold. */
async function results(trx: DbTransaction, runId: string): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  const blocks: (ResultBlock & { run_id: string })[] = await trx('strategy.run_results')
    .where({ run_id: runId })
    .orderBy(['section', 'nr']);
  for (const block of blocks) {
    const rows = (await rowsOf(block, block.section)) as unknown as Row[];
    assert.deepEqual([block.row_count, block.from_day], [rows.length, rows[0]?.['date']]);
    for (const state of ['filled', 'reduced'] as const)
      assert.equal(block[state], rows.filter((row) => row['state'] === state.toUpperCase()).length);
    for (const row of rows) if (block.section !== 'HOLDINGS') delete row['sector'];
    (found[block.section] ??= []).push(...rows);
  }
  return found;
}

describe('results that were stored row by row', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  const fresh = sharedCore();

  it('become blocks with every row and digit, and rows again', async () => {
    const { core, owner } = await fresh();
    await walkingMarket().write(core);
    const ids: string[] = [];
    for (const config of [{ rebalance: 'weekly' }, { top_n: 3 }])
      ids.push(
        (await core.strategies.runs.create(owner, backtest(HISTORY, config), { actor: 'test' })).run_id,
      );
    await runAll(core);
    const undone = new Error('undone');
    const migrated = core.database.asSystem('migrate back and again', async (trx) => {
      const before: Record<string, Row[]>[] = [];
      for (const id of ids) before.push(await results(trx, id));
      const [first] = before;
      assert.ok((first?.['EQUITY']?.length ?? 0) > 700 && (first?.['ORDERS']?.length ?? 0) > 40);
      await down(trx);
      // The tables of before hold the same: sums and numbers are those of Postgres.
      const { rows } = await trx.raw<{ rows: Row[] }>(
        `select (select concat_ws(' ', count(*), trim_scale(sum(cash)), max(day)) from strategy.run_equity where run_id = :id) as equity,
           (select concat_ws(' ', count(*), max(nr), count(distinct (state, state_nr)), max(trade_nr), trim_scale(sum((charges ->> 'total')::numeric)))
            from strategy.run_orders where run_id = :id) as orders,
           (select concat_ws(' ', count(distinct (day, nr)), trim_scale(sum(cost))) from strategy.run_holdings where run_id = :id) as holdings,
           (select concat_ws(' ', count(*), max(nr)) from strategy.run_events where run_id = :id) as events`,
        { id: ids[0] ?? '' },
      );
      const { EQUITY = [], ORDERS = [], HOLDINGS = [], EVENTS = [] } = first ?? {};
      const sum = (values: unknown[]) => Decimal.sum(0, ...values.map(String)).toFixed();
      const charges = ORDERS.map((row) => row['charges'] as { total: string } | null);
      const traded = charges.filter((one) => one !== null);
      const totals = [
        sum(EQUITY.map((row) => row['cash'])),
        sum(traded.map(({ total }) => total)),
        sum(HOLDINGS.map((row) => row['cost'])),
      ];
      const orders = String(ORDERS.length);
      assert.deepEqual(rows, [
        {
          equity: `${EQUITY.length} ${totals[0]} ${String(EQUITY.at(-1)?.['date'])}`,
          orders: `${orders} ${orders} ${orders} ${traded.length} ${totals[1]}`,
          holdings: `${HOLDINGS.length} ${totals[2]}`,
          events: `${EVENTS.length} ${EVENTS.length}`,
        },
      ]);
      // As older versions stored some.
      await trx.raw('update strategy.run_equity set cash = cash::numeric(60, 20)');
      await up(trx);
      for (const [at, id] of ids.entries()) assert.deepEqual(await results(trx, id), before[at]);
      throw undone;
    });
    await assert.rejects(migrated, undone);
  });
});
