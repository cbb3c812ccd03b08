import { connectionOf, forcedTables, migrateUnlessNew, openKnex } from '../database/index.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationSource } from '../../../migrations/migration-source.ts';
import { MAINTENANCE_LIMITS } from '../time-limits.ts';
import type { AttachedStore, RestoreWriter } from './attached-store.ts';
import {
  filledTables,
  INSTALLATION_ROWS,
  INSTALLATION_TABLE,
  EXCLUDED_TABLES,
  PORTABLE_TEXT,
  readTables,
  SCHEMAS,
} from './catalogue.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  decode,
  type Decoded,
  madeByNewer,
} from './format.ts';

/**
 * Replaces the database by the contents of a backup, in one transaction: tables are made anew at the level of the
 * backup, filled, and then brought to the level of this Munim. Sessions, their key, codes and the like do not come back,
 * though older backups hold them.
 */
export async function restoreBackup(
  url: string,
  file: string,
  { force, attached, signal, sha256 = null, restored }: Restoring & { attached: AttachedStore | null },
): Promise<Decoded> {
  const first = await decode(file, {}, signal); // All of it, before anything is touched.
  if (sha256 !== null && sha256 !== first.sha256) throw changedMeanwhile(file);
  const { header } = first;
  const level = attachedLevel(header, file, attached);
  const migrations = await migrationSource.getMigrations([]);
  const known = migrations.map((migration) => migrationSource.getMigrationName(migration));
  if (header.migrations.some((name) => !known.includes(name))) throw madeByNewer(file);

  if (attached === null || level === null)
    return await replaceDatabase(url, file, { header, sha256: first.sha256, force, signal, restored });
  if (!force) refuseFilled(await attached.filled());
  // Both are whole or nothing. The database is committed first, right before the store: a process that is killed in between
  // has the portfolio of the backup and the store of before, and restoring once more makes it whole.
  return await attached.replace(
    level,
    async (writer) =>
      await replaceDatabase(url, file, {
        header,
        sha256: first.sha256,
        force,
        writer,
        isAttached: schemaTest(attached.schema),
        signal,
        restored,
      }),
  );
}

const changedMeanwhile = (file: string): BackupError =>
  new BackupError(`${file} changed while it was read. Nothing was changed.`);

const schemaTest =
  (schema: string) =>
  (table: string): boolean =>
    table.startsWith(`${schema}.`);

/** The level of the store in a backup; null where the backup holds none. */
function attachedLevel(header: BackupHeader, file: string, attached: AttachedStore | null): string[] | null {
  if (attached === null) return null;
  const level = header.attached?.[attached.schema] ?? null;
  const known = attached.known();
  if (level?.some((name) => !known.includes(name)) === true) throw madeByNewer(file);
  return level;
}

interface Restoring {
  force: boolean;
  /** The checksum of the file whose signature was verified; null where it was not. */
  sha256?: string | null;
  /** Breaks off the reading of the file, and so all of it. */
  signal?: AbortSignal | undefined;
  /** What else belongs to a restore, in its transaction, when all rows are there. */
  restored?: ((trx: Knex.Transaction, header: BackupHeader) => Promise<void>) | undefined;
}

interface Replacing extends Restoring {
  header: BackupHeader;
  writer?: RestoreWriter;
  isAttached?: (table: string) => boolean;
}

async function replaceDatabase(
  url: string,
  file: string,
  { header, sha256, force, writer, isAttached = () => false, signal, restored }: Replacing,
): Promise<Decoded> {
  const isNew = await migrateUnlessNew(url);
  const knex = openKnex(url, { name: `munim restore:${process.pid}`, max: 1, limits: MAINTENANCE_LIMITS });
  try {
    return await knex.transaction(async (trx) => {
      const client = await connectionOf(trx);
      await client.query(PORTABLE_TEXT);
      await refuseWhileInUse(client);
      if (!force) await refuseUnlessEmpty(client);
      const kept = isNew ? [] : await installationRows(client);

      await client.query(SCHEMAS.map((name) => `drop schema if exists ${name} cascade`).join('; '));
      await client.query('delete from public.schema_migration');
      await applyMigrations(trx, client, (name) => header.migrations.includes(name));
      const contents = await fill(client, { file, expected: header, signal }, async (table, rows) =>
        isAttached(table.name) ? ((await writer?.table(table, rows)) ?? null) : undefined,
      );
      if (contents.sha256 !== sha256) throw changedMeanwhile(file);
      await applyMigrations(trx, client, (name) => !header.migrations.includes(name));
      await takeOut(client, contents.rows);
      for (const { name, value } of kept) {
        await client.query(`insert into ${INSTALLATION_TABLE} (name, value) values ($1, $2)`, [name, value]);
      }
      await restored?.(trx, header);
      return contents;
    });
  } finally {
    await knex.destroy();
  }
}

async function installationRows(client: pg.ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, value from ${INSTALLATION_TABLE} where ${INSTALLATION_ROWS}`,
  );
  return rows;
}

async function refuseWhileInUse(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'munim%' and application_name not like $1`,
    [`%:${process.pid}`],
  );
  if ((rows[0]?.count ?? 0) > 0) {
    throw new BackupError(
      'Munim is running on this database. Stop it before you restore. Nothing was changed.',
    );
  }
}

async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  refuseFilled(await filledTables(client));
}

function refuseFilled(filled: readonly string[]): void {
  if (filled.length === 0) return;
  const shown = filled.slice(0, 3).join(', ') + (filled.length > 3 ? ', …' : '');
  throw new BackupError(
    `The database already holds data (${shown}). Nothing was changed. Back it up, then repeat with --force to replace all of it.`,
  );
}

async function applyMigrations(
  trx: Knex.Transaction,
  client: pg.ClientBase,
  wanted: (name: string) => boolean,
): Promise<void> {
  for (const migration of await migrationSource.getMigrations([])) {
    const name = migrationSource.getMigrationName(migration);
    if (!wanted(name)) continue;
    const { up } = await migrationSource.getMigration(migration);
    await up(trx);
    // Elsewhere each migration is a transaction of its own, and ends with these checks.
    await checkDeferred(client);
    await client.query(
      'insert into public.schema_migration (name, batch, migration_time) values ($1, 1, now())',
      [name],
    );
    await checkDeferred(client);
  }
}

/**
 * Checks now what constraints defer to the end of the transaction: no table with such checks left can be altered or emptied.
 * @throws DatabaseError for rows that no database of Munim could have held
 */
async function checkDeferred(client: pg.ClientBase): Promise<void> {
  await client.query('set constraints all immediate');
}

/**
 * @param elsewhere takes the rows of a table that is not of the database, and tells how many: null where it is of no table
 *   that it knows, undefined where it is one of the database
 */
async function fill(
  client: pg.ClientBase,
  { file, expected, signal }: { file: string; expected: BackupHeader; signal: AbortSignal | undefined },
  elsewhere: (table: BackupTable, rows: AsyncIterable<Buffer>) => Promise<number | null | undefined>,
): Promise<Decoded> {
  const tables = await readTables(client);
  const forced = await forcedTables(client);
  const alter = async (names: readonly string[], action: string): Promise<void> => {
    if (names.length > 0) await client.query(names.map((name) => `alter table ${name} ${action}`).join('; '));
  };
  const names = tables.map(({ name }) => name);
  await alter(names, 'disable trigger user'); // They announce changes to the living.
  await alter(forced, 'no force row level security'); // COPY writes no table whose policies its role is under.
  await client.query('set constraints all deferred'); // Tables that refer to each other come one after the other.
  const contents = await decode(
    file,
    {
      async header(header) {
        const same = JSON.stringify(header) === JSON.stringify(expected);
        if (!same) throw changedMeanwhile(file);
      },
      async table(table, rows) {
        try {
          const taken = await elsewhere(table, rows);
          if (taken === null) throw unknownForm(table.name);
          return taken ?? (await copyRows(client, tables, table, rows));
        } catch (error) {
          throw refusedRows(error, file, table.name);
        }
      },
    },
    signal,
  );
  await checkDeferred(client).catch((error: unknown) => {
    throw refusedRows(error, file, 'different tables');
  });
  await alter(forced, 'force row level security');
  await alter(names, 'enable trigger user');
  for (const { name, last_value, is_called } of contents.header.sequences) {
    await client
      .query('select setval($1::regclass, $2, $3)', [name, last_value, is_called])
      .catch((error: unknown) => {
        throw refusedRows(error, file, name);
      });
  }
  return contents;
}

/** Empties what no backup holds today, and leaves it out of the count of rows by table. */
async function takeOut(client: pg.ClientBase, rows: Record<string, number>): Promise<void> {
  for (const { table, where } of EXCLUDED_TABLES) {
    const count = rows[table] ?? 0;
    if (where === undefined) {
      await client.query(`truncate ${table}`);
      Reflect.deleteProperty(rows, table);
    } else {
      const { rowCount } = await client.query(`delete from ${table} where ${where}`);
      if (count > 0) rows[table] = count - (rowCount ?? 0);
    }
  }
}

/** A refusal of rows by the database, in words: data_exception, a constraint, an unknown name. */
function refusedRows(error: unknown, file: string, where: string): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  const isOfRows =
    error instanceof SyntaxError ||
    (typeof code === 'string' && /^(?:2[23]|42(?!501)|SQLITE_CONSTRAINT)/.test(code));
  if (!isOfRows) return error;
  return new BackupError(
    `${file} has rows of ${where} that no database of Munim could have held. Nothing was changed. Use another backup.`,
    { cause: error },
  );
}

const unknownForm = (name: string): BackupError =>
  new BackupError(`The backup has ${name} in a form that no version of Munim has used. Nothing was changed.`);

async function copyRows(
  client: pg.ClientBase,
  tables: BackupTable[],
  { name, columns }: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const here = tables.find((table) => table.name === name);
  if (here === undefined || columns.some((column) => !here.columns.includes(column))) {
    throw unknownForm(name);
  }
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const writer = client.query(copyFrom(`copy ${name} (${list}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), writer);
  return writer.rowCount;
}
