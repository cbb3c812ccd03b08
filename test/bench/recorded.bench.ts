import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';
import { spent } from './spent.ts';

const SIZE = { transactions: 14_400, symbols: 250, years: 10 };
const GOAL_SECONDS = 3;
const AT = '2026-03-02T17:35:00.000Z';

async function measure(): Promise<BenchmarkResult[]> {
  const world = await testCore({ at: AT });
  try {
    const { core, owner } = world;
    await fill(core, owner, workload(SIZE));
    await core.portfolio.snapshots.take(owner);
    // A snapshot of every day. Until 2021 the books lacked one symbol in ten: the largest number of days that differ.
    const { rowCount } = await core.database.systemPool.query(
      `insert into portfolio.snapshots
         (owner_user_id, portfolio_id, hour, recorded_at, current_value, holdings_count, state, units)
       select n.owner_user_id, n.id, d.day + interval '12:30', d.day + interval '12:30', 1000, 250, 'AVAILABLE',
         (select jsonb_object_agg(p.portfolio_id || E'\\n' || p.symbol, p.units::text) from (
            select t.portfolio_id, t.symbol,
              sum(case t.type when 'BUY' then t.quantity when 'SELL' then -t.quantity else 0 end) as units
            from portfolio.transactions t
            where t.trade_date <= d.day and (d.day >= '2021-01-01' or t.symbol not like '%7') group by 1, 2) p)
       from portfolio.portfolios n, generate_series('2016-03-10'::date, '2026-03-01'::date, interval '1 day') d (day)
       where n.owner_user_id = $1 and n.is_protected`,
      [owner],
    );
    // The thread of the engine begins with the first question of its life, and what runs first is compiled then.
    await core.reports.values.read(owner);
    const { seconds, result } = await spent(() => core.quality.recordedDifferences(owner, {}));
    const again = await spent(() => core.quality.recordedDifferences(owner, {}));
    const days = result.items.reduce((sum, one) => sum + one.days, 0);
    return [
      {
        name: `recorded against recalculated values of ${rowCount ?? 0} days with ${SIZE.symbols} units each, ${days} of which differ`,
        value: Math.round(seconds * 100) / 100,
        unit: `processor seconds (${Math.round(again.seconds * 100) / 100} when nothing has changed since)`,
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${GOAL_SECONDS}`,
        met: seconds < GOAL_SECONDS,
      },
    ];
  } finally {
    await world.close();
  }
}

/** The comparison of ten years of daily records with a large household's books. */
export const bench: Benchmark = {
  name: 'recorded',
  async run() {
    const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
    if (ownRun) await openTestRun();
    try {
      return await measure();
    } finally {
      if (ownRun) await closeTestRun();
    }
  },
};
