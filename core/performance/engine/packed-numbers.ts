/** Reads what Postgres packed into bytes: big-endian, one number after the other. */

const DAY_BYTES = 4;
const DOUBLE_BYTES = 8;
/** Groups of decimal digits, weight of the first of them, sign and scale: two bytes each. */
const NUMERIC_HEAD_BYTES = 8;
const GROUP = 10_000;
const GROUP_DIGITS = 4;
const NEGATIVE = 0x4000;
const NO_NUMBER = 0xc000;
/** Powers of ten that are doubles without a rest, one for each group. */
const POWERS = [1, 1e4, 1e8, 1e12, 1e16, 1e20];

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

/**
 * Of `numeric_send`: the doubles nearest to the decimals, bit for bit those of a cast to `float8`. Digits that make a whole
 * number below 2^53 are divided (or multiplied) by a power of ten that is a double too: one operation, rounded once. Longer
 * ones are read from their text.
 */
export function unpackedNumerics(packed: Uint8Array, count: number): Float64Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const figures = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const groups = view.getInt16(at);
    const shift = view.getInt16(at + 2) - groups + 1;
    const sign = view.getUint16(at + 4);
    at += NUMERIC_HEAD_BYTES;
    const begin = at;
    let whole = 0;
    for (let group = 0; group < groups; group += 1, at += 2) whole = whole * GROUP + view.getInt16(at);
    const power = POWERS[Math.abs(shift)];
    let figure: number;
    if (whole <= Number.MAX_SAFE_INTEGER && power !== undefined)
      figure = shift < 0 ? whole / power : whole * power;
    else figure = fromText(view, begin, groups, shift);
    figures[index] =
      sign === 0 ? figure : sign === NEGATIVE ? -figure : sign === NO_NUMBER ? Number.NaN : figure;
  }
  return figures;
}

function fromText(view: DataView, begin: number, groups: number, shift: number): number {
  let digits = '';
  for (let group = 0; group < groups; group += 1)
    digits += String(view.getInt16(begin + 2 * group)).padStart(GROUP_DIGITS, '0');
  return Number(`${digits}e${shift * GROUP_DIGITS}`);
}
