/** What rose and what fell, the strongest first, on one scale. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { arrow, percent } from './format.ts';
import { fitted, heading, nameAxis, noteText, textOptions, textWidth, tooltip } from './chart-style.ts';
import { sizes, themes } from './theme.ts';

/** One holding's change in percentage points; null where a price is missing. */
interface Mover {
  label: string;
  change_pct: number | null;
}

interface MoversData {
  gainers: readonly Mover[];
  losers: readonly Mover[];
}

/** Bars of each side that stay readable in one picture. */
const EACH_SIDE = 6;

interface Known extends Mover {
  change_pct: number;
}

const isKnown = (mover: Mover): mover is Known =>
  mover.change_pct !== null && Number.isFinite(mover.change_pct);

/** Best gain at the top, worst loss at the bottom. */
function ranked(data: MoversData): Known[] {
  const up = data.gainers.filter(isKnown).sort((one, other) => other.change_pct - one.change_pct);
  const down = data.losers.filter(isKnown).sort((one, other) => one.change_pct - other.change_pct);
  return [...up.slice(0, EACH_SIDE), ...down.slice(0, EACH_SIDE).reverse()];
}

/** Layout pixels a figure at the end of a bar needs. */
const FIGURE = 84;

/** Ends of the scale that leave room for the figures outside the bars, on each side that has bars. */
function limits(changes: number[], plot: number): { min: number; max: number } {
  const low = Math.min(0, ...changes);
  const high = Math.max(0, ...changes);
  if (high === low) return { min: -1, max: 1 };
  const sides = (low < 0 ? 1 : 0) + (high > 0 ? 1 : 0);
  const perPixel = (high - low) / Math.max(40, plot - sides * FIGURE);
  return { min: low < 0 ? low - FIGURE * perPixel : 0, max: high > 0 ? high + FIGURE * perPixel : 0 };
}

function config(data: MoversData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, title, width } = complete(options, 'Movers');
  const theme = themes[name];
  const bars = ranked(data);
  const unknown = [...data.gainers, ...data.losers].filter((mover) => !isKnown(mover)).length;
  const colors = bars.map((bar) =>
    bar.change_pct > 0 ? theme.gain : bar.change_pct < 0 ? theme.loss : theme.other,
  );
  const empty = bars.length === 0;
  const labels = bars.map((bar) => fitted(bar.label, width * 0.34));
  const plot = width - 2 * sizes.padding - Math.max(0, ...labels.map(textWidth)) - sizes.gap;

  return {
    type: 'bar',
    data: {
      labels,
      datasets: empty
        ? []
        : [
            {
              label: 'Change',
              data: bars.map((bar) => bar.change_pct),
              backgroundColor: colors,
              borderRadius: 3,
              maxBarThickness: 22,
              categoryPercentage: 0.86,
              barPercentage: 0.86,
              minBarLength: 2,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      indexAxis: 'y',
      scales: {
        x: {
          type: 'percent',
          display: false,
          ...limits(
            bars.map((bar) => bar.change_pct),
            plot,
          ),
        },
        y: nameAxis(theme, !empty),
      },
      plugins: {
        ...heading(theme, width, title, unknown === 0 ? '' : `excludes ${unknown} without a known change`),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'No data yet', hint: 'Needs a price and a previous close' } : null,
        ),
        barText: {
          axisColor: empty ? 'transparent' : theme.axis,
          texts: bars.map((bar) => `${arrow(bar.change_pct)} ${percent(bar.change_pct, { plus: true })}`),
          colors,
          size: sizes.label,
        },
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: MoversData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, 'Movers');
  return {
    caption: title || 'Movers',
    columns: ['Holding', 'Change'],
    rows: [...data.gainers, ...data.losers].map((mover) => [
      mover.label,
      percent(mover.change_pct, { plus: true }),
    ]),
  };
}

export const movers: ChartKind<MoversData, 'bar'> = {
  name: 'Movers',
  summary: 'The strongest gains and losses, in percent.',
  config,
  table,
};
