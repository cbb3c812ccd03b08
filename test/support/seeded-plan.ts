import type { TestCore } from './core.ts';
import { SYMBOLS } from './live-policy.ts';

/** Writes a plan that waits for an approval, with `legs` purchases of one share each. @returns its id. */
export async function seedPlan(
  { core, owner }: TestCore,
  { policy, connection, legs, nr }: { policy: string; connection: string; legs: number; nr: number },
): Promise<string> {
  return await core.database.asSystem('a plan of a benchmark', async (trx) => {
    const key = { policy_id: policy, owner_user_id: owner, mode: 'LIVE' };
    const day = new Date(Date.UTC(2010, 0, 1 + nr)).toISOString().slice(0, 10);
    const [cycle] = (await trx('policy.policy_cycles')
      .insert({ ...key, cycle_date: day, status: 'PENDING_APPROVAL', requested_by: 'bench' })
      .returning('id')) as { id: string }[];
    const [plan] = (await trx('policy.policy_order_plans')
      .insert({
        ...key,
        cycle_id: cycle?.id,
        connection_id: connection,
        state: 'PENDING_APPROVAL',
        digest: 'a'.repeat(64),
        cash_before: 1e6,
        cash_after: 1e6,
        buy_value: 100 * legs,
        sell_value: 0,
        estimated_costs: 0,
        expires_at: new Date('2024-05-20T00:00:00Z'),
      })
      .returning('id')) as { id: string }[];
    const listed = (await trx('market.instruments').whereIn('symbol', SYMBOLS).select('id', 'symbol')) as {
      id: string;
      symbol: string;
    }[];
    const idOf = new Map(listed.map(({ id, symbol }) => [symbol, id]));
    await trx('policy.policy_orders').insert(
      Array.from({ length: legs }, (_, at) => ({
        ...key,
        cycle_id: cycle?.id,
        plan_id: plan?.id,
        nr: at + 1,
        side: 'BUY',
        instrument_id: idOf.get(SYMBOLS[at % SYMBOLS.length] ?? ''),
        symbol: SYMBOLS[at % SYMBOLS.length],
        state: 'PENDING_APPROVAL',
        rule: 'ENTRY',
        reason: 'Ranked first.',
        wanted_quantity: 1,
        quantity: 1,
        reference_price: 100,
        reference_source: 'CLOSE',
        value: 100,
        tag: `BENCH${String(nr).padStart(5, '0')}N${String(at).padStart(4, '0')}`,
        order_kind: 'LIMIT',
        limit_price: 100,
      })),
    );
    return plan?.id ?? '';
  });
}
