import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/*
 * A backup is gzip'd text:
 *
 *   {"munim_backup":1,"created_at":…,"migrations":[…],"tables":[{"name","columns"}],"sequences":[…]}
 *   {"table":"identity.users"}
 *   rows as Postgres's COPY writes them, one a line
 *   \.
 *   …one such part for each table of the first line, in its order…
 *   {"end":{"rows":{"identity.users":1,…},"sha256":"…"}}
 *
 * The checksum covers all bytes before the last line. COPY escapes backslashes, so no row is ever the line "\.".
 */
export const FORMAT = 1;
const END_OF_ROWS = Buffer.from('\\.\n');
const NEWLINE = 10;
/** Longest line that is not a row: far above any list of tables, far below what a wrong file could make us hold. */
const LINE_LIMIT_BYTES = 4_000_000;

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

/** Writes the format: yields the bytes to compress, taking each table's rows from `rowsOf` in turn. */
export async function* encode(
  header: BackupHeader,
  rowsOf: (table: BackupTable) => AsyncIterable<Buffer>,
  finished: (contents: BackupContents) => void,
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
    for await (const bytes of rowsOf(table)) {
      count += countLines(bytes);
      yield hashed(bytes);
    }
    rows[table.name] = count;
    yield hashed(END_OF_ROWS);
  }
  yield Buffer.from(`${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } })}\n`);
  finished({ header, rows });
}

/** What to do with the parts of a backup while it is read. */
interface BackupReader {
  header?(header: BackupHeader): Promise<void>;
  /** Must read `rows` to its end; answers how many rows it took. */
  table?(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
}

/**
 * Reads a backup from its first to its last byte, in constant memory, or until `signal` breaks it off. Throws BackupError when it is not a backup, is
 * of a newer format, or is cut off or changed anywhere: whatever was done with its parts must then be undone.
 */
export async function decode(
  file: string,
  reader: BackupReader = {},
  signal?: AbortSignal,
): Promise<BackupContents> {
  const source = createReadStream(file, signal === undefined ? {} : { signal });
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  try {
    return await decodeLines(
      new Lines(unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>),
      file,
      reader,
    );
  } catch (error) {
    throw asBackupError(error, file);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function decodeLines(lines: Lines, file: string, reader: BackupReader): Promise<BackupContents> {
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
    | Partial<{ rows: unknown; sha256: string }>
    | undefined;
  const complete = end?.sha256 === sha256 && JSON.stringify(end.rows) === JSON.stringify(rows);
  if (!complete || !(await lines.atEnd())) throw damaged(file);
  return { header, rows };
}

/** Lines and row blocks of a stream of bytes; what it hands out goes into the checksum. */
class Lines {
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  async line(): Promise<Buffer> {
    let end = this.#rest.indexOf(NEWLINE);
    while (end < 0) {
      if (this.#rest.length > LINE_LIMIT_BYTES || !(await this.#more(LINE_LIMIT_BYTES))) throw new CutOff();
      end = this.#rest.indexOf(NEWLINE);
    }
    return this.#take(end + 1);
  }

  /** Whole rows up to the end of this table. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = this.#rest.lastIndexOf(NEWLINE) + 1;
      if (length === 0) {
        if (!(await this.#more())) throw new CutOff();
        continue;
      }
      const end = endOfRows(this.#rest.subarray(0, length));
      if (end > 0) yield this.#take(end);
      else if (end < 0) yield this.#take(length);
      if (end >= 0) {
        this.#take(END_OF_ROWS.length);
        return;
      }
    }
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async atEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  /** Reads on to the next newline, so that a long row is put together once. False at the end of the stream. */
  async #more(limit = Number.POSITIVE_INFINITY): Promise<boolean> {
    const parts = [this.#rest];
    let length = this.#rest.length;
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done === true) break;
      parts.push(value);
      length += value.length;
      if (value.includes(NEWLINE) || length > limit) break;
    }
    this.#rest = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    return parts.length > 1;
  }

  #take(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(bytes);
    return bytes;
  }
}

class CutOff extends Error {}

/** Where the end mark stands in whole lines that begin at a line's start; -1 when it does not. */
function endOfRows(lines: Buffer): number {
  if (lines.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const before = lines.indexOf('\n\\.\n');
  return before < 0 ? -1 : before + 1;
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
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EISDIR') return notABackup(file);
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error;
  return (error as Error).message.includes('incorrect header') ? notABackup(file) : damaged(file);
}
