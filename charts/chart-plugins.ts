/**
 * What our charts write besides Chart.js's own parts: the paper behind the picture, a note in the middle, and the
 * figure at the end of a bar. All are plugins that a configuration switches on by plain options.
 */
import type { Chart, ChartType, LayoutItem, LayoutPosition, Plugin } from 'chart.js';
import { shorten } from './format.ts';
import { fontFamily } from './theme.ts';

export interface NoteOptions {
  text: string;
  hint?: string;
  color: string;
  hintColor: string;
  size: number;
  hintSize: number;
}

interface ListRow {
  color: string;
  label: string;
  figure: string;
}

interface ListOptions {
  rows: ListRow[];
  /** Beside the plot or under it. */
  side: 'right' | 'bottom';
  /** Width of the list at the side, or its height under the plot. */
  room: number;
  color: string;
  size: number;
  rowHeight: number;
}

interface BarTextOptions {
  /** Colour of the line where the bars begin. */
  axisColor: string;
  /** One text per bar, in the order of the data. */
  texts: string[];
  colors: string[];
  size: number;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    paper: { color: string };
    note: NoteOptions;
    list: ListOptions;
    barText: BarTextOptions;
  }
}

const font = (size: number, weight: number): string => `${weight} ${size}px ${fontFamily}`;

/** The background of a picture that stands alone; in a page the card behind it has the same colour. */
const paper: Plugin<ChartType, { color?: string }> = {
  id: 'paper',
  beforeDraw(chart, _args, options) {
    if (!options.color) return;
    const { ctx } = chart;
    ctx.save();
    ctx.fillStyle = options.color;
    ctx.fillRect(0, 0, chart.width, chart.height);
    ctx.restore();
  },
};

/** Two lines in the middle of the plot: why it is empty, or the total inside a ring. */
const note: Plugin<ChartType, Partial<NoteOptions>> = {
  id: 'note',
  afterDatasetsDraw(chart, _args, options) {
    if (!options.text) return;
    const { ctx, chartArea } = chart;
    const x = (chartArea.left + chartArea.right) / 2;
    const y = (chartArea.top + chartArea.bottom) / 2;
    const size = options.size ?? 15;
    const hintSize = options.hintSize ?? 12;
    const gap = options.hint ? (size + hintSize) / 3 : 0;
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = options.color ?? '#000';
    ctx.font = font(size, 600);
    ctx.fillText(options.text, x, y - gap);
    if (options.hint) {
      ctx.fillStyle = options.hintColor ?? '#000';
      ctx.font = font(hintSize, 400);
      ctx.fillText(options.hint, x, y + gap + 2);
    }
    ctx.restore();
  },
};

/** The longest beginning of a text that fits, measured with the font that draws it. */
function cut(ctx: { measureText(text: string): { width: number } }, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let letters = text.length;
  while (letters > 1 && ctx.measureText(shorten(text, letters)).width > room) letters--;
  return shorten(text, letters);
}

/** A part of the layout: it keeps its room beside the plot, as Chart.js keeps room for an axis. */
class ListBox implements LayoutItem {
  readonly weight = 500;
  readonly fullSize = false;
  readonly options = {};
  width = 0;
  height = 0;
  left = 0;
  top = 0;
  right = 0;
  bottom = 0;
  position: LayoutPosition = 'right';
  private room = 0;
  take(options: Partial<ListOptions>): void {
    this.position = options.side ?? 'right';
    this.room = options.rows?.length ? (options.room ?? 0) : 0;
  }
  isHorizontal(): boolean {
    return this.position === 'bottom';
  }
  update(width: number, height: number): void {
    this.width = this.isHorizontal() ? width : this.room;
    this.height = this.isHorizontal() ? this.room : height;
  }
  /** Chart.js asks every box for the layers it draws; the list is drawn by its plugin, after everything else. */
  _layers(): never[] {
    return [];
  }
  draw(): void {}
}

const boxes = new WeakMap<object, ListBox>();

/** A legend in columns: colour, name, and the figure at the right edge. */
const list: Plugin<ChartType, Partial<ListOptions>> = {
  id: 'list',
  beforeLayout(chart, _args, options) {
    let box = boxes.get(chart);
    if (!box) {
      if (!options.rows?.length) return;
      box = new ListBox();
      boxes.set(chart, box);
      chart.boxes.push(box);
    }
    box.take(options);
  },
  afterDraw(chart, _args, options) {
    const rows = options.rows ?? [];
    const box = boxes.get(chart);
    if (!box || rows.length === 0) return;
    const { ctx } = chart;
    const { size = 12, rowHeight = 20 } = options;
    const left = box.isHorizontal() ? box.left : box.left + 16;
    const top = box.isHorizontal()
      ? box.bottom - rows.length * rowHeight
      : (box.top + box.bottom - rows.length * rowHeight) / 2;
    ctx.save();
    ctx.textBaseline = 'middle';
    for (const [index, row] of rows.entries()) {
      const y = top + (index + 0.5) * rowHeight;
      ctx.fillStyle = row.color;
      ctx.fillRect(left, y - 5.5, 11, 11);
      ctx.fillStyle = options.color ?? '#000';
      ctx.font = font(size, 600);
      ctx.textAlign = 'right';
      ctx.fillText(row.figure, box.right, y);
      const taken = row.figure === '' ? 0 : ctx.measureText(row.figure).width + 10;
      ctx.font = font(size, 400);
      ctx.textAlign = 'left';
      ctx.fillText(cut(ctx, row.label, box.right - taken - left - 18), left + 18, y);
    }
    ctx.restore();
  },
};

/** The line where the bars begin and the figure where each ends. */
const barText: Plugin<ChartType, Partial<BarTextOptions>> = {
  id: 'barText',
  afterDatasetsDraw(chart, _args, options) {
    if (!options.texts?.length) return;
    const { ctx } = chart;
    ctx.save();
    ctx.textBaseline = 'middle';
    ctx.font = font(options.size ?? 12, 600);
    const zero = chart.scales.x?.getPixelForValue(0) ?? chart.chartArea.left;
    ctx.fillStyle = options.axisColor ?? '#000';
    ctx.fillRect(zero - 0.5, chart.chartArea.top, 1, chart.chartArea.bottom - chart.chartArea.top);
    for (const [index, element] of chart.getDatasetMeta(0).data.entries()) {
      const { x, y, base } = element.getProps(['x', 'y', 'base'], true) as {
        x: number;
        y: number;
        base: number;
      };
      const left = x < base;
      ctx.textAlign = left ? 'right' : 'left';
      ctx.fillStyle = options.colors?.[index] ?? '#000';
      ctx.fillText(options.texts[index] ?? '', left ? x - 6 : x + 6, y);
    }
    ctx.restore();
  },
};

/** Adds the marks to a Chart class. The paper is for pictures that stand alone. Doing it twice is harmless. */
export function installChartPlugins(chart: typeof Chart, { withPaper }: { withPaper: boolean }): void {
  chart.register(note, list, barText);
  if (withPaper) chart.register(paper);
}
