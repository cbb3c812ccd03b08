import type { Core } from '../../core/assembly/index.ts';
import type { StrategyConfig } from '../../core/strategies/index.ts';
import { FIRST_PERFORMANCE } from '../../core/strategies/index.ts';
import { performanceJson, taxJson } from '../../core/policies/cycle/index.ts';

/** A policy on paper as it is before its first session, written by SQL. @returns its id. */
export async function paperPolicy(
  core: Pick<Core, 'database'>,
  owner: string,
  of: { config: StrategyConfig; starts_on: string; capital?: number; tag_code?: string; name?: string },
): Promise<string> {
  return await core.database.asSystem('a policy for a test', async (trx) => {
    const capital = of.capital ?? 1_000_000;
    const [row] = (await trx('policy.policies')
      .insert({
        owner_user_id: owner,
        name: of.name ?? 'Momentum',
        tag_code: of.tag_code ?? 'MOMENT01',
        config: JSON.stringify(of.config),
        initial_capital: capital,
        starts_on: of.starts_on,
        trades_from: of.starts_on,
      })
      .returning('id')) as { id: string }[];
    const key = { policy_id: row?.id, owner_user_id: owner, mode: 'PAPER' };
    await trx('policy.policy_state').insert({
      ...key,
      units_outstanding: 0,
      cash: 0,
      deposits: 0,
      dividends: 0,
      realised: 0,
      cumulative_costs: 0,
      tax_accrued: 0,
      tax_paid: 0,
      tax: taxJson({ fy: null, buckets: [], years: [], paid: 0n }),
      nav_gross: 10,
      nav_net_of_costs: 10,
      nav_net_of_tax: 10,
      performance: performanceJson(FIRST_PERFORMANCE, null),
    });
    await trx('policy.policy_cash_flows').insert({
      ...key,
      day: of.starts_on,
      kind: 'DEPOSIT',
      amount: capital,
    });
    return row?.id ?? '';
  });
}
