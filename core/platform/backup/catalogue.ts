import type pg from 'pg';
import { SCHEMAS } from '../../../migrations/grants.ts';
import type { BackupSequence, BackupTable } from './format.ts';
import { BackupError } from './format.ts';

export { SCHEMAS };

/** Rows that belong to the installation and not to its owner: login of the restricted role on this one server. */
export const INSTALLATION_TABLE = 'platform.server_secrets';
export const INSTALLATION_ROWS = `name in ('app_role', 'app_password')`;

/** What no backup holds and no restore brings back. */
interface KeptOut {
  table: string;
  /** Which rows, in SQL; all of them where nothing is said. */
  where?: string;
  why: string;
}

const CODES = `kind = 'login_code'`;

/**
 * Everything that a backup leaves out: what would open the dashboard or forge a session, and what is of use for moments
 * only. A restore takes it out of older backups too, in this order, so that a condition comes before what it looks at.
 */
export const EXCLUDED_TABLES: readonly KeptOut[] = [
  {
    table: INSTALLATION_TABLE,
    why: 'the key that signs sessions, and what this server alone is called and uses',
  },
  { table: 'identity.sessions', why: 'whoever is signed in: a restore signs everybody out' },
  {
    table: 'identity.api_tokens',
    why: 'tokens of scripts: a restore revokes them all, as it signs everybody out',
  },
  {
    table: 'notifications.push_subscriptions',
    why: 'browsers that get notices: they belong to a session and to the keys of one server',
  },
  { table: 'identity.login_codes', why: 'sign-in codes of these five minutes' },
  { table: 'identity.link_codes', why: 'codes of these ten minutes that link a chat' },
  {
    table: 'notifications.deliveries',
    where: `notification_id in (select id from notifications.outbox where ${CODES})`,
    why: 'the way of a sign-in code to a chat',
  },
  { table: 'notifications.outbox', where: CODES, why: 'messages whose text is a sign-in code' },
  {
    table: 'chat.message',
    where: `direction = 'in' and exists (select from chat.local_update u
      where u.handled_at is null and u.body ->> 'message_id' = message.id::text)`,
    why: 'what the bot has not read yet: it may be a password that it would take out of the chat',
  },
  { table: 'chat.local_update', why: 'the inbox of the bot, with the same texts' },
  { table: 'chat.held_updates', why: 'messages from Telegram that the bot has not read yet' },
  { table: 'chat.secret_drafts', why: 'credentials that somebody is entering' },
  { table: 'chat.conversation_state', why: 'dialogues under way: they cannot go on without their drafts' },
  { table: 'market.data_changes', why: 'kinds of data written by a transaction, until its end' },
  {
    table: 'market.revisions',
    why: 'tells running processes that prices or instruments have changed since they read them',
  },
  {
    table: 'portfolio.evidence_documents',
    why: 'public documents that research read: they are fetched or imported again, and may be large',
  },
  { table: 'portfolio.kept_values', why: 'values that are calculated again from the books' },
  { table: 'platform.rate_limits', why: 'addresses and logins of who tried to sign in' },
  { table: 'platform.rate_slots', why: 'the pace of requests to outside systems at this moment' },
];

/** The rows of a table that a backup holds, as an SQL condition; null where it holds none of them. */
export function includedRows(table: string): string | null {
  const rules = EXCLUDED_TABLES.filter((one) => one.table === table);
  if (rules.some(({ where }) => where === undefined)) return null;
  return rules.map(({ where }) => `not (${where ?? 'true'})`).join(' and ') || 'true';
}

/** Text that means the same on any server, whatever its settings. */
export const PORTABLE_TEXT = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/**
 * The tables of our schemas, with the columns that can be written: each after the tables it refers to, except by constraints
 * that are checked at the end of a transaction.
 */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' order by name`,
    [SCHEMAS],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select format('%I.%I', n.nspname, c.relname) as from, format('%I.%I', fn.nspname, fc.relname) as to
     from pg_constraint r
     join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class fc on fc.oid = r.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
     where r.contype = 'f' and r.conrelid <> r.confrelid and not r.condeferrable and n.nspname = any($1)`,
    [SCHEMAS],
  );
  return inOrderOfReference(tables, references);
}

/** Puts each table after the ones it refers to. Throws when tables refer to each other in a circle. */
export function inOrderOfReference(
  tables: BackupTable[],
  references: { from: string; to: string }[],
): BackupTable[] {
  const ordered: BackupTable[] = [];
  const done = new Set<string>();
  let left = tables;
  while (left.length > 0) {
    const ready = left.filter(({ name }) =>
      references.every(({ from, to }) => from !== name || done.has(to)),
    );
    if (ready.length === 0) {
      throw new BackupError(
        `Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}.`,
      );
    }
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

export async function readSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by name`,
    [SCHEMAS],
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of rows) {
    const value = await client.query<Omit<BackupSequence, 'name'>>(
      `select last_value, is_called from ${name}`,
    );
    const row = value.rows[0];
    if (row !== undefined) sequences.push({ name, ...row });
  }
  return sequences;
}

/** The names of tables that hold somebody's data, in order. */
export async function filledTables(client: pg.ClientBase): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await readTables(client)) {
    const kept = includedRows(name);
    if (kept === null) continue;
    const { rowCount } = await client.query(`select from ${name} where ${kept} limit 1`);
    if (rowCount === 1) filled.push(name);
  }
  return filled;
}
