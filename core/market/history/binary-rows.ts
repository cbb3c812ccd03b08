import { numericAt } from '../../platform/index.ts';

/** Eleven bytes that every binary COPY begins with, its flags, and how long what follows them is. */
const HEADER_BYTES = 19;
const SIGNATURE = 'PGCOPY\n';
/** Stands in the place of a row's number of fields behind the last row. */
const END = -1;
/** Number of fields, and a bigint and a date with their lengths: a row up to the length of its numeric. */
const FIXED_BYTES = 2 + 4 + 8 + 4 + 4 + 4;
const FIELDS = 3;
const TWO_32 = 4_294_967_296;

/** Rows of a bigint, a date and a numeric, as COPY sends them in binary, read in whatever pieces they come. */
export class BinaryRows {
  readonly #take: (id: number, day: number, figure: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  #state: 'HEADER' | 'ROWS' | 'ENDED' = 'HEADER';

  /** @param take is given each row: the bigint, the days since 2000-01-01, and the double nearest to the numeric. */
  constructor(take: (id: number, day: number, figure: number) => void) {
    this.#take = take;
  }

  /** @throws Error for what is no COPY of such rows. */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (this.#state === 'HEADER') {
      if (bytes.length < HEADER_BYTES) {
        this.#rest = bytes;
        return;
      }
      if (bytes.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) throw new Error('not a binary COPY');
      at = HEADER_BYTES + bytes.readInt32BE(HEADER_BYTES - 4);
      this.#state = 'ROWS';
    }
    if (this.#state === 'ROWS') at = this.#rows(bytes, at);
    this.#rest = bytes.subarray(at);
  }

  /** @throws Error where the rows broke off. */
  end(): void {
    if (this.#state !== 'ENDED') throw new Error('the COPY broke off');
  }

  /** Reads the rows that are whole. @returns where the next one begins. */
  #rows(bytes: Buffer, from: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = from;
    while (at + 2 <= bytes.length) {
      const fields = view.getInt16(at);
      if (fields === END) {
        this.#state = 'ENDED';
        return at + 2;
      }
      if (fields !== FIELDS) throw new Error(`a row of ${fields} fields`);
      if (at + FIXED_BYTES > bytes.length) break;
      const end = at + FIXED_BYTES + view.getInt32(at + FIXED_BYTES - 4);
      if (end > bytes.length) break;
      const id = view.getInt32(at + 6) * TWO_32 + view.getUint32(at + 10);
      this.#take(id, view.getInt32(at + 18), numericAt(view, at + FIXED_BYTES));
      at = end;
    }
    return at;
  }
}
