import type { Stores, Transport } from '../ports.ts';

const KEPT_DAYS = 14;

/** Which updates the bot has finished with: a redelivered one is not handled again. */
export interface Receipts {
  handled(transport: Transport, updateId: number): Promise<boolean>;
  record(transport: Transport, updateId: number): Promise<void>;
  /** Drops receipts older than two weeks; transports keep undelivered updates for a day at most. */
  prune(): Promise<void>;
}

export function createReceipts({ database }: Stores): Receipts {
  return {
    async handled(transport, updateId) {
      const { rowCount } = await database.systemPool.query({
        name: 'chat_receipt',
        text: 'select 1 from chat.update_receipt where transport = $1 and update_id = $2',
        values: [transport, updateId],
      });
      return rowCount === 1;
    },
    async record(transport, updateId) {
      await database.systemPool.query({
        name: 'chat_receipt_record',
        text: 'insert into chat.update_receipt (transport, update_id) values ($1, $2) on conflict do nothing',
        values: [transport, updateId],
      });
    },
    async prune() {
      await database.systemPool.query(
        `delete from chat.update_receipt where handled_at < now() - make_interval(days => ${KEPT_DAYS})`,
      );
    },
  };
}
