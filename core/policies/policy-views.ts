import type { Calendar } from '../market/calendar/index.ts';
import type { DbTransaction } from '../platform/index.ts';
import { liquidSweepOf, nameOf, type StrategyConfig } from '../strategies/index.ts';
import { CYCLE_COLUMNS, CYCLE_SUMS, type CycleRow, toCycleView } from './cycle-sums.ts';
import { EQUITY_COLUMNS } from './ledger-store.ts';
import { type PolicyModel, PolicyStateModel } from './models.ts';
import { nextCycleDate } from './next-cycle.ts';
import { ONLY_VALUED } from './valued-cycles.ts';
import type { PolicyEquityRow, PolicyStateView, PolicyView } from './view.ts';

/** What stands beside the row of a policy, in the mode that it is in. */
interface Beside {
  policy_id: string;
  equity: PolicyEquityRow | null;
  last_cycle: string | null;
  pending: number;
  run_id: string | null;
  orders: number;
  bought: number;
  sold: number;
}

/** Views of policies with their books, newest equity and newest cycle. A few statements, however many there are. */
export async function policyViews(
  trx: DbTransaction,
  policies: readonly PolicyModel[],
  { calendar, today }: { calendar: Calendar; today: string },
): Promise<PolicyView[]> {
  if (policies.length === 0) return [];
  const ids = policies.map(({ id }) => id);
  const states = await PolicyStateModel.query(trx).whereIn('policy_id', ids);
  const { rows: beside } = await trx.raw<{ rows: Beside[] }>(
    `select p.id as policy_id, row_to_json(e) as equity, c.last_cycle, w.pending, f.run_id,
       b.orders, b.bought, b.sold
     from policy.policies p
     left join lateral (
       select ${EQUITY_COLUMNS}, notes from policy.policy_equity where policy_id = p.id and mode = p.mode
       order by day desc limit 1) e on true
     left join lateral (
       select cycle_date as last_cycle from policy.policy_cycles r
       where policy_id = p.id and mode = p.mode and cycle_type = 'NORMAL_REBALANCE' and not ${ONLY_VALUED('r')}
       order by cycle_date desc limit 1) c on true
     left join lateral (
       select count(*)::int as pending from policy.policy_order_plans
       where policy_id = p.id and state = 'PENDING_APPROVAL') w on true
     cross join lateral (
       select count(distinct t.order_id)::int as orders,
         coalesce(sum(t.value) filter (where t.side = 'BUY'), 0)::float8 as bought,
         coalesce(sum(t.value) filter (where t.side = 'SELL'), 0)::float8 as sold
       from policy.policy_state s join policy.policy_trades t on t.policy_id = s.policy_id and t.mode = s.mode
       where s.policy_id = p.id and s.mode = 'LIVE' and p.mode = 'LIVE' and t.day > s.day) b
     left join policy.policy_promotions f on f.policy_id = p.id
     where p.id = any(?::bigint[])`,
    [ids],
  );
  const { rows: cycles } = await trx.raw<{ rows: CycleRow[] }>(
    `select ${CYCLE_COLUMNS}
     from policy.policies p cross join lateral (
       select * from policy.policy_cycles r where policy_id = p.id and mode = p.mode and not ${ONLY_VALUED('r')}
       order by cycle_date desc, id desc limit 1) c
     cross join ${CYCLE_SUMS}
     where p.id = any(?::bigint[])`,
    [ids],
  );
  return policies.map((policy): PolicyView => {
    const state = states.find(({ policy_id, mode }) => policy_id === policy.id && mode === policy.mode);
    if (state === undefined) throw new Error('a policy without books');
    const own = beside.find(({ policy_id }) => policy_id === policy.id);
    const cycle = cycles.find(({ policy_id }) => policy_id === policy.id);
    return {
      id: policy.id,
      name: policy.name,
      tag_code: policy.tag_code,
      mode: policy.mode,
      status: policy.status,
      config: policy.config,
      liquid_sweep: liquidSweepOf(policy.config),
      summary: nameOf(policy.config as unknown as StrategyConfig),
      initial_capital: policy.initial_capital.toNumber(),
      allocation_mode: policy.allocation_mode,
      broker_connection_id: policy.broker_connection_id,
      live_started_at: policy.live_started_at?.toISOString() ?? null,
      live_capital: policy.live_capital?.toNumber() ?? null,
      live_starts_on: policy.live_starts_on,
      order_kind: policy.mode === 'LIVE' ? policy.order_kind : null,
      starts_on: policy.starts_on,
      next_cycle_date: nextCycleDate(calendar, policy, { today, lastCycle: own?.last_cycle ?? null }),
      source_run_id: own?.run_id ?? null,
      state: toStateView(state),
      latest_equity: own?.equity ?? null,
      since_close:
        own === undefined || own.orders === 0
          ? null
          : { orders: own.orders, bought: own.bought, sold: own.sold },
      latest_cycle: cycle === undefined ? null : toCycleView(cycle),
      pending_plans: own?.pending ?? 0,
      created_at: policy.created_at.toISOString(),
    };
  });
}

function toStateView(state: PolicyStateModel): PolicyStateView {
  return {
    mode: state.mode,
    date: state.day,
    units_outstanding: state.units_outstanding.toNumber(),
    nav_gross: state.nav_gross.toNumber(),
    nav_net_of_costs: state.nav_net_of_costs.toNumber(),
    nav_net_of_tax: state.nav_net_of_tax.toNumber(),
    cash: state.cash.toNumber(),
    cumulative_costs: state.cumulative_costs.toNumber(),
    tax_accrued: state.tax_accrued.toNumber(),
    tax_paid: state.tax_paid.toNumber(),
  };
}
