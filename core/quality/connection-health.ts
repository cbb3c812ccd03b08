import type { SyncHealth } from '../brokers/index.ts';
import type { ConnectionHealth } from './view.ts';

/** How the syncs of a connection stand, as the quality of data shows it. */
export const connectionHealth = (sync: SyncHealth): ConnectionHealth => ({
  id: sync.connection_id,
  label: sync.label,
  broker: sync.broker,
  state: sync.state,
  reason_code: sync.reason_code,
  message: sync.reason,
  last_success_at: sync.last_success_at,
  next_due_at: sync.next_due_at,
});
