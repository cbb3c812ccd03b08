import { booksBench } from './books-bench.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const SIZE = { transactions: 14_400, symbols: 250, years: 10 };

/** The comparison of ten years of daily records with a large household's books. */
export const bench = booksBench('recorded', {
  goalSeconds: 3,
  async prepare({ core, owner }) {
    await fill(core, owner, workload(SIZE));
    await core.portfolio.snapshots.take(owner);
    // A snapshot of every day. Until 2021 the books lacked one symbol in ten: the largest number of days that differ.
    await core.database.systemPool.query(
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
    return () => core.quality.recordedDifferences(owner, {});
  },
  nameOf({ items }) {
    const days = items.reduce((sum, one) => sum + one.days, 0);
    return `recorded against recalculated values of ten years of days with ${SIZE.symbols} units each, ${days} of which differ`;
  },
});
