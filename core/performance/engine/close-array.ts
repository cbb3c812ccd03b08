import { type DayNumber } from './daily-series.ts';
import { firstNotBefore } from './price-line.ts';

/**
 * Closes of one instrument in memory that all threads of the process share. An array never changes: newer closes are
 * written behind it, and a correction makes another array.
 */
export interface CloseArray {
  /** Days since 1970-01-01, ascending. */
  days: Int32Array;
  closes: Float64Array;
}

/** Bytes of the count of written closes, in front of them. */
const HEAD_BYTES = 8;
const DAY_BYTES = 4;
export const CLOSE_BYTES = 8 + DAY_BYTES;
/** Spare days: an eighth of the closes, so that all copies together are linear in the closes. */
const LEAST_ROOM = 64;
const PART_OF_ROOM = 8;

/** Copies closes into memory that threads share. */
export function closeArray(...parts: readonly CloseArray[]): CloseArray {
  const length = parts.reduce((sum, { days }) => sum + days.length, 0);
  const capacity = length + Math.max(LEAST_ROOM, Math.floor(length / PART_OF_ROOM));
  const all = laid(new SharedArrayBuffer(HEAD_BYTES + capacity * CLOSE_BYTES));
  let at = 0;
  for (const { days, closes } of parts) {
    all.closes.set(closes, at);
    all.days.set(days, at);
    at += days.length;
  }
  Atomics.store(all.written, 0, length);
  return shown(all, length);
}

/**
 * Replaces the closes from a day on. If they only add to the series, they are written into the spare room of the same memory,
 * unless another array has taken it.
 * @param from not after the first day of `tail`.
 */
export function withTail(known: CloseArray, from: DayNumber, tail: CloseArray): CloseArray {
  const kept = firstNotBefore(known.days, from);
  const length = known.days.length;
  for (let at = kept; at < length; at += 1)
    if (known.days[at] !== tail.days[at - kept] || known.closes[at] !== tail.closes[at - kept])
      return closeArray(part(known, 0, kept), tail);
  const newer = part(tail, length - kept);
  if (newer.days.length === 0) return known;
  const { buffer } = known.days;
  if (!(buffer instanceof SharedArrayBuffer)) return closeArray(known, newer);
  const all = laid(buffer);
  const end = length + newer.days.length;
  if (end > all.days.length || Atomics.load(all.written, 0) !== length) return closeArray(known, newer);
  all.closes.set(newer.closes, length);
  all.days.set(newer.days, length);
  Atomics.store(all.written, 0, end);
  return shown(all, end);
}

function part({ days, closes }: CloseArray, from: number, to?: number): CloseArray {
  return { days: days.subarray(from, to), closes: closes.subarray(from, to) };
}

function shown(all: CloseArray, length: number): CloseArray {
  return part(all, 0, length);
}

function laid(memory: SharedArrayBuffer): CloseArray & { written: Int32Array } {
  const capacity = (memory.byteLength - HEAD_BYTES) / CLOSE_BYTES;
  return {
    written: new Int32Array(memory, 0, 1),
    closes: new Float64Array(memory, HEAD_BYTES, capacity),
    days: new Int32Array(memory, HEAD_BYTES + capacity * (CLOSE_BYTES - DAY_BYTES), capacity),
  };
}
