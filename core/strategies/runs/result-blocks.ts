import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { BacktestRows, EquityRow, HoldingRow, OrderRow, UniverseEventRow } from '../engine/index.ts';
import type { PanelSecurity } from '../panel/index.ts';

/** A block ends after this many rows and the rest of their day. */
const BLOCK_ROWS = 500;
/** Quick compression: the last tenth of the size would take four times as long. */
const LEVEL = 1;
/** Columns of a share as it was on the day of the backtest. */
const SHARE = ['instrument_id', 'symbol', 'name', 'sector'] as const;

/** Beside the thread: one block is compressed while the next one is written. */
const compressed = promisify(deflate);

type Named<T> = Omit<T, 'security'> & Pick<PanelSecurity, (typeof SHARE)[number]>;

/** The rows of each section of a result. */
export interface SectionRows {
  EQUITY: EquityRow;
  ORDERS: Named<OrderRow>;
  HOLDINGS: Named<HoldingRow>;
  EVENTS: Named<UniverseEventRow>;
}
export type Section = keyof SectionRows;

/** Successive rows of one section, compressed. The rows of one day are in one block. */
export interface ResultBlock {
  section: Section;
  /** Its number in the section, from 1. */
  nr: number;
  /** Day of its first row, YYYY-MM-DD. */
  from_day: string;
  row_count: number;
  /** Orders that are FILLED and REDUCED; 0 in other sections. */
  filled: number;
  reduced: number;
  /** JSON of the rows by column, deflated. */
  body: Uint8Array;
}

/** A row of any section. */
interface AnyRow {
  date: string;
  /** Index of its share in the panel. */
  security?: number;
  state?: string;
}

/** The rows of a result in blocks. */
export async function resultBlocks(
  { equity, orders, holdings, events }: BacktestRows,
  securities: readonly PanelSecurity[],
): Promise<ResultBlock[]> {
  const blocks: Promise<ResultBlock>[] = [];
  const sections = { EQUITY: equity, ORDERS: orders, HOLDINGS: holdings, EVENTS: events };
  for (const section of Object.keys(sections) as Section[]) {
    let [nr, rows] = [1, [] as AnyRow[]];
    for (const row of sections[section] as Iterable<AnyRow>) {
      if (rows.length >= BLOCK_ROWS && rows.at(-1)?.date !== row.date) {
        blocks.push(blockOf(rows, { section, nr, securities }));
        [nr, rows] = [nr + 1, []];
      }
      rows.push(row);
    }
    if (rows.length > 0) blocks.push(blockOf(rows, { section, nr, securities }));
  }
  return await Promise.all(blocks);
}

async function blockOf(
  rows: readonly AnyRow[],
  { section, nr, securities }: { section: Section; nr: number; securities: readonly PanelSecurity[] },
): Promise<ResultBlock> {
  const { security, ...own } = rows[0] ?? { date: '' };
  const columns: Record<string, unknown[]> = {};
  for (const name of Object.keys(own)) columns[name] = rows.map((row) => row[name as keyof AnyRow]);
  if (security !== undefined)
    for (const name of SHARE)
      columns[name] = rows.map((row) => securities[row.security ?? -1]?.[name] ?? null);
  const inState = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    section,
    nr,
    from_day: own.date,
    row_count: rows.length,
    filled: inState('FILLED'),
    reduced: inState('REDUCED'),
    // A copy: zlib gives a part of a larger buffer, all of which would go to the other thread.
    body: new Uint8Array(await compressed(JSON.stringify(columns), { level: LEVEL })),
  };
}
