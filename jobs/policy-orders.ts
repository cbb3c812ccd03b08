import type { JobContext } from './job-context.ts';
import type { Run } from './job.ts';

/**
 * Goes on with orders of live policies: plans that nobody answered expire, approved ones are sent while the market is open, and
 * what was sent is followed by the broker's orderbook. An account that another process has is left to it. Contributed money
 * that is to buy at once, and could not when it came in, is planned here.
 */
export async function followPolicyOrders(
  { policies, config }: Pick<JobContext, 'policies' | 'config'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  if (!config.POLICY_WORKER_ENABLED) return 'switched off by POLICY_WORKER_ENABLED';
  const done = await policies.live.round(run.signal);
  return `${done.expired} plans expired, ${done.accounts} accounts, ${done.failed} failed, ${done.planned} plans for new money`;
}

/** Holds the books of live policies against their brokers on the morning of a session, when sales have settled. */
export async function auditPolicyAccounts(
  { policies, config, calendar, clock }: Pick<JobContext, 'policies' | 'config' | 'calendar' | 'clock'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  if (!config.POLICY_WORKER_ENABLED) return 'switched off by POLICY_WORKER_ENABLED';
  if (!calendar.isSession('NSE', calendar.dateAt('NSE', clock.now()))) return 'no session';
  const done = await policies.live.audit.auditAll(run.signal);
  return `${done.accounts} accounts, ${done.differences} differences, ${done.failed} failed`;
}
