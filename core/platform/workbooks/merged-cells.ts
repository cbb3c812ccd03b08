import type { Archive } from './archive.ts';
import { columnOf } from './cell-values.ts';

/** A cell that reaches over several rows. */
export interface MergedRange {
  column: number;
  firstRow: number;
  lastRow: number;
}

const BEGIN = 'mergeCells';
/** Longer lists, and ranges of more rows, are of decoration. */
const LONGEST_LIST = 512 * 1024;
const MOST_ROWS = 10_000;
const MOST_RANGES = 1000;

/**
 * The cells of a sheet that reach over several rows, in a pass of its own: they stand behind the rows, which have long been
 * handed out by then. Nothing but their own text is kept.
 */
export async function mergedCells(archive: Archive, name: string, most: number): Promise<MergedRange[]> {
  let tail = '';
  let list: string | null = null;
  for await (const chunk of archive.read(name, most)) {
    const text = chunk.toString('latin1');
    if (list === null) {
      const joined = tail + text;
      const at = joined.indexOf(BEGIN);
      if (at === -1) tail = joined.slice(-BEGIN.length);
      else list = joined.slice(at);
    } else if (list.length < LONGEST_LIST) {
      list += text;
    }
  }
  return list === null ? [] : rangesIn(list.slice(0, LONGEST_LIST));
}

function rangesIn(list: string): MergedRange[] {
  const ranges: MergedRange[] = [];
  for (const [, from = '', first, to, last] of list.matchAll(
    /ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g,
  )) {
    const [firstRow, lastRow] = [Number(first), Number(last)];
    const column = columnOf(`${from}1`);
    if (column === null || to === undefined || lastRow <= firstRow || lastRow - firstRow > MOST_ROWS)
      continue;
    ranges.push({ column, firstRow, lastRow });
    if (ranges.length === MOST_RANGES) break;
  }
  return ranges;
}
