import type { Context } from '../context.ts';
import { type Claim, lockClaimed, renewLease } from './connection-store.ts';
import type { ConnectionModel } from './models.ts';

/** The lease outlives a missed renewal or two, and is short enough that a killed process's work is soon taken up. */
export const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 4;

/** The claim went to another process, or the connection was edited or deleted meanwhile: what was read is dropped. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** Does some work while the lease of a claim is kept up. The signal is aborted when it is lost, or with `stopping`. */
export async function underLease<T>(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  claim: Claim,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    const until = new Date(clock.now().getTime() + LEASE_MS);
    database
      .asSystem('a connection is still being worked on', (trx) => renewLease(trx, claim, until))
      .then(
        (held) => held || lost.abort(new ClaimLost('the claim went to another')),
        (error: unknown) => log.warn({ err: error, connection: claim.id }, 'a lease could not be renewed'),
      );
  }, RENEW_MS);
  renewal.unref();
  try {
    return await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(renewal);
  }
}

/** @throws ClaimLost when the claim does not hold any more. */
export async function stillClaimed(
  trx: Parameters<typeof lockClaimed>[0],
  claim: Claim,
): Promise<ConnectionModel> {
  const row = await lockClaimed(trx, claim);
  if (row === undefined) throw new ClaimLost('the claim went to another');
  return row;
}
