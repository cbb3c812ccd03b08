import { type Coverage, list as listed } from '../../portfolio/index.ts';
import type { FigureLimit } from '../measures/index.ts';
import type { PerformanceView } from '../performance/index.ts';
import {
  type ExportDocument,
  type ExportRow,
  type KeyFigure,
  type PrintedColumn,
  provisionalReason,
} from './document.ts';
import { printedSpan } from './printed.ts';

const COLUMNS = [
  'section',
  'name',
  'from',
  'to',
  'currency',
  'value',
  'unit',
  'start_value',
  'end_value',
  'net_flow',
  'net_joined',
  'dividends',
  'adjusted_return_pct',
  'twr_pct',
  'benchmark_return_pct',
  'alpha_pct',
  'index_return_pct',
  'return_pct',
  'benchmark',
  'benchmark_value',
  'basis',
  'covered_pct',
  'excluded',
  'reason',
  'limits',
] as const;

const PRINTED: readonly PrintedColumn[] = [
  { key: 'name', label: 'Period or day', kind: 'date', width: 14 },
  { key: 'from', label: 'From', kind: 'date', width: 14 },
  { key: 'start_value', label: 'Value then', kind: 'amount', width: 17 },
  { key: 'end_value', label: 'Value at the end', kind: 'amount', width: 17 },
  { key: 'adjusted_return_pct', label: 'Adjusted', kind: 'percent', width: 11 },
  { key: 'twr_pct', label: 'Time-weighted', kind: 'percent', width: 13 },
  { key: 'benchmark_return_pct', label: 'Same in index', kind: 'percent', width: 13 },
  { key: 'alpha_pct', label: 'Alpha', kind: 'percent', width: 10 },
  { key: 'index_return_pct', label: 'Index itself', kind: 'percent', width: 11 },
  { key: 'return_pct', label: 'Unadjusted', kind: 'percent', width: 12 },
];

const FIGURES = [
  ['xirr_pct', 'XIRR per year'],
  ['twr_annual_pct', 'Time-weighted per year'],
  ['twr_pct', 'Time-weighted in total'],
  ['cagr_pct', 'CAGR'],
  ['total_return_pct', 'Return on what you hold'],
  ['capital_return_pct', 'of which from prices'],
  ['dividend_return_pct', 'of which from dividends'],
  ['alpha_pct', 'Alpha'],
  ['fx_return_pct', 'Currency return'],
] as const;

/** The lifetime gain, and its parts. */
const MADE = [
  ['made', 'Made so far'],
  ['realised_gain', 'of which realised'],
  ['unrealised_gain', 'of which unrealised'],
  ['dividends', 'of which dividends'],
  ['charges', 'after charges of'],
] as const;

const AMOUNTS = [
  ['current_value', 'Value'],
  ['total_invested', 'Invested'],
  ['total_gain', 'Gain'],
  ['total_dividends', 'Dividends after tax withheld'],
] as const;

/** How a portfolio did: its figures, its windows, then every day of the series, the newest first. */
export function performanceDocument(
  view: PerformanceView,
  asked: { from: string | null; to: string | null },
): ExportDocument {
  const { periods, series, benchmark, currency } = view;
  return {
    report: 'performance',
    title: 'Performance',
    portfolio: view.portfolio,
    currency,
    period: `${printedSpan(view.from, view.to)}, compared with ${benchmark.name}`,
    as_of: view.as_of,
    key_figures: figuresOf(view),
    columns: COLUMNS,
    figure_rows: figureRows(view),
    rows: {
      *[Symbol.iterator]() {
        for (const period of periods) yield periodRow(period, view);
        for (const point of series.toReversed())
          yield {
            section: 'day',
            name: point.date,
            to: point.date,
            currency,
            end_value: point.value,
            benchmark: benchmark.code,
            benchmark_value: point.benchmark,
            basis: point.basis,
            covered_pct: point.covered_pct,
          };
      },
    },
    rows_total: periods.length + series.length,
    rows_title: 'Periods, then days, newest first',
    printed: PRINTED,
    provisional_reason: provisionalReason(view.warnings),
    notes: [
      'Adjusted and time-weighted returns exclude deposits and withdrawals. Unadjusted counts deposits as gain. “Same in index” is the return of the same payments in the index.',
      ...view.limits.map(({ message }) => message),
      ...(view.coverage === null ? [] : [coveredText('The series and the periods', view.coverage)]),
      ...partsOf(view).map(([label, part]) => coveredText(label, part)),
      ...view.warnings.map(({ message }) => message),
    ],
    file_words: [asked.from, asked.to].filter((day) => day !== null),
  };
}

type Shown = keyof PerformanceView['partial'];

/** Figures of the days of the series; the others are of today’s value, which only the age of its prices limits. */
const OF_DAYS: ReadonlySet<Shown> = new Set(['twr_pct', 'twr_annual_pct', 'cagr_pct', 'alpha_pct']);

const labelsOf = (limits: readonly FigureLimit[]): string | null =>
  limits.map(({ label }) => label).join(', ') || null;

/** Cost and dividends rest on no price of now. */
const isOfPrices = (key: Shown): boolean => key === 'current_value' || key === 'total_gain';

const limitsOf = ({ limits }: PerformanceView, name: Shown | null): string | null =>
  labelsOf(name !== null && OF_DAYS.has(name) ? limits : limits.filter(({ code }) => code === 'OLD_PRICES'));

/** The figure, or that of the part for which it is known. */
const shownOf = (view: PerformanceView, name: Shown): number | null =>
  view[name] ?? view.partial[name]?.figure ?? null;

/** The part that a shown figure is of; null where it is of everything. */
function partOf(view: PerformanceView, name: Shown): Coverage | null {
  if (name === 'twr_pct' || name === 'twr_annual_pct') return view.coverage;
  return view[name] === null ? (view.partial[name] ?? null) : null;
}

const coverageCells = (part: Coverage | null): ExportRow =>
  part === null
    ? {}
    : { covered_pct: part.value_share_pct, excluded: part.missing.map(({ symbol }) => symbol).join(' ') };

const partsOf = (view: PerformanceView): [string, Coverage][] =>
  [...AMOUNTS, ...FIGURES.filter(([key]) => key !== 'twr_pct' && key !== 'twr_annual_pct')].flatMap(
    ([key, label]) => {
      const part = partOf(view, key);
      return part === null ? [] : [[label, part]];
    },
  );

function coveredText(
  what: string,
  { value_share_pct, holdings_counted, holdings_total, missing }: Coverage,
): string {
  const share =
    value_share_pct === null
      ? `${holdings_counted} of ${holdings_total} holdings`
      : `${value_share_pct.toFixed(1)}% of value`;
  return `${what}: covers ${share}; excluded: ${listed(missing.map(({ symbol }) => symbol))}.`;
}

function figuresOf(view: PerformanceView): KeyFigure[] {
  const named = FIGURES.filter(([key]) => key !== 'twr_pct' || view.twr_annual_pct === null);
  return [
    ...MADE.map(([key, label]): KeyFigure => ({
      label,
      kind: 'amount',
      value: view.money_made[key],
      reason: view.money_made.reason ?? undefined,
      limits: key === 'made' || key === 'unrealised_gain' ? limitsOf(view, null) : null,
    })),
    ...AMOUNTS.map(([key, label]): KeyFigure => ({
      label,
      kind: 'amount',
      value: shownOf(view, key),
      reason: view.reasons[key],
      limits: isOfPrices(key) ? limitsOf(view, key) : null,
    })),
    ...named
      .filter(([key]) => key !== 'twr_annual_pct' || view.twr_annual_pct !== null)
      .map(([key, label]): KeyFigure => ({
        label,
        kind: 'percent',
        value: shownOf(view, key),
        reason: view.reasons[key],
        limits: limitsOf(view, key),
      })),
  ];
}

function figureRows(view: PerformanceView): ExportRow[] {
  const { benchmark, currency } = view;
  return [
    ...MADE.map(([key]) => ({
      section: 'figure',
      name: key === 'made' ? key : `made_${key}`,
      to: view.as_of,
      currency,
      value: view.money_made[key],
      unit: currency,
      ...coverageCells(view.money_made.coverage),
      reason: view.money_made[key] === null ? view.money_made.reason : null,
    })),
    ...AMOUNTS.map(([key]) => ({
      section: 'figure',
      name: key,
      to: view.as_of,
      currency,
      value: shownOf(view, key),
      unit: currency,
      ...coverageCells(partOf(view, key)),
      reason: view.reasons[key] ?? null,
      limits: isOfPrices(key) ? limitsOf(view, key) : null,
    })),
    ...FIGURES.map(([key]) => ({
      section: 'figure',
      name: key,
      to: view.as_of,
      value: shownOf(view, key),
      unit: 'percent_points',
      ...coverageCells(partOf(view, key)),
      reason: view.reasons[key] ?? null,
      limits: limitsOf(view, key),
    })),
    ...view.xirr_alternatives_pct.map((value) => ({
      section: 'figure',
      name: 'xirr_alternative_pct',
      to: view.as_of,
      value,
      unit: 'percent_points',
    })),
    {
      section: 'benchmark',
      name: benchmark.name,
      from: benchmark.from,
      to: benchmark.to,
      currency: benchmark.currency,
      value: benchmark.position_value,
      unit: currency,
      benchmark: benchmark.code,
      benchmark_return_pct: benchmark.return_pct,
      index_return_pct: benchmark.index_return_pct,
      reason: benchmark.reason ?? benchmark.index_reason,
    },
  ];
}

function periodRow(period: PerformanceView['periods'][number], view: PerformanceView): ExportRow {
  return {
    section: 'window',
    name: period.period,
    from: period.from,
    to: period.to,
    currency: view.currency,
    start_value: period.start_value,
    end_value: period.end_value,
    net_flow: period.net_flow,
    net_joined: period.net_joined,
    dividends: period.dividends,
    adjusted_return_pct: period.adjusted_return_pct,
    twr_pct: period.twr_pct,
    benchmark_return_pct: period.benchmark_return_pct,
    alpha_pct: period.alpha_pct,
    index_return_pct: period.index_return_pct,
    return_pct: period.return_pct,
    benchmark: view.benchmark.code,
    basis: period.basis,
    ...coverageCells(view.coverage),
    reason: [...new Set(Object.values(period.reasons))].join(' ') || null,
    limits: labelsOf(period.limits),
  };
}
