import type { createReadSyncHealth } from '../brokers/index.ts';

/** How the syncs of a person's connections stand, as the quality of data is told by them. */
export const syncFacts =
  (readSyncHealth: ReturnType<typeof createReadSyncHealth>) => async (userId: string) =>
    (await readSyncHealth(userId)).map((one) => ({
      id: one.connection_id,
      label: one.label,
      broker: one.broker,
      state: one.state,
      reason_code: one.reason_code,
      message: one.reason,
      last_success_at: one.last_success_at,
      next_due_at: one.next_due_at,
    }));
