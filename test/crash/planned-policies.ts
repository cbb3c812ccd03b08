import { limitPrice } from '../../core/brokers/orders/index.ts';
import type { DbTransaction } from '../../core/platform/index.ts';
import { orderTag } from '../../core/policies/cycle/index.ts';
import type { HeldClock, TestCore } from '../support/core.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  liveMarket,
  livePolicy,
  tradingConnection,
} from '../support/live-policy.ts';
import type { TradingBroker } from './told-brokers.ts';

/** The market is open: a Thursday, 11:30 in India. */
export const BEGINNING = new Date('2024-05-02T06:00:00.000Z');
const LAST_CLOSE = '2024-04-30T14:30:00.000Z';
const EXPIRES = '2024-05-02T09:30:00.000Z';

/** A plan as it waits for an approval. */
export interface WaitingPlan {
  id: string;
  policyId: string;
}

export interface Planned {
  connections: Readonly<Record<TradingBroker, string>>;
  plans: WaitingPlan[];
}

/** The tags of a policy's orders begin with these. */
export const CODES = ['CRASHONE', 'CRASHTWO'] as const;

/** Two policies that bought shares by their first plans at Zerodha, and have planned again a month later. */
export async function plannedPolicies(world: TestCore, brokerClock: HeldClock): Promise<Planned> {
  const { core, owner, clock } = world;
  await liveMarket(world);
  const connections = {
    zerodha: await tradingConnection(world, 'zerodha'),
    dhan: await tradingConnection(world, 'dhan'),
  };
  const policies = [
    { tag_code: CODES[0], config: { rebalance: 'monthly', top_n: 4 } },
    { tag_code: CODES[1], config: { rebalance: 'monthly', top_n: 3, strategy: 'momentum_12_1' } },
  ];
  const ids: string[] = [];
  for (const of of policies) {
    const policy = await livePolicy(world, { connection: connections.zerodha, ...of });
    const plan = await firstPlan(world, policy.id);
    await core.policies.live.approvals.approve(owner, plan.plan_id, {}, ANSWERER);
    await core.policies.live.settled();
    ids.push(policy.id);
  }
  // A month of sessions later each has planned again.
  clock.at = new Date(LAST_CLOSE);
  for (const id of ids)
    await core.policies.cycles.advance(id, {
      requestedBy: 'scheduler',
      signal: new AbortController().signal,
    });
  clock.at = new Date(BEGINNING);
  brokerClock.at = new Date(BEGINNING);
  for (const connection of Object.values(connections))
    await core.connections.login(owner, connection, 'practice-access-token', BY);
  const pending = (await core.policies.plans.pending(owner, {})).items;
  const plans: WaitingPlan[] = [];
  for (const [at, id] of ids.entries()) {
    const plan = pending.find(({ policy_id }) => policy_id === id);
    if (plan === undefined) throw new Error(`policy ${id} planned nothing`);
    await core.database.asSystem('orders of a test', async (trx) => {
      await planLegs(trx, plan.plan_id, WANTED[at] ?? []);
    });
    plans.push({ id: plan.plan_id, policyId: id });
  }
  return { connections, plans };
}

/** In the place of what was planned, so that each plan has sales and purchases. */
const WANTED: readonly (readonly [side: 'BUY' | 'SELL', symbol: string, quantity: number])[][] = [
  [
    ['SELL', 'SH03', 41],
    ['SELL', 'SH02', 2],
    ['BUY', 'SH07', 9],
    ['BUY', 'SH05', 14],
  ],
  [
    ['SELL', 'SH03', 94],
    ['BUY', 'SH06', 21],
    ['BUY', 'SH08', 7],
  ],
];

/** Orders like the first one that was planned, of other shares. */
async function planLegs(trx: DbTransaction, planId: string, wanted: (typeof WANTED)[number]): Promise<void> {
  const { rows } = await trx.raw<{
    rows: (Record<string, unknown> & { cycle_date: string; tag_code: string })[];
  }>(
    `select o.*, c.cycle_date, p.tag_code from policy.policy_orders o join policy.policy_cycles c on c.id = o.cycle_id
       join policy.policies p on p.id = o.policy_id
     where o.plan_id = ? and o.tag is not null order by o.nr limit 1`,
    [planId],
  );
  const [template] = rows;
  if (template === undefined) throw new Error('a plan has no orders');
  const { cycle_date, tag_code, id: _, ...like } = template;
  await trx('policy.policy_orders').where({ cycle_id: like['cycle_id'] }).delete();
  await trx('policy.policy_order_plans')
    .where({ id: planId })
    .update({ expires_at: new Date(EXPIRES) });
  for (const [at, [side, symbol, quantity]] of wanted.entries()) {
    const { rows: shares } = await trx.raw<{ rows: { id: string; close: { toFixed(): string } }[] }>(
      `select i.id, h.close from market.instruments i join portfolio.price_history h on h.instrument_id = i.id
       where i.symbol = ? and h.day <= '2024-04-30' order by h.day desc limit 1`,
      [symbol],
    );
    const [share] = shares;
    if (share === undefined) throw new Error(`${symbol} has no close`);
    const reference = share.close.toFixed();
    const nr = at + 1;
    const policy_id = String(like['policy_id']);
    await trx('policy.policy_orders').insert({
      ...like,
      nr,
      side,
      symbol,
      instrument_id: share.id,
      rule: side === 'SELL' ? 'RANK_EXIT' : 'ENTRY',
      wanted_quantity: quantity,
      quantity,
      reference_price: reference,
      limit_price: limitPrice(side, reference, '1'),
      value: Number(reference) * quantity,
      tag: orderTag(tag_code, {
        policy_id,
        cycle_date,
        mode: 'LIVE',
        plan_id: planId,
        books_generation: '0',
        nr,
      }),
    });
  }
}
