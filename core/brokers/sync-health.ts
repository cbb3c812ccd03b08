import { type Context, createReadOfPeople } from '../platform/index.ts';
import {
  flag,
  instantOrNull,
  listOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../platform/schema/index.ts';
import { REASONS } from './failure.ts';
import { WAITS_FOR_PERSON } from './sync-state.ts';
import { ConnectionModel } from './models.ts';

/** How the sync of one connection to a broker stands. */
export const syncHealthView = view({
  connection_id: text,
  broker: text,
  label: text,
  state: text,
  /** The last sync failed, or the connection waits for its person. */
  is_failing: flag,
  /** Names of trades that wait until the person says which share they are of. */
  asked_names: listOf(text),
  reason_code: textOrNull,
  reason: textOrNull,
  last_success_at: instantOrNull,
  next_due_at: instantOrNull,
});
export type SyncHealth = ViewOf<typeof syncHealthView>;

/** How the person's syncs stand, for the overview; connections that only trade have none. */
export function createReadSyncHealth({ database }: Pick<Context, 'database'>) {
  const read = createReadOfPeople(database, 'read the sync states of overviews', async (trx, owners) =>
    ConnectionModel.query(trx)
      .whereRaw('owner_user_id = any(?::bigint[])', [[...owners]])
      .whereNot('role', 'TRADING')
      .orderByRaw('lower(label)'),
  );
  return async (userId: string): Promise<SyncHealth[]> =>
    (await read(userId)).map((row) => {
      const reason = row.state === 'RUNNING' ? null : row.reason_code;
      return {
        connection_id: row.id,
        broker: row.broker,
        label: row.label,
        state: row.state,
        is_failing: row.state === 'FAILED' || WAITS_FOR_PERSON.has(row.state),
        asked_names: Object.entries(row.trade_names).flatMap(([name, { symbol }]) =>
          symbol === null ? [name] : [],
        ),
        reason_code: reason,
        reason: reason === null ? null : REASONS[reason],
        last_success_at: row.last_success_at?.toISOString() ?? null,
        next_due_at: row.next_due_at?.toISOString() ?? null,
      };
    });
}
