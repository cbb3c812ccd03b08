/** Characters of a token, by estimate: models count differently, and none fewer than three. */
export const CHARS_PER_TOKEN = 4;

/** A name, note or headline says what it says within so many characters. */
const LONGEST_TEXT = 400;
/** Rows that each list may keep, tried one after the other. */
const ROWS = [500, 200, 100, 50, 25, 12, 6, 3, 1] as const;

/** The same with short texts, and each list cut after `rows`; how much was left out stands at its end. */
function shortened(value: unknown, rows: number): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1)}…` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, rows).map((one: unknown) => shortened(one, rows));
    return value.length > rows ? [...kept, { rows_left_out: value.length - rows, rows: value.length }] : kept;
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, rows)]));
  return value ?? null;
}

/** The most of some data that fits into so many characters of JSON; null where not even one row of each list does. */
export function fitted(data: unknown, mostChars: number): { data: unknown; chars: number } | null {
  for (const rows of ROWS) {
    const cut = shortened(data, rows);
    const chars = JSON.stringify(cut).length;
    if (chars <= mostChars) return { data: cut, chars };
  }
  return null;
}

/** Divides room among parts: what needs less than its share leaves the rest to the others. */
export function shares(sizes: readonly number[], room: number): number[] {
  const given = sizes.map(() => 0);
  let [left, waiting] = [room, sizes.length];
  for (const at of sizes.map((_, index) => index).toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))) {
    const share = Math.min(sizes[at] ?? 0, Math.floor(left / waiting));
    given[at] = share;
    left -= share;
    waiting -= 1;
  }
  return given;
}
