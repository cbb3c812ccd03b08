import type { Context } from '../platform/index.ts';
import type { Vault } from './accounts/vault.ts';
import type { BrokerTable } from './broker-table.ts';
import type { Claim, ConnectionClaims } from './connection-claims.ts';
import { writeTransition } from './connection-store.ts';
import { ConnectionModel } from './models.ts';
import type { SyncService } from './sync-service.ts';

interface MaintenanceParts {
  table: BrokerTable;
  vault: Vault;
  syncs: SyncService;
  claims: ConnectionClaims;
}

/** Connections worked on at the same time by one process. */
const AT_ONCE = 4;
/** Nothing new is begun after that long. */
const LONGEST_ROUND_MS = 4 * 60_000;
/** What takes longer goes on under its lease; the round ends, lest it counts as hung. */
const LONGEST_WAIT_MS = 8 * 60_000;
const ACTOR = 'job:broker_maintenance';

/**
 * One round of the maintenance loop (spec: Connection sync rules 1): tokens that are due, then syncs that are due. Each is
 * claimed under a lease, so any number of processes may go round at the same time, and what a dead one left is taken up.
 */
export function createMaintenance(context: Context, { claims, syncs, table, vault }: MaintenanceParts) {
  const { clock, database, log } = context;

  /** Works off what is due, some at a time, until nothing is. */
  async function workOff(
    take: () => Promise<Claim | null>,
    work: (claim: Claim) => Promise<boolean>,
    stopped: () => boolean,
  ): Promise<{ done: number; failed: number }> {
    const tally = { done: 0, failed: 0 };
    const errors: unknown[] = [];
    const next = async () => (stopped() ? null : await take());
    // Mostly nothing is due, and then one question tells so.
    const first = await next();
    if (first === null) return tally;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        for (let claim = index === 0 ? first : await next(); claim !== null; claim = await next()) {
          try {
            tally[(await work(claim)) ? 'done' : 'failed'] += 1;
          } catch (error) {
            // One connection must not hold up the others.
            errors.push(error);
            tally.failed += 1;
            log.error({ err: error, connection: claim.id }, 'a connection could not be processed');
          }
        }
      }),
    );
    if (tally.done === 0 && errors.length > 0) throw errors[0];
    return tally;
  }

  /** What only waited for the server: a broker that is switched on again, a key that is back. */
  async function revive(): Promise<void> {
    const waiting = await database.readAsSystem('connections that wait for this server', (trx) =>
      ConnectionModel.query(trx)
        .where({ state: 'OFF' })
        .orWhere({ state: 'FAILED', reason_code: 'CREDENTIALS_UNREADABLE' }),
    );
    for (const row of waiting) {
      const isBack = row.state === 'OFF' ? table.isOn(row.broker) : (await vault.openOrNull(row)) !== null;
      if (!isBack) continue;
      await database.change(
        row.owner_user_id,
        ['connections'],
        async (trx) => {
          const unchanged = await claims.lockUnchanged(trx, row);
          if (unchanged === undefined) return false;
          await writeTransition(trx, unchanged, 'REVIVED', {
            reason_code: null,
            failures: 0,
            next_due_at: row.role === 'TRADING' ? null : clock.now(),
            token_due_at: clock.now(),
          });
          return true;
        },
        (isRevived) => isRevived,
      );
    }
  }

  async function round(signal: AbortSignal): Promise<string> {
    const begun = clock.now().getTime();
    const stopped = () => signal.aborted || clock.now().getTime() - begun > LONGEST_ROUND_MS;
    await revive();
    const tokens = await workOff(claims.dueToken, (claim) => syncs.refreshToken(claim, signal), stopped);
    const synced = await workOff(
      claims.dueSync,
      async (claim) => (await syncs.sync(claim, ACTOR, signal)) !== null,
      stopped,
    );
    const parts = [
      tokens.done > 0 ? `${tokens.done} tokens checked` : null,
      tokens.failed > 0 ? `${tokens.failed} tokens not renewed` : null,
      synced.done > 0 ? `${synced.done} synced` : null,
      synced.failed > 0 ? `${synced.failed} not synced` : null,
    ].filter((part) => part !== null);
    return parts.length === 0 ? 'nothing was due' : parts.join(', ');
  }

  return {
    /**
     * @param track is handed the work itself, which may outlast the answer: the first sync of a long history.
     * @returns one line for the record of the run. @throws what kept everything from being done.
     */
    async maintain(signal: AbortSignal, track: (work: Promise<unknown>) => void): Promise<string> {
      const work = round(signal);
      track(work);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve('some syncs are still running'), LONGEST_WAIT_MS);
        timer.unref();
      });
      try {
        return await Promise.race([work, late]);
      } finally {
        clearTimeout(timer);
        work.catch((error: unknown) => log.debug({ err: error }, 'a maintenance run ended with an error'));
      }
    },
  };
}
