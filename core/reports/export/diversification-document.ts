import type { DiversificationView, WeightedGroup } from '../diversification/index.ts';
import {
  type ExportDocument,
  type ExportRow,
  type KeyFigure,
  type PrintedColumn,
  provisionalReason,
} from './document.ts';

const COLUMNS = [
  'section',
  'name',
  'label',
  'asset_class',
  'sector',
  'portfolios',
  'holdings_count',
  'currency',
  'value',
  'share_pct',
  'unit',
  'reason',
] as const;

const PRINTED: readonly PrintedColumn[] = [
  { key: 'name', label: 'Holding', kind: 'text', width: 24 },
  { key: 'label', label: 'Name', kind: 'text', width: 26 },
  { key: 'asset_class', label: 'Asset class', kind: 'text', width: 16 },
  { key: 'sector', label: 'Sector', kind: 'text', width: 22 },
  { key: 'value', label: 'Value', kind: 'amount', width: 20 },
  { key: 'share_pct', label: 'Share', kind: 'percent', width: 11 },
];

/** How the money is spread: holdings first, then asset classes and sectors; `asOf` is the day in India. */
export function diversificationDocument(view: DiversificationView, asOf: string): ExportDocument {
  const { currency, holdings, asset_class, sector } = view;
  const parts = [
    ...asset_class.map((part) => partRow('asset_class', part, currency)),
    ...sector.map((part) => partRow('sector', part, currency)),
  ];
  return {
    report: 'diversification',
    title: 'Diversification',
    portfolio: view.portfolio,
    currency,
    period: 'Current holdings',
    as_of: asOf,
    key_figures: figuresOf(view),
    columns: COLUMNS,
    figure_rows: figureRows(view),
    rows: {
      *[Symbol.iterator]() {
        for (const one of holdings)
          yield {
            section: 'holding',
            name: one.symbol,
            label: one.name,
            asset_class: one.asset_class,
            sector: one.sector,
            portfolios: one.portfolios.join('; '),
            currency,
            value: one.value,
            share_pct: one.share_pct,
            reason: one.reason,
          };
        yield* parts;
      },
    },
    rows_total: holdings.length + parts.length,
    rows_title: 'Holdings, then asset classes and sectors, largest first',
    printed: PRINTED,
    provisional_reason: provisionalReason(view.warnings),
    notes: view.warnings.map(({ message }) => message),
    file_words: [],
  };
}

function partRow(section: 'asset_class' | 'sector', part: WeightedGroup, currency: string): ExportRow {
  return {
    section,
    name: part.label,
    label: section === 'sector' ? 'All of this sector' : 'All of this class',
    holdings_count: part.holdings_count,
    currency,
    value: part.value,
    share_pct: part.share_pct,
  };
}

function figuresOf(view: DiversificationView): KeyFigure[] {
  const { concentration, reasons } = view;
  const share = (label: string, value: number | null): KeyFigure => ({
    label,
    kind: 'percent',
    value,
    reason: reasons.concentration,
  });
  const [largestClass] = view.asset_class;
  return [
    { label: 'Value', kind: 'amount', value: view.total_value, reason: reasons.total_value },
    { label: 'Holdings', kind: 'number', value: view.holdings.length },
    share(
      concentration.largest === null ? 'Largest holding' : `Largest: ${concentration.largest}`,
      concentration.largest_pct,
    ),
    share('Five largest', concentration.top_5_pct),
    share('Ten largest', concentration.top_10_pct),
    { label: 'Herfindahl index', kind: 'number', value: view.herfindahl, reason: reasons.herfindahl },
    {
      label: 'Effective number of holdings',
      kind: 'number',
      value: rounded(concentration.effective_count),
      reason: reasons.concentration,
    },
    share(
      largestClass === undefined ? 'Largest asset class' : `Largest: ${largestClass.label}`,
      largestClass?.share_pct ?? null,
    ),
  ];
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

function figureRows(view: DiversificationView): ExportRow[] {
  const { concentration, currency, reasons } = view;
  const figure = (
    name: string,
    value: number | null,
    unit: string,
    reason: string | undefined,
  ): ExportRow => ({
    section: 'figure',
    name,
    value,
    unit,
    reason: value === null ? (reason ?? null) : null,
  });
  return [
    figure('total_value', view.total_value, currency, reasons.total_value),
    figure('herfindahl', view.herfindahl, 'ratio', reasons.herfindahl),
    {
      ...figure('largest_pct', concentration.largest_pct, 'percent_points', reasons.concentration),
      label: concentration.largest,
    },
    figure('top_5_pct', concentration.top_5_pct, 'percent_points', reasons.concentration),
    figure('top_10_pct', concentration.top_10_pct, 'percent_points', reasons.concentration),
    figure('effective_count', concentration.effective_count, 'count', reasons.concentration),
  ];
}
