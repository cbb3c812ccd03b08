import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import type { DbTransaction, Decimal } from '../../platform/index.ts';
import type { StrategyConfig } from '../../strategies/index.ts';
import type { Mode, PolicyStatus } from '../states.ts';
import type { LedgerKey } from './books-store.ts';

/** A policy as the cycle needs it. */
export interface PolicyToRun {
  id: string;
  owner_user_id: string;
  name: string;
  mode: Mode;
  status: PolicyStatus;
  config: StrategyConfig;
  initial_capital: Decimal;
  /** The first session that it takes part in in its mode, and the first on which it may trade. */
  starts_on: string;
  trades_from: string;
  tag_code: string;
  /** Of one that trades: over which connection, and how. */
  broker_connection_id: string | null;
  order_kind: 'LIMIT' | 'MARKET';
}

export async function readPolicyToRun(trx: DbTransaction, id: string): Promise<PolicyToRun | null> {
  const { rows } = await trx.raw<{ rows: PolicyToRun[] }>(
    `select id, owner_user_id, name, mode, status, config, coalesce(live_capital, initial_capital) as initial_capital,
       coalesce(live_starts_on, starts_on) as starts_on, trades_from, tag_code, broker_connection_id, order_kind
     from policy.policies where id = ?`,
    [id],
  );
  return rows[0] ?? null;
}

/** Active policies whose books end before a session, those that waited longest first. */
export async function readDuePolicies(trx: DbTransaction, lastSession: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select p.id from policy.policies p
     join policy.policy_state s on s.policy_id = p.id and s.mode = p.mode
     where p.status = 'ACTIVE' and coalesce(p.live_starts_on, p.starts_on) <= ?::date and (s.day is null or s.day < ?::date)
       and p.owner_user_id not in (${SAMPLE_PEOPLE})
     order by s.day nulls first, p.id`,
    [lastSession, lastSession],
  );
  return rows.map(({ id }) => id);
}

/** How far the books of a policy are. */
export interface Progress {
  /** The last session that they went through; null before the first. */
  day: string | null;
  /** Instruments that it holds. */
  held: string[];
  /** Failed cycles after that session: also of days that turned out to be none. */
  failed: { day: string; attempts: number; failure: string }[];
}

/** Null where there are no books. */
export async function readProgress(
  trx: DbTransaction,
  { policy_id, mode }: Pick<LedgerKey, 'policy_id' | 'mode'>,
): Promise<Progress | null> {
  const { rows } = await trx.raw<{ rows: Progress[] }>(
    `select s.day, array(select instrument_id::text from policy.policy_positions
         where policy_id = s.policy_id and mode = s.mode order by instrument_id) as held,
       array(select json_build_object('day', cycle_date, 'attempts', attempts, 'failure', failure) from policy.policy_cycles
         where policy_id = s.policy_id and mode = s.mode and status = 'FAILED'
           and cycle_date > coalesce(s.day, '-infinity')) as failed
     from policy.policy_state s where s.policy_id = ? and s.mode = ?`,
    [policy_id, mode],
  );
  return rows[0] ?? null;
}

/** Records that a session failed; nothing of it was written. A session that fails again counts its attempts. */
export async function writeFailure(
  trx: DbTransaction,
  key: LedgerKey,
  day: string,
  failure: string,
  by: { requestedBy: string; now: Date },
): Promise<void> {
  const row = {
    status: 'FAILED',
    failure,
    requested_by: by.requestedBy,
    started_at: by.now,
    finished_at: by.now,
  };
  await trx('policy.policy_cycles')
    .insert({ ...key, cycle_date: day, ...row })
    .onConflict(trx.raw(`(policy_id, cycle_date, mode, owner_user_id) where cycle_type = 'NORMAL_REBALANCE'`))
    .merge({ ...row, attempts: trx.raw('policy_cycles.attempts + 1') })
    .where('policy_cycles.status', 'FAILED');
}

/** A session that had failed was valued after all: it was no rebalance, so its cycle ends in place and nothing was ranked. */
export async function endFailure(
  trx: DbTransaction,
  { policy_id, mode }: LedgerKey,
  day: string,
  by: { requestedBy: string; now: Date },
): Promise<void> {
  await trx('policy.policy_cycles')
    .where({ policy_id, mode, cycle_date: day, cycle_type: 'NORMAL_REBALANCE', status: 'FAILED' })
    .update({
      status: 'NOOP',
      failure: null,
      requested_by: by.requestedBy,
      attempts: trx.raw('attempts + 1'),
      started_at: by.now,
      finished_at: by.now,
    });
}
