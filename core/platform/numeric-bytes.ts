/** Groups of decimal digits, weight of the first of them, sign and scale: two bytes each. */
const HEAD_BYTES = 8;
const GROUP = 10_000;
const GROUP_DIGITS = 4;
const NEGATIVE = 0x4000;
/** Powers of ten that are doubles without a rest, one for each group. */
const POWERS = [1, 1e4, 1e8, 1e12, 1e16, 1e20];

/** How many bytes the numeric takes that begins here. */
export function numericLength(view: DataView, begin: number): number {
  return HEAD_BYTES + 2 * view.getInt16(begin);
}

/**
 * The double nearest to a numeric as `numeric_send` and binary COPY write it, bit for bit that of a cast to `float8`.
 * Digits that make a whole number below 2^53 are divided (or multiplied) by a power of ten that is a double too: one
 * operation, rounded once. Longer ones are read from their text.
 */
export function numericAt(view: DataView, begin: number): number {
  const groups = view.getInt16(begin);
  const shift = view.getInt16(begin + 2) - groups + 1;
  const sign = view.getUint16(begin + 4);
  const digits = begin + HEAD_BYTES;
  let whole = 0;
  for (let group = 0; group < groups; group += 1) whole = whole * GROUP + view.getInt16(digits + 2 * group);
  const power = POWERS[Math.abs(shift)];
  let figure: number;
  if (whole <= Number.MAX_SAFE_INTEGER && power !== undefined)
    figure = shift < 0 ? whole / power : whole * power;
  else figure = fromText(view, digits, groups, shift);
  if (sign === 0) return figure;
  if (sign === NEGATIVE) return -figure;
  return Number.NaN;
}

function fromText(view: DataView, begin: number, groups: number, shift: number): number {
  let digits = '';
  for (let group = 0; group < groups; group += 1)
    digits += String(view.getInt16(begin + 2 * group)).padStart(GROUP_DIGITS, '0');
  return Number(`${digits}e${shift * GROUP_DIGITS}`);
}
