import type pg from 'pg';
import type { BackupSequence, BackupTable } from './format.ts';
import { BackupError } from './format.ts';

/** Every schema that migrations make. A test holds it against a migrated database. */
export const SCHEMAS = [
  'platform',
  'identity',
  'portfolio',
  'notifications',
  'evidence',
  'jobs',
  'chat',
  'market',
  'broker',
] as const;

/** Rows that belong to the installation and not to its owner: login of the restricted role on this one server. */
export const INSTALLATION_TABLE = 'platform.server_secrets';
export const INSTALLATION_ROWS = `name in ('app_role', 'app_password')`;

/** Text that means the same on any server, whatever its settings. */
export const PORTABLE_TEXT = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** The tables of our schemas, each after the tables it refers to, with the columns that can be written. */
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
     where r.contype = 'f' and r.conrelid <> r.confrelid and n.nspname = any($1)`,
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
    if (name === INSTALLATION_TABLE) continue;
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount === 1) filled.push(name);
  }
  return filled;
}
