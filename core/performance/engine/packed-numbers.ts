import { numericAt, numericLength } from '../../platform/numeric-bytes.ts';

/** Reads what Postgres packed into bytes: big-endian, one number after the other. */

const DAY_BYTES = 4;
const DOUBLE_BYTES = 8;

/** Of `int4send`. */
export function unpackedDays(packed: Uint8Array): Int32Array {
  const bytes = Buffer.alloc(packed.length);
  bytes.set(packed);
  bytes.swap32();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / DAY_BYTES);
}

/** Of `float8send`. */
export function unpackedDoubles(packed: Uint8Array): Float64Array {
  const bytes = Buffer.alloc(packed.length);
  bytes.set(packed);
  bytes.swap64();
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / DOUBLE_BYTES);
}

/** Of `numeric_send`: the doubles nearest to the decimals. */
export function unpackedNumerics(packed: Uint8Array, count: number): Float64Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const figures = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    figures[index] = numericAt(view, at);
    at += numericLength(view, at);
  }
  return figures;
}
