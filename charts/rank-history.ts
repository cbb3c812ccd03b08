/** How the shares that a strategy held were ranked at each rebalance, the best on top. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { axisText, dayAxis, heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { day } from './format.ts';
import { DAY } from './scales.ts';
import { mixed } from './shades.ts';
import { type ChartTheme, sizes, themes } from './theme.ts';

export interface RankRow {
  /** YYYY-MM-DD of a rebalance. */
  date: string;
  symbol: string;
  /** 1 is the best. */
  rank: number;
}

interface RankHistoryData {
  rows: readonly RankRow[];
  /** Rebalances without a rank that a line runs over; none where not named, so that every one is a gap. */
  bridged?: number;
}

/** A share with its rank at each rebalance; null where it has none. */
interface Ranked {
  symbol: string;
  ranks: (number | null)[];
  times: number;
}

const TITLE = 'Ranks';
/** Shares with a colour and a name; the others are grey. */
const MOST_NAMED = 8;
/** Below this layout width the names stand under the plot. */
const WIDE = 560;
/** Beyond the plot, in layout pixels. */
const EDGE_ROOM = 6;
const ROW_HEIGHT = 20;
const LIST_WIDTH = 150;

const isRank = ({ date, rank }: RankRow): boolean =>
  Number.isFinite(Date.parse(date)) && Number.isFinite(rank) && rank >= 1;

/** Shares by how often they were ranked, most first, with the days of the rebalances. */
function ranked({ rows }: RankHistoryData): { dates: string[]; shares: Ranked[] } {
  const known = rows.filter(isRank);
  const dates = [...new Set(known.map(({ date }) => date))].sort();
  const place = new Map(dates.map((date, at) => [date, at]));
  const bySymbol = new Map<string, (number | null)[]>();
  for (const { date, symbol, rank } of known) {
    const ranks = bySymbol.get(symbol) ?? dates.map(() => null);
    ranks[place.get(date) ?? 0] = rank;
    bySymbol.set(symbol, ranks);
  }
  const shares = Array.from(bySymbol, ([symbol, ranks]) => ({
    symbol,
    ranks,
    times: ranks.filter((rank) => rank !== null).length,
  }));
  return {
    dates,
    shares: shares.sort((one, other) => other.times - one.times || (one.symbol < other.symbol ? -1 : 1)),
  };
}

const colorOf = (at: number, theme: ChartTheme): string =>
  at < MOST_NAMED ? (theme.categories[at] ?? theme.other) : mixed(theme.surface, theme.other, 0.45);

/** The ranks of a share by place; of those without one, the few that a line runs over are left out. */
function stations(ranks: Ranked['ranks'], bridged: number): { at: number; rank: number | null }[] {
  let before = Number.NEGATIVE_INFINITY;
  return ranks.flatMap((rank, at) => {
    if (rank === null) return [];
    const missed = at - before - 1;
    const gap = missed > bridged && Number.isFinite(missed) ? [{ at: at - 1, rank: null }] : [];
    before = at;
    return [...gap, { at, rank }];
  });
}

function line(
  { symbol, ranks }: Ranked,
  at: number,
  { times, bridged, theme }: { times: number[]; bridged: number; theme: ChartTheme },
): ChartDataset<'line'> {
  const color = colorOf(at, theme);
  const isNamed = at < MOST_NAMED;
  const points = stations(ranks, bridged);
  // a rank without one before or after it has no line to be part of: it is a dot
  const dots = points.map(({ rank }, index) => {
    const isAlone = (points[index - 1]?.rank ?? null) === null && (points[index + 1]?.rank ?? null) === null;
    return rank !== null && isAlone ? (isNamed ? 3 : 1.5) : 0;
  });
  return {
    label: symbol,
    data: points.map((point) => ({ x: times[point.at], y: point.rank }) as ScatterDataPoint),
    borderColor: color,
    backgroundColor: color,
    pointBackgroundColor: color,
    borderWidth: isNamed ? 2 : 1,
    pointRadius: dots,
    pointHitRadius: 8,
    // the best rank lies on the edge of the plot: half of its line would be cut off
    clip: EDGE_ROOM,
    order: at,
    fill: false,
    spanGaps: false,
  };
}

function facts(dates: readonly string[], shares: readonly Ranked[]): string {
  const others = shares.length - MOST_NAMED;
  const when = dates.length === 1 ? day(dates[0]) : `${day(dates[0])} to ${day(dates.at(-1))}`;
  const count = `${dates.length} ${dates.length === 1 ? 'rebalance' : 'rebalances'}`;
  const grey = others > 0 ? [`the ${MOST_NAMED} ranked most often in colour, ${others} in grey`] : [];
  return [when, count, ...grey].join(' · ');
}

const lastRank = ({ ranks }: Ranked): number | null => ranks.findLast((rank) => rank !== null) ?? null;

function config(data: RankHistoryData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const { dates, shares } = ranked(data);
  const times = dates.map((date) => Date.parse(date));
  const isEmpty = shares.length === 0;
  const named = shares.slice(0, MOST_NAMED);
  const isWide = width >= WIDE;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return {
    type: 'line',
    data: {
      datasets: shares.map((share, at) => line(share, at, { times, bridged: data.bridged ?? 0, theme })),
    },
    options: {
      ...textOptions(theme),
      // one share at a time: all of a day would not fit
      interaction: { mode: 'nearest', axis: 'xy', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          ...(isEmpty
            ? {}
            : first === last
              ? { min: first - DAY / 2, max: last + DAY / 2 }
              : { min: first, max: last }),
        },
        y: {
          type: 'linear',
          display: !isEmpty,
          reverse: true,
          min: 1,
          border: { display: false },
          grid: { color: theme.grid },
          ticks: { ...axisText(theme), precision: 0, maxTicksLimit: 8 },
        },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(dates, shares)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No ranks yet' } : null),
        legend: { display: false },
        list: {
          rows: named.map((share, at) => ({
            color: colorOf(at, theme),
            label: share.symbol,
            figure: String(lastRank(share) ?? ''),
          })),
          side: isWide ? 'right' : 'bottom',
          room: isWide ? LIST_WIDTH : named.length * ROW_HEIGHT + sizes.gap,
          color: theme.text,
          size: sizes.label,
          rowHeight: ROW_HEIGHT,
        },
        tooltip: tooltip(theme),
      },
    },
  };
}

/** All ranks by rebalance, the best first. */
function table(data: RankHistoryData, options: ChartOptions = {}): ChartTable {
  const caption = complete(options, TITLE).title || TITLE;
  const { dates, shares } = ranked(data);
  return {
    caption: shares.length === 0 ? caption : `${caption}: ${facts(dates, shares)}`,
    columns: ['Rebalance', 'Rank', 'Symbol'],
    rows: dates.flatMap((date, at) =>
      shares
        .flatMap(({ symbol, ranks }) => (ranks[at] === null ? [] : [{ symbol, rank: ranks[at] as number }]))
        .sort((one, other) => one.rank - other.rank)
        .map(({ symbol, rank }) => [day(date), String(rank), symbol]),
    ),
  };
}

export const rankHistory: ChartKind<RankHistoryData, 'line'> = {
  name: TITLE,
  summary: 'How the shares of a strategy were ranked at each rebalance, the best on top.',
  config,
  table,
};
