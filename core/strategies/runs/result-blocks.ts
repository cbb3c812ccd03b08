import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { BacktestRows, EquityRow, HoldingRow, OrderRow, UniverseEventRow } from '../engine/index.ts';
import type { PanelSecurity } from '../panel/index.ts';

/** A block ends after this many rows and the rest of their day. */
const BLOCK_ROWS = 500;
/** Quick compression: the last tenth of the size would take four times as long. */
const LEVEL = 1;
/** Columns of a share as it was on the day of the backtest. */
const SHARE = ['instrument_id', 'symbol', 'name', 'sector'] as const;

const [deflated, inflated] = [promisify(deflate), promisify(inflate)];

type Named<T> = Omit<T, 'security'> & Pick<PanelSecurity, (typeof SHARE)[number]>;

/** The rows of each section of a result. */
export interface SectionRows {
  EQUITY: EquityRow;
  ORDERS: Named<OrderRow>;
  HOLDINGS: Named<HoldingRow>;
  EVENTS: Named<UniverseEventRow>;
}
export type Section = keyof SectionRows;

/** Successive rows of one section. The rows of one day are in one block. */
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
  /**
   * JSON of the rows by column, with the place of a row's share in a list of all shares of the block. Blocks of older results
   * have the columns of the share in each row.
   */
  body: Uint8Array;
}

/** A row of any section. */
interface AnyRow {
  date: string;
  /** Index of its share in the panel. */
  security?: number;
  state?: string;
}

/** The rows of a result in blocks, which are not compressed yet. */
export function resultBlocks(
  { equity, orders, holdings, events }: BacktestRows,
  securities: readonly PanelSecurity[],
): ResultBlock[] {
  const blocks: ResultBlock[] = [];
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
  return blocks;
}

function blockOf(
  rows: readonly AnyRow[],
  { section, nr, securities }: { section: Section; nr: number; securities: readonly PanelSecurity[] },
): ResultBlock {
  const { security, ...own } = rows[0] ?? { date: '' };
  const columns: Record<string, unknown[]> = {};
  for (const name of Object.keys(own)) columns[name] = rows.map((row) => row[name as keyof AnyRow]);
  if (security !== undefined) {
    const places = new Map<number, number>();
    columns['share'] = rows.map(({ security: share = -1 }) => {
      const place = places.get(share) ?? places.size;
      places.set(share, place);
      return place;
    });
    columns['shares'] = Array.from(places.keys(), (share) =>
      SHARE.map((name) => securities[share]?.[name] ?? null),
    );
  }
  const inState = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    section,
    nr,
    from_day: own.date,
    row_count: rows.length,
    filled: inState('FILLED'),
    reduced: inState('REDUCED'),
    // Memory of its own, which moves to the main thread: a small Buffer is a part of a larger one.
    body: new TextEncoder().encode(JSON.stringify(columns)),
  };
}

/** The blocks as they are stored, each body deflated. */
export async function compressedBlocks(blocks: readonly ResultBlock[]): Promise<ResultBlock[]> {
  return await Promise.all(
    blocks.map(async (block) => ({ ...block, body: await deflated(block.body, { level: LEVEL }) })),
  );
}

/** The rows of a stored block of that section. @throws where its body is damaged */
export async function rowsOf<S extends Section>(
  { body }: Pick<ResultBlock, 'body'>,
  _section: S,
): Promise<SectionRows[S][]> {
  const json = (await inflated(body)).toString();
  const { share, shares, ...columns } = JSON.parse(json) as Record<string, unknown[]> & {
    share?: number[];
    shares?: unknown[][];
  };
  const rows: Record<string, unknown>[] = [];
  for (const [name, values] of Object.entries(columns))
    for (const [at, value] of values.entries()) (rows[at] ??= {})[name] = value;
  for (const [at, place] of share?.entries() ?? [])
    for (const [column, name] of SHARE.entries()) (rows[at] ??= {})[name] = shares?.[place]?.[column];
  return rows as unknown as SectionRows[S][];
}
