import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hiddenTables, openClient } from '../database/index.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import type { AttachedStore } from './attached-store.ts';
import { includedRows, PORTABLE_TEXT, readSequences, readTables } from './catalogue.ts';
import {
  BackupError,
  type BackupContents,
  type BackupHeader,
  type BackupTable,
  encode,
  FORMAT,
} from './format.ts';
import type { BackupSigner } from './signature.ts';

/** Writes all tables but what is kept out, as of one moment, to `file`, which appears only when it is complete. */
export async function writeBackup(
  url: string,
  file: string,
  attached: AttachedStore | null,
  signal?: AbortSignal,
  sign: BackupSigner['sign'] | null = null,
): Promise<BackupContents & { bytes: number }> {
  signal?.throwIfAborted();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.partial-${process.pid}`;
  const client = openClient(url, { name: `munim backup:${process.pid}`, limits: TIME_LIMITS.maintenance });
  try {
    await client.connect();
    await rm(draft, { force: true });
    const write: Write = (bytes) =>
      pipeline(
        Readable.from(bytes, { objectMode: false }),
        createGzip(),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        ...(signal === undefined ? [] : [{ signal }]),
      );
    const contents =
      attached === null
        ? await writeSnapshot(client, { write, sign })
        : await attached.read(
            async (store, rowsOf) =>
              await writeSnapshot(client, { write, sign }, { ...store, schema: attached.schema, rowsOf }),
          );
    const { size } = await stat(draft);
    await rename(draft, file);
    return { ...contents, bytes: size };
  } finally {
    await client.end().catch(() => {});
    await rm(draft, { force: true });
  }
}

type Write = (bytes: AsyncGenerator<Buffer>) => Promise<void>;

/** What is to be read of a store beside the database. */
interface AttachedContents {
  schema: string;
  migrations: string[];
  tables: BackupTable[];
  rowsOf: (table: BackupTable) => AsyncIterable<Buffer>;
}

async function writeSnapshot(
  client: pg.Client,
  { write, sign }: { write: Write; sign: BackupSigner['sign'] | null },
  attached?: AttachedContents,
): Promise<BackupContents> {
  await client.query(`begin isolation level repeatable read read only; ${PORTABLE_TEXT}`);
  // Instead of writing a backup with holes.
  const hidden = await hiddenTables(client);
  if (hidden.length > 0)
    throw new BackupError(
      `The role of DATABASE_URL does not see every row of ${hidden.slice(0, 3).join(', ')}. Set DATABASE_URL to the role that owns the tables.`,
    );
  const header = await readHeader(client);
  if (attached !== undefined) {
    header.tables.push(...attached.tables);
    header.attached = { [attached.schema]: attached.migrations };
  }
  let contents: BackupContents | null = null;
  await write(
    encode(
      header,
      (table) =>
        attached !== undefined && attached.tables.includes(table)
          ? attached.rowsOf(table)
          : readRows(client, table),
      (written) => (contents = written),
      sign,
    ),
  );
  await client.query('commit');
  if (contents === null) throw new BackupError('The backup ended before its last table.');
  return contents;
}

async function readHeader(client: pg.Client): Promise<BackupHeader> {
  const { rows: now } = await client.query<{ at: Date }>('select now() as at');
  const { rows } = await client
    .query<{ name: string }>('select name from public.schema_migration order by id')
    .catch(() => {
      throw new BackupError('There is nothing to back up. The database has no Munim tables yet.');
    });
  return {
    munim_backup: FORMAT,
    created_at: (now[0]?.at ?? new Date(0)).toISOString(),
    migrations: rows.map(({ name }) => name),
    tables: (await readTables(client)).filter(({ name }) => includedRows(name) !== null),
    sequences: await readSequences(client),
  };
}

function readRows(client: pg.Client, table: BackupTable): AsyncIterable<Buffer> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = `select ${columns} from ${table.name} where ${includedRows(table.name) ?? 'false'}`;
  return client.query(copyTo(`copy (${rows}) to stdout`));
}
