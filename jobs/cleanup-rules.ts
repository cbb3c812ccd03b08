/** Rows that have had their time. */
interface CleanupRule {
  what: string;
  /** Older than so many days, by `column`. */
  days: number;
  table: string;
  column: string;
  /** A further condition on the row, in SQL. */
  and?: string;
}

/** Everything the clean-up deletes, in order: rows that point at others go first. */
export const CLEANUP_RULES: readonly CleanupRule[] = [
  {
    what: 'imports that were never committed',
    days: 1,
    table: 'portfolio.imports',
    column: 'expires_at',
    and: `status in ('STAGING', 'STAGED')`,
  },
  {
    what: 'staged rows of committed imports',
    days: 2,
    table: 'portfolio.import_rows',
    column: '(select committed_at from portfolio.imports i where i.id = import_id)',
    // Those that could not be read wait to be mended.
    and: `state <> 'invalid'`,
  },
  {
    what: 'rows that an import replaced, which undoing it would bring back',
    days: 90,
    table: 'portfolio.import_changes',
    column: 'created_at',
  },
  {
    what: 'imports of which nothing is left',
    days: 90,
    table: 'portfolio.imports',
    column: 'committed_at',
    and: 'not exists (select from portfolio.transactions t where t.import_id = imports.id) and not exists (select from portfolio.import_rows r where r.import_id = imports.id)',
  },
  { what: 'deleted rows that could be undone', days: 30, table: 'portfolio.trash', column: 'deleted_at' },
  {
    what: 'request receipts',
    days: 30,
    table: 'identity.command_receipts',
    column: 'created_at',
  },
  {
    what: 'quotes of instruments that are no longer held or watched',
    days: 30,
    table: 'market.latest_quotes',
    column: 'fetched_at',
  },
  { what: 'handled chat updates', days: 14, table: 'chat.update_receipt', column: 'handled_at' },
  { what: 'abandoned chat updates', days: 2, table: 'chat.held_updates', column: 'held_at' },
  { what: 'handled local chat updates', days: 14, table: 'chat.local_update', column: 'handled_at' },
  { what: 'expired buttons', days: 7, table: 'chat.callback_record', column: 'expires_at' },
  { what: 'abandoned dialogues', days: 30, table: 'chat.conversation_state', column: 'updated_at' },
  {
    what: 'unused chat entries',
    days: 2,
    table: 'chat.secret_drafts',
    column: 'updated_at',
  },
  { what: 'records of messages too old to clear', days: 30, table: 'chat.bot_message', column: 'sent_at' },
  { what: 'messages that show old plans', days: 90, table: 'chat.plan_cards', column: 'noted_at' },
  { what: 'local chat messages', days: 180, table: 'chat.message', column: 'created_at' },
  {
    what: 'chat files without a message',
    days: 1,
    table: 'chat.attachment',
    column: 'created_at',
    and: 'not exists (select from chat.message m where m.attachment_id = attachment.id)',
  },
  {
    what: 'old broker sync runs',
    days: 7,
    table: 'jobs.runs',
    column: 'finished_at',
    and: `job = 'broker_maintenance'`,
  },
  { what: 'old job runs', days: 90, table: 'jobs.runs', column: 'finished_at' },
  { what: 'old sizes of tables', days: 90, table: 'jobs.table_sizes', column: 'day' },
];

/** Notifications are kept for half a year; kinds that the next notice replaces for a month. */
export const NOTIFICATION_DAYS = 180;
