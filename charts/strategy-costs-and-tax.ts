/** What trading cost so far, day by day, and the tax of each financial year. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import type { Curve } from './curves.ts';
import { linePoints, mostDays, sampledDays } from './day-lines.ts';
import { money } from './format.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, themes } from './theme.ts';

interface StrategyCostsAndTaxData {
  /** YYYY-MM-DD, ascending. */
  days: readonly string[];
  /** Costs of all orders up to each day. */
  cumulative_costs: readonly (number | null)[];
  tax_years: readonly { fy: string; tax: number }[];
}

const TITLE = 'Costs and tax';

/** The days of a financial year such as 2025-26: 1 April to 31 March. */
function spanOf(fy: string): { from: number; to: number } | null {
  const year = Number(/^(\d{4})-\d{2}$/.exec(fy)?.[1] ?? Number.NaN);
  if (!Number.isFinite(year)) return null;
  return { from: Date.UTC(year, 3, 1), to: Date.UTC(year + 1, 2, 31) };
}

interface TaxYear {
  fy: string;
  tax: number;
  from: number;
  to: number;
}

/** The years as far as they lie within the days drawn. */
function yearsWithin(data: StrategyCostsAndTaxData, first: number, last: number): TaxYear[] {
  return data.tax_years.flatMap(({ fy, tax }) => {
    const span = spanOf(fy);
    if (span === null) return [];
    const [from, to] = [Math.max(first, span.from), Math.min(last, span.to)];
    return to < from ? [] : [{ fy, tax, from, to }];
  });
}

/** A block for each year, as high as its tax. */
const taxBlocks = (years: readonly TaxYear[], theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'Tax of the financial year',
  data: years.flatMap(({ from, to, tax }) => [
    { x: from, y: tax },
    { x: to, y: tax },
    { x: to + DAY / 2, y: null } as unknown as ScatterDataPoint,
  ]),
  borderColor: theme.loss,
  backgroundColor: theme.lossFill,
  pointBackgroundColor: theme.loss,
  borderWidth: 2,
  pointRadius: 0,
  pointHitRadius: 10,
  pointStyle: 'rect',
  fill: 'origin',
  spanGaps: false,
});

const costLine = (points: ScatterDataPoint[], theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'Costs so far',
  data: points,
  borderColor: theme.value,
  backgroundColor: theme.value,
  pointBackgroundColor: theme.value,
  borderWidth: 2.25,
  stepped: true,
  pointRadius: points.length === 1 ? 3.5 : 0,
  pointHitRadius: 10,
  pointStyle: 'circle',
  fill: false,
  spanGaps: false,
});

const lastKnown = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null && Number.isFinite(value)) ?? null;

function facts(data: StrategyCostsAndTaxData, currency: string): string {
  const tax = data.tax_years.reduce((sum, one) => sum + one.tax, 0);
  const whole = (value: number | null) => money(value, currency, { digits: 0 });
  return `costs ${whole(lastKnown(data.cumulative_costs))} · tax ${whole(tax)}`;
}

function config(data: StrategyCostsAndTaxData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const times = data.days.map((text) => Date.parse(text));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isEmpty = times.length === 0;
  const costs: Curve = { name: TITLE, values: data.cumulative_costs };
  const kept = sampledDays([costs], times.length, mostDays(width));
  const years = yearsWithin(data, first, last);
  return {
    type: 'line',
    data: {
      datasets: isEmpty
        ? []
        : [
            costLine(linePoints(times, costs.values, kept), theme),
            ...(years.length > 0 ? [taxBlocks(years, theme)] : []),
          ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          ...(isEmpty
            ? {}
            : first === last
              ? { min: first - DAY / 2, max: last + DAY / 2 }
              : { min: first, max: last }),
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'money', currency, grace: '8%', min: 0 },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(data, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No costs yet' } : null),
        legend: legend(theme, !isEmpty),
        tooltip: tooltip(theme),
      },
    },
  };
}

/** The costs that were made in each year, and its tax. */
function table(data: StrategyCostsAndTaxData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, TITLE);
  const caption = title || TITLE;
  const taxOf = new Map(data.tax_years.map(({ fy, tax }) => [fy, tax]));
  const costsBy = new Map<string, number>();
  let before = 0;
  for (const [at, text] of data.days.entries()) {
    const year = Number(text.slice(0, 4)) - (text.slice(5) < '04-01' ? 1 : 0);
    const fy = `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
    const soFar = data.cumulative_costs[at] ?? before;
    costsBy.set(fy, (costsBy.get(fy) ?? 0) + soFar - before);
    before = soFar;
  }
  const years = [...new Set([...costsBy.keys(), ...taxOf.keys()])].sort();
  return {
    caption: data.days.length === 0 ? caption : `${caption}: ${facts(data, currency)}`,
    columns: ['Financial year', 'Costs', 'Tax'],
    rows: years.map((fy) => [
      fy,
      money(costsBy.get(fy) ?? null, currency),
      money(taxOf.get(fy) ?? 0, currency),
    ]),
  };
}

export const strategyCostsAndTax: ChartKind<StrategyCostsAndTaxData, 'line'> = {
  name: TITLE,
  summary: 'What trading cost so far, and the tax of each financial year.',
  config,
  table,
};
