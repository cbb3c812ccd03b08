import type { Context } from '../context.ts';
import { REASONS } from './failure.ts';
import { WAITS_FOR_PERSON } from './sync-state.ts';
import { ConnectionModel } from './models.ts';

/** How the sync of one connection to a broker stands. */
export interface SyncHealth {
  connection_id: string;
  broker: string;
  label: string;
  state: string;
  /** The last sync failed, or the connection waits for its person. */
  is_failing: boolean;
  reason_code: string | null;
  reason: string | null;
  last_success_at: string | null;
  next_due_at: string | null;
}

/** How the person's syncs stand, for the overview; connections that only trade have none. */
export function createReadSyncHealth({ database }: Pick<Context, 'database'>) {
  return async (userId: string): Promise<SyncHealth[]> => {
    const rows = await database.asUser(userId, async (trx) =>
      ConnectionModel.query(trx).whereNot('role', 'TRADING').orderByRaw('lower(label)'),
    );
    return rows.map((row) => {
      const reason = row.state === 'RUNNING' ? null : row.reason_code;
      return {
        connection_id: row.id,
        broker: row.broker,
        label: row.label,
        state: row.state,
        is_failing: row.state === 'FAILED' || WAITS_FOR_PERSON.has(row.state),
        reason_code: reason,
        reason: reason === null ? null : REASONS[reason],
        last_success_at: row.last_success_at?.toISOString() ?? null,
        next_due_at: row.next_due_at?.toISOString() ?? null,
      };
    });
  };
}
