/** What a goal may come to by its day: the expected sum, the band it lies in eight times in ten, and the target. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, money, moneyShort } from './format.ts';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { type ChartTheme, themes } from './theme.ts';

interface GoalFanPoint {
  /** ISO date. */
  date: string;
  expected: number;
  paid_in: number;
  /** Null where the swing of the portfolio is not known. */
  p10: number | null;
  p90: number | null;
}

interface GoalFanData {
  points: readonly GoalFanPoint[];
  /** The target on its day, inflation included. */
  target: number;
  /** What the plan of today comes to, where something else is tried. */
  plan?: readonly Pick<GoalFanPoint, 'date' | 'expected'>[];
}

type Line = ChartDataset<'line'>;

const PLAN = 'Today’s plan';

const at = (date: string): number => Date.parse(date);

const pointsOf = <Point extends { date: string }>(
  points: readonly Point[],
  of: (point: Point) => number | null,
): ScatterDataPoint[] => points.map((point) => ({ x: at(point.date), y: of(point) as number }));

function line(label: string, data: ScatterDataPoint[], color: string): Line {
  return {
    label,
    data,
    borderColor: color,
    backgroundColor: color,
    borderWidth: 1.75,
    pointRadius: 0,
    pointHitRadius: 10,
    pointStyle: 'rect',
    fill: false,
    spanGaps: false,
  };
}

function lines({ points, target, plan = [] }: GoalFanData, theme: ChartTheme): Line[] {
  const hasBand = points.some(({ p10, p90 }) => p10 !== null && p90 !== null);
  const edge = { borderWidth: 1, borderColor: theme.other, backgroundColor: theme.valueFill };
  const ends = [points[0], points.at(-1)].flatMap((one) => (one === undefined ? [] : [one]));
  return [
    {
      ...line(
        'Expected',
        pointsOf(points, (one) => one.expected),
        theme.value,
      ),
      borderWidth: 2.25,
    },
    ...(plan.length > 1
      ? [
          {
            ...line(
              PLAN,
              pointsOf(plan, (one) => one.expected),
              theme.text,
            ),
            borderDash: [8, 4],
          },
        ]
      : []),
    {
      ...line(
        'Paid in',
        pointsOf(points, (one) => one.paid_in),
        theme.invested,
      ),
      borderDash: [5, 4],
    },
    {
      ...line(
        'Target',
        ends.map(({ date }) => ({ x: at(date), y: target })),
        theme.gain,
      ),
      borderDash: [2, 3],
    },
    ...(hasBand
      ? [
          // eight times in ten it comes out between these two
          {
            ...line(
              'Low',
              pointsOf(points, (one) => one.p10),
              theme.value,
            ),
            ...edge,
            fill: '+1',
          },
          {
            ...line(
              'High',
              pointsOf(points, (one) => one.p90),
              theme.value,
            ),
            ...edge,
          },
        ]
      : []),
  ];
}

function facts({ points, target }: GoalFanData, currency: string): string {
  const last = points.at(-1);
  if (last === undefined) return '';
  return `${day(last.date)} · expected ${moneyShort(last.expected, currency)} of ${moneyShort(target, currency)}`;
}

function config(data: GoalFanData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, 'Goal projection');
  const theme = themes[name];
  const empty = data.points.length < 2;
  const days = [...data.points, ...(data.plan ?? [])].map(({ date }) => at(date));
  return {
    type: 'line',
    data: { datasets: empty ? [] : lines(data, theme) },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !empty),
          ...(empty ? {} : { min: Math.min(...days), max: Math.max(...days) }),
        },
        y: {
          ...figureAxis(theme, !empty),
          type: 'money',
          currency,
          min: 0,
          grace: '8%',
        },
      },
      plugins: {
        ...heading(theme, width, title, empty ? '' : facts(data, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, empty ? { text: 'Nothing to project' } : null),
        legend: legend(theme, !empty),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: GoalFanData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Goal projection');
  const planned = data.plan && new Map(data.plan.map((one) => [one.date, one.expected]));
  return {
    caption: title || 'Goal projection',
    columns: ['When', 'Expected', ...(planned ? [PLAN] : []), 'Paid in', 'Low', 'High'],
    rows: data.points.map((one) => [
      day(one.date),
      money(one.expected, currency),
      ...(planned ? [money(planned.get(one.date) ?? null, currency)] : []),
      money(one.paid_in, currency),
      money(one.p10, currency),
      money(one.p90, currency),
    ]),
  };
}

export const goalFan: ChartKind<GoalFanData, 'line'> = {
  name: 'Goal projection',
  summary: 'The projected value of a goal, with what is paid in and the target.',
  config,
  table,
};
