let spare = new Int32Array(0);

/**
 * Fills `places` with the places of scores, the highest first; equal scores keep their order. A merge sort over numbers
 * alone: `sort` with a comparison takes four times as long, and a backtest sorts on every rebalance.
 */
export function placesDescending(places: Int32Array, scores: Float64Array): void {
  const count = places.length;
  if (spare.length < count) spare = new Int32Array(count);
  for (let nr = 0; nr < count; nr += 1) places[nr] = nr;
  let from = places;
  let to: Int32Array = spare;
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) merge(from, to, scores, start, width, count);
    const sorted = to;
    to = from;
    from = sorted;
  }
  if (from !== places) places.set(from.subarray(0, count));
}

/** Merges two sorted runs of a width, side by side, into one. */
function merge(
  from: Int32Array,
  to: Int32Array,
  scores: Float64Array,
  start: number,
  width: number,
  count: number,
): void {
  const middle = Math.min(start + width, count);
  const end = Math.min(middle + width, count);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const a = from[left] as number;
    const b = from[right] as number;
    if (left < middle && (right >= end || (scores[a] as number) >= (scores[b] as number))) {
      to[at] = a;
      left += 1;
    } else {
      to[at] = b;
      right += 1;
    }
  }
}
