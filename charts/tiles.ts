/**
 * Rectangles with words in them: the parts of a whole by area (a treemap), and a grid of cells (a heat map). Where each
 * lies follows from the size of the plot, which is known only when it is drawn; so a configuration holds what the tiles
 * say and this plugin lays them out, the same on the server and in the browser.
 */
import type { Chart, ChartArea, ChartType, Plugin } from 'chart.js';
import { shorten } from './format.ts';
import { fontFamily } from './theme.ts';
import { type Box, squarified } from './squarify.ts';

interface Tile {
  /**
   * Lines of text, the most important first; as many as there is room for are written. Each is one text or several,
   * the fullest first, of which the first that fits is taken. Only the first line may be cut: a figure never is.
   */
  lines: string[][];
  /** The whole fact, shown while the pointer rests on the tile. */
  hint: string;
  fill: string;
  ink: string;
  /** Colour of an outline; for a tile that is unknown and so has no fill of its own. */
  outline?: string;
}

export interface WeightedTile extends Tile {
  /** Its area beside the others; more than zero. */
  weight: number;
}

export interface TileGroup {
  /** Its name, the fullest first. */
  label: string[];
  tiles: WeightedTile[];
}

export interface TreeOptions {
  groups: TileGroup[];
  /** Behind the name of a group. */
  head: string;
  color: string;
  size: number;
}

/** A tile in a column, counted from 0; a column without one stays bare. */
export interface Cell extends Tile {
  column: number;
}

export interface GridOptions {
  columns: string[];
  rows: { label: string; cells: Cell[] }[];
  /** Room for the names of the rows. */
  labelWidth: number;
  color: string;
  size: number;
  /** Highest a row may be. */
  mostHeight: number;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    tree: TreeOptions;
    grid: GridOptions;
  }
}

interface Placed {
  tile: Tile;
  box: Box;
}

type Ink = Chart['ctx'];

const GAP = 1.5;
const HEAD = 17;
/** A narrower group has no room for even the beginning of its name. */
const NARROWEST_HEAD = 56;
const PADDING = 5;

/** What lies where, of the last drawing; for the pointer. */
const placedBy = new WeakMap<object, Placed[]>();

const write = (ctx: Ink, size: number, weight: number): void => {
  ctx.font = `${weight} ${size}px ${fontFamily}`;
};

/** The first text that fits, or nothing. */
const whole = (ctx: Ink, texts: readonly string[], room: number): string =>
  texts.find((text) => ctx.measureText(text).width <= room) ?? '';

/** The first text that fits, or else the beginning of the last; nothing where fewer than three letters would be left. */
function cut(ctx: Ink, texts: readonly string[], room: number): string {
  const fitting = whole(ctx, texts, room);
  const last = texts.at(-1) ?? '';
  if (fitting !== '') return fitting;
  for (let letters = last.length - 1; letters >= 4; letters--) {
    const shortened = shorten(last, letters);
    if (ctx.measureText(shortened).width <= room) return shortened;
  }
  return '';
}

function fill(ctx: Ink, { tile, box }: Placed): void {
  ctx.fillStyle = tile.fill;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, Math.min(3, box.width / 4, box.height / 4));
  ctx.fill();
  if (tile.outline === undefined) return;
  ctx.strokeStyle = tile.outline;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The lines in the upper left corner of a tile, as many as fit. */
function inscribe(ctx: Ink, { tile, box }: Placed, size: number): void {
  const room = box.width - 2 * PADDING;
  const lineHeight = size + 3;
  const most = Math.floor((box.height - PADDING) / lineHeight);
  if (room <= 0 || most < 1) return;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillStyle = tile.ink;
  for (const [index, line] of tile.lines.slice(0, most).entries()) {
    write(ctx, size, index === 0 ? 600 : 400);
    const text = index === 0 ? cut(ctx, line, room) : whole(ctx, line, room);
    if (text === '') return;
    ctx.fillText(text, box.x + PADDING, box.y + PADDING - 1 + index * lineHeight);
  }
}

const within = (box: Box): Box => ({
  x: box.x + GAP / 2,
  y: box.y + GAP / 2,
  width: Math.max(0, box.width - GAP),
  height: Math.max(0, box.height - GAP),
});

/** Groups by their weight, and in each its tiles under its name. */
function treeOf(
  groups: readonly TileGroup[],
  area: Box,
): { heads: (Box & { label: string[] })[]; tiles: Placed[] } {
  const weights = groups.map((group) => group.tiles.reduce((sum, tile) => sum + tile.weight, 0));
  const heads: (Box & { label: string[] })[] = [];
  const tiles: Placed[] = [];
  for (const [at, box] of squarified(weights, area).entries()) {
    const group = groups[at] as TileGroup;
    const hasHead = box.height > 2.4 * HEAD && box.width > NARROWEST_HEAD;
    if (hasHead) heads.push({ ...within({ ...box, height: HEAD }), label: group.label });
    const top = hasHead ? HEAD : 0;
    const rest = { ...box, y: box.y + top, height: box.height - top };
    const boxes = squarified(
      group.tiles.map((tile) => tile.weight),
      rest,
    );
    for (const [index, tile] of group.tiles.entries()) tiles.push({ tile, box: within(boxes[index] as Box) });
  }
  return { heads, tiles };
}

const boxOf = (area: ChartArea): Box => ({
  x: area.left,
  y: area.top,
  width: area.right - area.left,
  height: area.bottom - area.top,
});

/** Shows the hint of the tile under the pointer, as the browser shows the title of any element. */
const pointer: Plugin['afterEvent'] = (chart, { event }) => {
  const placed = placedBy.get(chart);
  // of the canvas in a page; a picture on the server has no pointer
  if (!placed || event.x === null || event.y === null || !('title' in chart.canvas)) return;
  const { x, y } = event;
  const found =
    event.type === 'mouseout'
      ? undefined
      : placed.find(
          ({ box }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
        );
  chart.canvas.title = found?.tile.hint ?? '';
};

const tree: Plugin<ChartType, Partial<TreeOptions>> = {
  id: 'tree',
  afterDatasetsDraw(chart, _args, options) {
    if (!options.groups?.length) return;
    const { ctx } = chart;
    const size = options.size ?? 11;
    const { heads, tiles } = treeOf(options.groups, boxOf(chart.chartArea));
    placedBy.set(chart, tiles);
    ctx.save();
    for (const placed of tiles) {
      fill(ctx, placed);
      inscribe(ctx, placed, size);
    }
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    for (const head of heads) {
      ctx.fillStyle = options.head ?? 'transparent';
      ctx.fillRect(head.x, head.y, head.width, head.height);
      write(ctx, size, 600);
      ctx.fillStyle = options.color ?? '#000';
      ctx.fillText(
        cut(ctx, head.label, head.width - 2 * PADDING),
        head.x + PADDING,
        head.y + head.height / 2,
      );
    }
    ctx.restore();
  },
  afterEvent: pointer,
};

const grid: Plugin<ChartType, Partial<GridOptions>> = {
  id: 'grid',
  afterDatasetsDraw(chart, _args, options) {
    const { columns = [], rows = [], labelWidth = 40, size = 11, mostHeight = 40 } = options;
    if (rows.length === 0) return;
    const { ctx } = chart;
    const area = boxOf(chart.chartArea);
    const width = (area.width - labelWidth) / columns.length;
    const height = Math.min(mostHeight, (area.height - HEAD) / rows.length);
    const left = area.x + labelWidth;
    const top = area.y + HEAD;
    const placed: Placed[] = [];
    ctx.save();
    ctx.textBaseline = 'middle';
    ctx.fillStyle = options.color ?? '#000';
    write(ctx, size, 400);
    ctx.textAlign = 'center';
    for (const [index, column] of columns.entries()) {
      const first = column.slice(0, 1);
      const name = ctx.measureText(column).width <= width - 2 ? column : first;
      ctx.fillText(name, left + (index + 0.5) * width, area.y + HEAD / 2);
    }
    ctx.textAlign = 'left';
    for (const [at, row] of rows.entries()) ctx.fillText(row.label, area.x, top + (at + 0.5) * height);
    ctx.textAlign = 'center';
    for (const [at, row] of rows.entries())
      for (const tile of row.cells) {
        const box = within({ x: left + tile.column * width, y: top + at * height, width, height });
        placed.push({ tile, box });
        fill(ctx, { tile, box });
        ctx.fillStyle = tile.ink;
        write(ctx, Math.min(size, box.height - 2), 600);
        const text = whole(ctx, tile.lines[0] ?? [], box.width - 3);
        ctx.fillText(text, box.x + box.width / 2, box.y + box.height / 2 + 0.5);
      }
    ctx.restore();
    placedBy.set(chart, placed);
  },
  afterEvent: pointer,
};

/** Adds the tiles to a Chart class. Doing it twice is harmless. */
export function installTiles(chart: typeof Chart): void {
  chart.register(tree, grid);
}
