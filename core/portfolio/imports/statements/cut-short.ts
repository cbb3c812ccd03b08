import type { RawRow } from '../rows/index.ts';
import { isBlank } from './table.ts';

/**
 * Makes the last row wait where it alone has fewer cells than the header: a download that broke off. Files that leave blank
 * cells away at the end of rows do so in others too.
 */
export function markCut(
  rows: readonly { row: number; raw: RawRow }[],
  records: readonly (readonly string[])[],
  header: number,
): void {
  const width = records[header]?.length ?? 0;
  const filled = records.flatMap((record, at) => (at > header && !isBlank(record) ? [at] : []));
  const short = filled.filter((at) => (records[at]?.length ?? 0) < width);
  const last = filled.at(-1);
  if (last === undefined || short.length !== 1 || short[0] !== last) return;
  for (const { row, raw } of rows) {
    if (row !== last + 1) continue;
    raw.excluded = null;
    raw.malformed = 'is cut short: the file ends within this row. Download the file again.';
  }
}
