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
export function closeArray({ days, closes }: CloseArray): CloseArray {
  const { length } = days;
  const capacity = length + Math.max(LEAST_ROOM, Math.floor(length / PART_OF_ROOM));
  const all = laid(new SharedArrayBuffer(HEAD_BYTES + capacity * CLOSE_BYTES));
  all.closes.set(closes);
  all.days.set(days);
  Atomics.store(all.written, 0, length);
  return shown(all, length);
}

/**
 * A series as it is stored now: the same array if no close has changed. If closes were only added, they are written into the
 * spare room of the same memory, unless another array has taken it.
 */
export function updatedCloses(known: CloseArray, stored: CloseArray): CloseArray {
  const before = known.days.length;
  const { length } = stored.days;
  for (let at = 0; at < before; at += 1)
    if (known.days[at] !== stored.days[at] || known.closes[at] !== stored.closes[at])
      return closeArray(stored);
  if (length === before) return known;
  const { buffer } = known.days;
  if (!(buffer instanceof SharedArrayBuffer)) return closeArray(stored);
  const all = laid(buffer);
  if (length > all.days.length || Atomics.load(all.written, 0) !== before) return closeArray(stored);
  all.closes.set(stored.closes.subarray(before), before);
  all.days.set(stored.days.subarray(before), before);
  Atomics.store(all.written, 0, length);
  return shown(all, length);
}

function shown({ days, closes }: CloseArray, length: number): CloseArray {
  return { days: days.subarray(0, length), closes: closes.subarray(0, length) };
}

function laid(memory: SharedArrayBuffer): CloseArray & { written: Int32Array } {
  const capacity = (memory.byteLength - HEAD_BYTES) / CLOSE_BYTES;
  return {
    written: new Int32Array(memory, 0, 1),
    closes: new Float64Array(memory, HEAD_BYTES, capacity),
    days: new Int32Array(memory, HEAD_BYTES + capacity * (CLOSE_BYTES - DAY_BYTES), capacity),
  };
}
