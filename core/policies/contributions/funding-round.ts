import type { Calendar } from '../../market/calendar/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { type Context, type DbTransaction, istDate, tellChange } from '../../platform/index.ts';
import { PolicyModel } from '../models.ts';
import { fundingNotice } from './funding-notice.ts';
import { writeInstalments } from './instalment-store.ts';
import { ContributionModel } from './models.ts';
import { recoverFailed } from './recovery.ts';
import { instalmentsOf } from './schedule-store.ts';
import { contributionTransition } from './states.ts';

const PAUSED = 'The policy was paused on that day.';
const LIVE_NOW = 'The policy has traded with a broker since then.';

/** What a round of the worker did. */
interface FundingRound {
  policies: number;
  /** Instalments that fell due in this round, each told to its person once. */
  due: number;
  skipped: number;
}

/**
 * Looks at every policy with a schedule: the rows of instalments that come near are written, and of policies that trade those
 * whose day has come in India fall due. Only the one whose update changed a row tells the person, in that transaction: of
 * several workers at once one does, and one that is killed leaves it to the next round.
 */
export function createFundingRound(
  context: Pick<Context, 'clock' | 'database' | 'log'>,
  { calendar, notifications }: { calendar: Calendar; notifications: Pick<Notifications, 'notifyWithin'> },
) {
  const { clock, database, log } = context;

  async function ofPolicy(trx: DbTransaction, policy: PolicyModel): Promise<Omit<FundingRound, 'policies'>> {
    const now = clock.now();
    const today = istDate(now);
    const curatedFrom = calendar.curatedRange('NSE').from;
    await writeInstalments(trx, instalmentsOf(policy), { until: today, curatedFrom, now });
    if (policy.mode === 'PAPER') return { due: 0, skipped: 0 };
    const rows = () => ContributionModel.query(trx).where({ policy_id: policy.id });
    const { to: skipped } = contributionTransition('skip', 'LIVE');
    // The books on paper stand still since it went live.
    let count = await rows()
      .where({ mode: 'PAPER', state: 'SCHEDULED' })
      .patch({ state: skipped, reason: LIVE_NOW, updated_at: now });
    await recoverFailed(trx, { policy_id: policy.id }, now);
    const { from, to } = contributionTransition('fall due', 'LIVE');
    const waiting = await rows()
      .where({ mode: 'LIVE' })
      .whereIn('state', [...from])
      .where('due_date', '<=', today)
      .orderBy(['due_date', 'id']);
    let due = 0;
    for (const { id, due_date } of waiting) {
      const isPaused = calendar.sessionOnOrAfter('NSE', due_date) < policy.trades_from;
      const [changed] = await ContributionModel.query(trx)
        .where({ id, due_date })
        .whereIn('state', [...from])
        .patch({
          state: isPaused ? skipped : to,
          reason: isPaused ? PAUSED : null,
          updated_at: now,
        })
        .returning('*');
      if (changed === undefined) continue;
      if (isPaused) count += 1;
      else {
        due += 1;
        await notifications.notifyWithin(trx, policy.owner_user_id, fundingNotice(policy, changed));
      }
    }
    if (due + count > 0) await tellChange(trx, [policy.owner_user_id], ['policies']);
    return { due, skipped: count };
  }

  return async (signal: AbortSignal): Promise<FundingRound> => {
    const policies = await database.readAsSystem('find policies with schedules', (trx) =>
      PolicyModel.query(trx)
        .where({ status: 'ACTIVE' })
        .whereExists(
          trx('policy.policy_contribution_schedules')
            .where({ status: 'ACTIVE' })
            .whereRaw('policy_id = policies.id'),
        )
        .orderBy('id'),
    );
    const sum: FundingRound = { policies: 0, due: 0, skipped: 0 };
    for (const policy of policies) {
      signal.throwIfAborted();
      try {
        const done = await database.asSystem(
          { why: 'instalments of a policy', owner: policy.owner_user_id },
          (trx) => ofPolicy(trx, policy),
        );
        sum.policies += 1;
        sum.due += done.due;
        sum.skipped += done.skipped;
      } catch (error) {
        // One that cannot be gone on with keeps no other one waiting.
        log.warn({ err: error, policy_id: policy.id }, 'instalments of a policy are left to the next round');
      }
    }
    return sum;
  };
}
