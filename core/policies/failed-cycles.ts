import type { Notice, Notifications } from '../notifications/index.ts';
import { type Context, dayInWords, type DbTransaction, istDate, istTime } from '../platform/index.ts';
import { MOST_ATTEMPTS } from './cycle/index.ts';
import type { Mode } from './states.ts';

/** Nobody is woken at midnight by a cycle that failed yesterday. */
const REMINDED_FROM = '09:00';

interface FailedCycle {
  cycle_id: string;
  mode: Mode;
  policy_id: string;
  owner_user_id: string;
  name: string;
  tag_code: string;
  cycle_date: string;
  attempts: number;
  failure: string | null;
  finished_at: Date;
}

/**
 * Tells the owners of policies that stand still because a cycle failed as often as it is tried by itself: at once, then every
 * morning until somebody mends it. A repeat tells nobody twice a day.
 * @returns how many notices are new.
 */
export function createFailedCycles(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { notifications }: { notifications: Pick<Notifications, 'notify'> },
): () => Promise<number> {
  return async () => {
    const now = clock.now();
    const today = istDate(now);
    let told = 0;
    for (const cycle of await database.readAsSystem('find cycles that failed for good', readFailed)) {
      if (istDate(cycle.finished_at) < today && istTime(now) < REMINDED_FROM) continue;
      const { created } = await notifications.notify(cycle.owner_user_id, failureNotice(cycle, today));
      told += Number(created);
    }
    return told;
  };
}

async function readFailed(trx: DbTransaction): Promise<FailedCycle[]> {
  const { rows } = await trx.raw<{ rows: FailedCycle[] }>(
    `select c.id::text as cycle_id, p.mode, p.id::text as policy_id, p.owner_user_id::text, p.name, p.tag_code, c.cycle_date,
       c.attempts, c.failure, c.finished_at
     from policy.policy_cycles c join policy.policies p on p.id = c.policy_id and p.mode = c.mode
     where c.status = 'FAILED' and c.attempts >= ? and p.status = 'ACTIVE'
       -- the session of a live policy that only could not plan is valued all the same
       and not exists (select 1 from policy.policy_equity e
         where e.policy_id = c.policy_id and e.mode = c.mode and e.day = c.cycle_date)
     order by c.id`,
    [MOST_ATTEMPTS],
  );
  return rows;
}

/** What failed, what that means, and what to do. */
function failureNotice(
  cycle: Pick<
    FailedCycle,
    'cycle_id' | 'policy_id' | 'mode' | 'name' | 'tag_code' | 'cycle_date' | 'attempts'
  >,
  today: string,
): Notice {
  const { policy_id, cycle_id, mode, name, tag_code, cycle_date, attempts } = cycle;
  return {
    kind: 'system_notice',
    dedupKey: `policy:${policy_id}:failed:${cycle_date}:${today}`,
    title: `${mode === 'LIVE' ? `LIVE · ${name}` : `${name} (paper)`} stopped: its session of ${dayInWords(cycle_date)} failed`,
    body: [
      `It failed ${attempts} times, and nothing of it was recorded. The policy is neither traded nor valued until that session succeeds.`,
      `Retry it with /policies ${tag_code} or on the policy’s page in the dashboard. The server log has the cause.`,
    ].join('\n'),
    payload: { policy_id, cycle_id, date: cycle_date, status: 'FAILED' },
  };
}
