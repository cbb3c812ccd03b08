import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import {
  CutOff,
  END_OF_ROWS,
  Lines,
  LONGEST_ROW_BYTES,
  NEWLINE,
  openRow,
  Oversized,
} from './backup-lines.ts';

/*
 * A backup is gzip'd text:
 *
 *   {"munim_backup":1,"created_at":…,"migrations":[…],"tables":[{"name","columns"}],"sequences":[…]}
 *   {"table":"identity.users"}
 *   rows as Postgres's COPY writes them, one a line
 *   \.
 *   …one such part for each table of the first line, in its order…
 *   {"end":{"rows":{"identity.users":1,…},"sha256":"…","signature":{"key":"…","hmac":"…"}}}
 *
 * The checksum covers all bytes before the last line, and the signature covers the checksum. Older backups have no signature.
 * COPY escapes backslashes, so no row is ever the line "\.".
 */
export const FORMAT = 1;
/** Rows of Munim are packed to a tenth. What is packed to less than a two-hundredth, beyond this size, is no backup. */
const MOST_PACKED = 200;
const UNPACKED_FREELY_BYTES = 64 * 1024 ** 2;

/** Why a backup cannot be written or read, in a sentence that says what to do about it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Why it cannot be tried here whether a backup can be restored. It says nothing about the backup. */
export class CheckNotPossible extends BackupError {}

export interface BackupTable {
  /** Schema and table, as in `portfolio.holdings`. */
  name: string;
  columns: string[];
}

export interface BackupSequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

export interface BackupHeader {
  munim_backup: number;
  /** When the snapshot was taken, by the server's clock. */
  created_at: string;
  /** Names of the applied migrations: the level of the tables below. */
  migrations: string[];
  tables: BackupTable[];
  sequences: BackupSequence[];
  /** The level of each store beside the database, by its schema. Older backups have none. */
  attached?: Record<string, string[]>;
}

export interface BackupContents {
  header: BackupHeader;
  /** Number of rows by table. */
  rows: Record<string, number>;
}

/** The name of the key of an installation, and the checksum of the backup under that key. */
export interface Signature {
  key: string;
  hmac: string;
}

/** A backup that was read to its end. */
export interface Decoded extends BackupContents {
  sha256: string;
  signature: Signature | null;
}

/** Writes the format: yields the bytes to compress, taking each table's rows from `rowsOf` in turn. */
export async function* encode(
  header: BackupHeader,
  rowsOf: (table: BackupTable) => AsyncIterable<Buffer>,
  finished: (contents: BackupContents) => void,
  sign: ((sha256: string) => Promise<Signature>) | null = null,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(Buffer.from(`${JSON.stringify(header)}\n`));
  for (const table of header.tables) {
    yield hashed(Buffer.from(`${JSON.stringify({ table: table.name })}\n`));
    let count = 0;
    let open = 0;
    for await (const bytes of rowsOf(table)) {
      count += countLines(bytes);
      open = openRow(open, bytes);
      if (open > LONGEST_ROW_BYTES)
        throw new BackupError(
          `A row of ${table.name} is larger than ${LONGEST_ROW_BYTES / 1024 ** 2} MB, and no restore would take it. Delete that row, then make the backup again.`,
        );
      yield hashed(bytes);
    }
    rows[table.name] = count;
    yield hashed(END_OF_ROWS);
  }
  const sha256 = hash.digest('hex');
  const signature = await sign?.(sha256);
  yield Buffer.from(`${JSON.stringify({ end: { rows, sha256, signature } })}\n`);
  finished({ header, rows });
}

/** What to do with the parts of a backup while it is read. */
interface BackupReader {
  header?(header: BackupHeader): Promise<void>;
  /** Must read `rows` to its end; answers how many rows it took. They come whole, but for parts of a row of more than 8 MB. */
  table?(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
}

/**
 * Reads a backup from its first to its last byte, in constant memory, or until `signal` breaks it off. Throws BackupError when
 * it is not a backup, is of a newer format, holds more than one can hold, or is cut off or changed anywhere: whatever was done
 * with its parts must then be undone.
 */
export async function decode(
  file: string,
  reader: BackupReader = {},
  signal?: AbortSignal,
): Promise<Decoded> {
  const source = createReadStream(file, signal === undefined ? {} : { signal });
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  const unpacked = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of unzipped as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > UNPACKED_FREELY_BYTES && bytes > MOST_PACKED * source.bytesRead) throw new Oversized();
      yield piece;
    }
  };
  try {
    return await decodeLines(new Lines(unpacked()), file, reader);
  } catch (error) {
    throw asBackupError(error, file);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function decodeLines(lines: Lines, file: string, reader: BackupReader): Promise<Decoded> {
  const header = checkHeader(parse((await lines.line()).toString('utf8')), file);
  await reader.header?.(header);
  const rows: Record<string, number> = {};
  for (const table of header.tables) {
    const opening = parse((await lines.line()).toString('utf8'));
    if (opening?.['table'] !== table.name) throw damaged(file);
    let count = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const bytes of lines.rows()) {
        count += countLines(bytes);
        yield bytes;
      }
    };
    if (reader.table === undefined) for await (const _ of counted());
    else if ((await reader.table(table, counted())) !== count) throw damaged(file);
    rows[table.name] = count;
  }
  const sha256 = lines.digest();
  const end = parse((await lines.line()).toString('utf8'))?.['end'] as
    | Partial<{ rows: unknown; sha256: string; signature: unknown }>
    | undefined;
  const complete = end?.sha256 === sha256 && JSON.stringify(end.rows) === JSON.stringify(rows);
  const signature = signatureOf(end?.signature);
  if (!complete || signature === undefined || !(await lines.atEnd())) throw damaged(file);
  return { header, rows, sha256, signature };
}

/** The signature of the last line; null where there is none, undefined for what is no signature. */
function signatureOf(value: unknown): Signature | null | undefined {
  if (value === undefined) return null;
  const { key, hmac } = (value ?? {}) as Partial<Record<keyof Signature, unknown>>;
  if (typeof key !== 'string' || !/^[0-9a-f]{12}$/.test(key)) return undefined;
  return typeof hmac === 'string' && /^[0-9a-f]{64}$/.test(hmac) ? { key, hmac } : undefined;
}

/** How many rows there are in whole lines of a table. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function parse(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function checkHeader(header: Record<string, unknown> | null, file: string): BackupHeader {
  if (typeof header?.['munim_backup'] !== 'number') throw notABackup(file);
  if (header['munim_backup'] > FORMAT) throw madeByNewer(file);
  // The checksum comes last; until then a changed first line must not lead anywhere.
  const { created_at, migrations, tables, sequences, attached } = header;
  const complete =
    typeof created_at === 'string' &&
    !Number.isNaN(Date.parse(created_at)) &&
    isListOf(migrations, isText) &&
    isListOf(tables, (one) => typeof one['name'] === 'string' && isListOf(one['columns'], isText)) &&
    isListOf(sequences, (one) => typeof one['name'] === 'string' && typeof one['is_called'] === 'boolean') &&
    Object.values(attached ?? {}).every((level) => isListOf(level, isText));
  if (!complete) throw damaged(file);
  return header as unknown as BackupHeader;
}

const isText = (value: unknown): boolean => typeof value === 'string';

function isListOf(value: unknown, fits: (one: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => one !== null && fits(one as Record<string, unknown>));
}

function notABackup(file: string): BackupError {
  return new BackupError(`${file} is not a backup of Munim. Nothing was changed.`);
}

function damaged(file: string): BackupError {
  return new BackupError(`${file} is cut off or damaged. Nothing was changed. Use another backup.`);
}

export function madeByNewer(file: string): BackupError {
  return new BackupError(`${file} was made by a newer Munim. Nothing was changed. Update Munim first.`);
}

function asBackupError(error: unknown, file: string): unknown {
  if (error instanceof CutOff) return damaged(file);
  if (error instanceof Oversized)
    return new BackupError(
      `${file} unpacks to far more than any backup of Munim holds. Nothing was changed. Use another backup.`,
    );
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EISDIR') return notABackup(file);
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error;
  return (error as Error).message.includes('incorrect header') ? notABackup(file) : damaged(file);
}
