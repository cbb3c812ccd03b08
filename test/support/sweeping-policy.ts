import type { PlanView, PolicyView } from '../../core/policies/index.ts';
import type { TradingBroker } from '../crash/told-brokers.ts';
import type { Database } from '../../core/platform/index.ts';
import {
  BY,
  FUND,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  tradingConnection,
} from './live-policy.ts';

/** The settings of a policy that sweeps. */
export const SWEEPING = {
  liquid_sweep_enabled: true,
  max_order_value: 1_000_000,
  min_order_value: 0,
} as const;
/** None of its shares can be bought with half a percent of the capital, so that its rebalance leaves all of it. */
const IDLE = { ...SWEEPING, max_stock_pct: 0.5 } as const;
export const IDLE_CAPITAL = 5_500;

/** A policy whose first rebalance found nothing to trade. */
export async function idlePolicy(
  world: LiveWorld,
  of: { connection: string; capital?: number; config?: object; tag_code?: string },
): Promise<PolicyView> {
  const policy = await livePolicy(world, {
    capital: IDLE_CAPITAL,
    ...of,
    config: { ...IDLE, ...of.config },
  });
  await world.core.policies.requests.run(world.owner, policy.id, BY);
  return await world.core.policies.get(world.owner, policy.id);
}

/** Worlds with a connection, and with a policy whose first rebalance found nothing to trade. To be called within a `describe`. */
export function sweepingWorlds(at: TradingBroker) {
  const anew = liveWorlds('10000000', '2024-05-31');
  return {
    connected: preparedWorlds(anew, (world) => tradingConnection(world, at)),
    idle: preparedWorlds(anew, async (world) => {
      const connection = await tradingConnection(world, at);
      return { connection, policy: await idlePolicy(world, { connection }) };
    }),
  };
}

/** The sweeps of a policy, the newest first. */
export async function sweepsOf(
  { core, owner }: Pick<LiveWorld, 'core' | 'owner'>,
  policyId: string,
): Promise<PlanView[]> {
  const { items } = await core.policies.plans.list(owner, { policy_id: policyId, page_size: 100 });
  return items.filter(({ kind }) => kind === 'SWEEP');
}

/** Cash, and units of the fund, in the live books. */
export async function fundBooks({ core }: Pick<LiveWorld, 'core'>, policyId: string) {
  const { rows } = await core.database.systemPool.query<{ cash: number; units: number }>(
    `select s.cash::float8, coalesce(h.quantity, 0)::float8 as units from policy.policy_state s
     left join policy.policy_positions h on h.policy_id = s.policy_id and h.mode = s.mode and h.symbol = $2
     where s.policy_id = $1 and s.mode = 'LIVE'`,
    [policyId, FUND],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a policy without live books');
  return row;
}

/** Does something right after the transactions of a name, until it is called off. @returns what calls it off. */
export function after(
  { core }: Pick<LiveWorld, 'core'>,
  name: string,
  work: () => Promise<void>,
): () => void {
  const { database } = core as { database: Database };
  const asSystem = database.asSystem.bind(database);
  database.asSystem = async (about, inner) => {
    const result = await asSystem(about, inner);
    if ((typeof about === 'string' ? about : about.why) === name) await work();
    return result;
  };
  return () => {
    database.asSystem = asSystem;
  };
}
