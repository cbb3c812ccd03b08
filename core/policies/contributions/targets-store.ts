import type { DbTransaction } from '../../platform/index.ts';
import { type StrategyConfig, strategyVersion } from '../../strategies/index.ts';
import type { StoredTargets } from '../cycle/index.ts';
import type { Mode } from '../states.ts';

/**
 * What the newest rebalance of a policy before a day ranked within top_n; null where there was none. A failed one ranked
 * nothing, and the targets of one that a person rejected are not theirs.
 */
export async function readTargets(
  trx: DbTransaction,
  policy: { id: string; mode: Mode; config: StrategyConfig },
  before: string,
): Promise<StoredTargets | null> {
  const { rows } = await trx.raw<{
    rows: { id: string; cycle_date: string; strategy_version: string | null }[];
  }>(
    `select id::text, cycle_date, strategy_version from policy.policy_cycles
     where policy_id = ? and mode = ? and cycle_type = 'NORMAL_REBALANCE' and status not in ('FAILED', 'REJECTED') and ranked is not null
       and cycle_date < ?::date
     order by cycle_date desc limit 1`,
    [policy.id, policy.mode, before],
  );
  const [cycle] = rows;
  if (cycle === undefined) return null;
  const { rows: shares } = await trx.raw<{ rows: { instrument_id: string; rank: number }[] }>(
    `select instrument_id::text, rank from policy.policy_signals
     where cycle_id = ? and rank <= ? and instrument_id is not null order by nr`,
    [cycle.id, policy.config.top_n],
  );
  return {
    day: cycle.cycle_date,
    shares,
    isOutdated: cycle.strategy_version !== strategyVersion(policy.config),
  };
}
