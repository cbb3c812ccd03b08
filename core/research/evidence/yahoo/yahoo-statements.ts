import * as yup from 'yup';
import { addDays, addMonths, dayInWords, decimal } from '../../../platform/index.ts';
import type { MetricId, Observation } from '../../port/index.ts';
import { validated } from './yahoo-chart.ts';
import { yahooValue } from './yahoo-values.ts';

/** What Yahoo's rows are. Its net income is that of the owners: minorities are taken off already. */
const TYPES: Readonly<
  Record<string, { metric: MetricId; kind: 'FLOW' | 'STOCK'; unit: 'money' | 'share' | 'shares' }>
> = {
  TotalRevenue: { metric: 'revenue', kind: 'FLOW', unit: 'money' },
  OperatingIncome: { metric: 'operating_income', kind: 'FLOW', unit: 'money' },
  PretaxIncome: { metric: 'profit_before_tax', kind: 'FLOW', unit: 'money' },
  TaxProvision: { metric: 'tax_expense', kind: 'FLOW', unit: 'money' },
  NetIncomeIncludingNoncontrollingInterests: { metric: 'net_income', kind: 'FLOW', unit: 'money' },
  NetIncome: { metric: 'net_income_owners', kind: 'FLOW', unit: 'money' },
  BasicEPS: { metric: 'eps_basic', kind: 'FLOW', unit: 'share' },
  DilutedEPS: { metric: 'eps_diluted', kind: 'FLOW', unit: 'share' },
  DilutedAverageShares: { metric: 'shares_diluted', kind: 'FLOW', unit: 'shares' },
  OperatingCashFlow: { metric: 'operating_cash_flow', kind: 'FLOW', unit: 'money' },
  CapitalExpenditure: { metric: 'capex', kind: 'FLOW', unit: 'money' },
  TotalAssets: { metric: 'total_assets', kind: 'STOCK', unit: 'money' },
  TotalEquityGrossMinorityInterest: { metric: 'total_equity', kind: 'STOCK', unit: 'money' },
  StockholdersEquity: { metric: 'equity_owners', kind: 'STOCK', unit: 'money' },
  TotalDebt: { metric: 'total_debt', kind: 'STOCK', unit: 'money' },
  CashAndCashEquivalents: { metric: 'cash', kind: 'STOCK', unit: 'money' },
};
const OF_TWELVE_MONTHS: Partial<Record<MetricId, MetricId>> = {
  revenue: 'revenue_ttm',
  net_income: 'net_income_ttm',
  net_income_owners: 'net_income_owners_ttm',
  eps_diluted: 'eps_ttm',
};
const SPANS = ['annual', 'quarterly', 'trailing'] as const;
/** What is asked for. */
export const STATEMENT_TYPES = ['annual', 'quarterly'].flatMap((span) =>
  Object.keys(TYPES).map((type) => `${span}${type}`),
);
const PER_SHARE = /(BasicEPS|DilutedEPS|AverageShares)$/;

const list = yup.mixed<readonly unknown[]>((value): value is readonly unknown[] => Array.isArray(value));
const schema = yup.object({
  timeseries: yup.object({ result: list.nullable().optional() }).required(),
});
const rowSchema = yup.object({
  asOfDate: yup
    .string()
    .matches(/^\d{4}-\d{2}-\d{2}$/)
    .required(),
  periodType: yup.string().oneOf(['12M', '3M', 'TTM']).required(),
  currencyCode: yup
    .string()
    .matches(/^[A-Z]{3}$/)
    .required(),
});

export interface YahooStatements {
  /** Of whom, by Yahoo's name. */
  symbols: string[];
  observations: Observation[];
  notes: string[];
}

/**
 * Rows of statements, each by the day that it is of and never by its place. A type without data has nothing but its name;
 * a row that is null is a gap.
 * @throws NotYahoo
 */
export function readStatements(body: Buffer): YahooStatements {
  const series = validated(schema, body, 'the answer has no statements').timeseries.result ?? [];
  const symbols = new Set<string>();
  const rows: { type: string; row: Record<string, unknown>; index: number }[] = [];
  const gaps: string[] = [];
  for (const one of series) {
    const [symbol, type] = namesOf(one);
    if (type === null) continue;
    if (symbol !== null) symbols.add(symbol);
    const values: unknown = (one as Record<string, unknown>)[type];
    if (!Array.isArray(values)) continue;
    const stamps: unknown = (one as { timestamp?: unknown }).timestamp;
    const named = values.find(
      (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
    );
    values.forEach((row: unknown, index) => {
      if (typeof row === 'object' && row !== null)
        rows.push({ type, row: row as Record<string, unknown>, index });
      else {
        gaps.push(type);
        // Without a row of its own its day is that of its moment, where there is one for each.
        const at: unknown = Array.isArray(stamps) && stamps.length === values.length ? stamps[index] : null;
        if (named !== undefined && typeof at === 'number')
          rows.push({ type, row: { ...named, asOfDate: dayOf(at), reportedValue: null }, index });
      }
    });
  }
  const worked = workedOut(rows);
  const observations = rows.flatMap(({ type, row, index }) => observationOf(type, row, index, worked));
  const notes = ['Figures are Yahoo’s reading of the statements, not the filings.'];
  if (gaps.length > 0)
    notes.push(`Yahoo has no figure for ${gaps.length} periods: ${[...new Set(gaps)].join(', ')}.`);
  if (worked.size > 0)
    notes.push(
      `Yahoo calculated some figures per share itself, so they are excluded: ${[...worked].map(dayInWords).join(', ')}.`,
    );
  return { symbols: [...symbols], observations, notes };
}

/** Periods of which Yahoo worked out the earnings of a share itself: nobody reports more than two decimals. */
function workedOut(rows: readonly { type: string; row: Record<string, unknown> }[]): Set<string> {
  const found = new Set<string>();
  for (const { type, row } of rows) {
    const { value } = yahooValue(row.reportedValue);
    if (type.endsWith('EPS') && value !== null && decimal(value).decimalPlaces() > 2)
      found.add(String(row.asOfDate));
  }
  return found;
}

function observationOf(
  type: string,
  row: Record<string, unknown>,
  index: number,
  worked: ReadonlySet<string>,
): Observation[] {
  const span = SPANS.find((one) => type.startsWith(one));
  const known = span === undefined ? undefined : TYPES[type.slice(span.length)];
  const given = row.reportedValue;
  if (known === undefined || !rowSchema.isValidSync(row)) return [];
  const { asOfDate: end, periodType, currencyCode } = rowSchema.cast(row);
  const isWorkedOut = PER_SHARE.test(type) && worked.has(end);
  const { value, reason } = isWorkedOut
    ? { value: null, reason: 'Yahoo calculated it; the company did not report it.' }
    : yahooValue(given);
  const metric = span === 'trailing' ? OF_TWELVE_MONTHS[known.metric] : known.metric;
  if (metric === undefined) return [];
  const isOutflow = known.metric === 'capex' && value !== null;
  return [
    {
      metric,
      scope: 'consolidated',
      scope_detail: null,
      start: known.kind === 'STOCK' ? null : startOf(end, periodType),
      end,
      unit: known.unit === 'shares' ? 'shares' : `${currencyCode}${known.unit === 'share' ? '/share' : ''}`,
      // Yahoo writes what is spent as a negative number.
      value: isOutflow ? decimal(value).abs().toFixed() : value,
      value_high: null,
      reason,
      decimals: null,
      published_at: null,
      filing: null,
      locator: `${type}[${index}] asOfDate ${dayInWords(end)}`,
      share_basis: null,
    },
  ];
}

/** The first day of a period that ends so. */
function startOf(end: string, periodType: string): string {
  return addMonths(addDays(end, 1), periodType === '3M' ? -3 : -12);
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function namesOf(one: unknown): [string | null, string | null] {
  const meta = (one as { meta?: { symbol?: unknown; type?: unknown } } | null)?.meta;
  const first = (value: unknown): string | null =>
    Array.isArray(value) && typeof value[0] === 'string' ? value[0] : null;
  return [first(meta?.symbol), first(meta?.type)];
}
