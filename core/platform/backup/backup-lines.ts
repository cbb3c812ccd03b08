import { createHash } from 'node:crypto';

export const END_OF_ROWS = Buffer.from('\\.\n');
export const NEWLINE = 10;
/** Longest line that is not a row: far above any list of tables, far below what a wrong file could make us hold. */
const LINE_LIMIT_BYTES = 4_000_000;
/** A row up to this size is handed on whole, a longer one in parts. */
export const WHOLE_ROW_BYTES = 8 * 1024 ** 2;
/** The longest row: twice that of the largest document, which COPY writes in hexadecimal digits. */
export const LONGEST_ROW_BYTES = 256 * 1024 ** 2;

/** Lines and row blocks of a stream of bytes; what it hands out goes into the checksum. */
export class Lines {
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

  /** Rows up to the end of this table: whole ones, and those that are too long in parts. */
  async *rows(): AsyncGenerator<Buffer> {
    let open = 0;
    for (;;) {
      if (open > LONGEST_ROW_BYTES) throw new Oversized();
      const length = this.#rest.lastIndexOf(NEWLINE) + 1;
      if (length === 0) {
        if (this.#rest.length > WHOLE_ROW_BYTES) {
          open += this.#rest.length;
          yield this.#take(this.#rest.length);
        }
        if (!(await this.#more(WHOLE_ROW_BYTES))) throw new CutOff();
        continue;
      }
      if (open > 0) {
        open = 0;
        yield this.#take(this.#rest.indexOf(NEWLINE) + 1);
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

export class CutOff extends Error {}
/** It unpacks to more than Munim ever wrote. */
export class Oversized extends Error {}

/** Bytes of the row that is open at the end of `bytes`, after `before` bytes of it. */
export function openRow(before: number, bytes: Buffer): number {
  const end = bytes.lastIndexOf(NEWLINE);
  return end < 0 ? before + bytes.length : bytes.length - end - 1;
}

/** Where the end mark stands in whole lines that begin at a line's start; -1 when it does not. */
function endOfRows(lines: Buffer): number {
  if (lines.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const before = lines.indexOf('\n\\.\n');
  return before < 0 ? -1 : before + 1;
}
