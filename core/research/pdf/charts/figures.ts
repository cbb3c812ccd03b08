import type { Publication } from '../../publication/index.ts';

type Fact = Publication['facts'][number];

/** Revenue and profit by fiscal year, for bars; what is not known is null and named in the notes. */
export interface YearlyFigures {
  /** `₹ crore` or `USD million`. */
  unit: string;
  years: string[];
  revenue: (number | null)[];
  profit: (number | null)[];
  notes: string[];
}

const YEAR = /^FY\d{4}$/;
/** Whose figures, the first with enough years: never those of two of them in one chart. */
const SCOPES = ['consolidated', 'company', 'standalone'] as const;
const MOST_YEARS = 10;
/** One bar is no chart. */
const LEAST_YEARS = 2;

/**
 * Annual revenue and profit after tax among the facts of a report, of one scope and one currency, the oldest first. Null where
 * there are fewer than two years of either.
 */
export function yearlyFigures(facts: readonly Fact[]): YearlyFigures | null {
  const annual = facts.filter(
    ({ metric, period, value_high }) =>
      (metric === 'revenue' || metric === 'net_income') && YEAR.test(period.key) && value_high === null,
  );
  for (const scope of SCOPES) {
    const found = ofOne(annual.filter((one) => one.scope === scope && one.scope_detail === null));
    if (found !== null)
      return {
        ...found,
        notes: [
          scope === 'standalone' ? 'Standalone figures.' : 'Consolidated figures.',
          ...found.notes,
        ].filter((_, at) => at > 0 || scope !== 'company'),
      };
  }
  return null;
}

function ofOne(facts: readonly Fact[]): YearlyFigures | null {
  const currency = facts[0]?.unit;
  if (currency === undefined) return null;
  const years = [...new Set(facts.map(({ period }) => period.key))].toSorted().slice(-MOST_YEARS);
  if (years.length < LEAST_YEARS) return null;
  const [divisor, unit] = currency === 'INR' ? [1e7, '₹ crore'] : [1e6, `${currency} million`];
  const factOf = (metric: string, year: string): Fact | undefined =>
    facts.find((one) => one.metric === metric && one.period.key === year && one.unit === currency);
  const valueOf = (metric: string, year: string): number | null => {
    const fact = factOf(metric, year);
    const value = Number(fact?.value ?? Number.NaN);
    return Number.isFinite(value) ? value / divisor : null;
  };
  const revenue = years.map((year) => valueOf('revenue', year));
  const profit = years.map((year) => valueOf('net_income', year));
  const missing = (values: readonly (number | null)[]): string =>
    years.filter((_, at) => values[at] === null).join(', ');
  const weak = years.filter((year) =>
    ['revenue', 'net_income'].some((metric) => factOf(metric, year)?.is_validated === false),
  );
  return {
    unit,
    years,
    revenue,
    profit,
    notes: [
      missing(revenue) === '' ? '' : `Revenue is not among the facts of ${missing(revenue)}.`,
      missing(profit) === '' ? '' : `Profit after tax is not among the facts of ${missing(profit)}.`,
      weak.length === 0 ? '' : `Second-hand figures in ${weak.join(', ')}.`,
      facts.every(({ unit: own }) => own === currency)
        ? ''
        : `Figures in another currency than ${currency} are left out.`,
    ].filter((note) => note !== ''),
  };
}

export interface ShareRow {
  name: string;
  /** Percentage points. */
  value: number;
  isSubject: boolean;
}

export interface Shares {
  rows: ShareRow[];
  notes: string[];
}

const named = (names: readonly string[]): string => names.join(', ');

/** Segments by their share in revenue, as the report gives it. */
export function segmentRows(
  segments: readonly { name: string; revenue_share_pct?: number | undefined }[],
): Shares {
  const rows = segments.flatMap(({ name, revenue_share_pct: value }) =>
    value === undefined ? [] : [{ name, value, isSubject: false }],
  );
  const unknown = segments.filter((one) => one.revenue_share_pct === undefined).map(({ name }) => name);
  return {
    rows,
    notes: unknown.length === 0 ? [] : [`The share is not known of ${named(unknown)}.`],
  };
}

/** One-year price returns: the share itself where the facts have it, then its peers. */
export function returnRows({
  symbol,
  peers,
  facts,
}: {
  symbol: string;
  peers: NonNullable<Publication['peer_set']>;
  facts: readonly Fact[];
}): Shares {
  const own = facts
    .filter(
      ({ metric, scope, scope_detail }) =>
        metric === 'price_return_1y_pct' && scope !== 'peer' && scope_detail === null,
    )
    .toSorted((one, other) => (one.period.end < other.period.end ? 1 : -1))[0];
  const ownValue = Number(own?.value ?? Number.NaN);
  const unknown = peers.filter(({ return_1y_pct }) => return_1y_pct === null).map((one) => one.symbol);
  return {
    rows: [
      ...(Number.isFinite(ownValue) ? [{ name: symbol, value: ownValue, isSubject: true }] : []),
      ...peers.flatMap(({ symbol: name, return_1y_pct: value }) =>
        value === null ? [] : [{ name, value, isSubject: false }],
      ),
    ],
    notes: [
      ...(unknown.length === 0 ? [] : [`The return is not known of ${named(unknown)}.`]),
      ...(Number.isFinite(ownValue) ? [] : [`The return of ${symbol} is not among the facts.`]),
    ],
  };
}

/** Where the last close stands between the lowest and the highest of a year. */
export interface PriceRange {
  low: number;
  high: number;
  close: number;
  unit: string;
  day: string;
  /** Averages of closes, by their label. */
  averages: { name: string; value: number }[];
}

/** Null where one of the three is not among the facts, or they do not fit each other. */
export function priceRange(facts: readonly Fact[]): PriceRange | null {
  const latest = (metric: string): Fact | undefined =>
    facts
      .filter((one) => one.metric === metric && one.scope !== 'peer' && one.value_high === null)
      .toSorted((one, other) => (one.period.end < other.period.end ? 1 : -1))[0];
  const [close, low, high] = ['close', 'low_52w_close', 'high_52w_close'].map(latest);
  if (close === undefined || low === undefined || high === undefined) return null;
  const isAlike = (one: Fact | undefined): one is Fact =>
    one !== undefined && one.unit === close.unit && one.period.end === close.period.end;
  if (!isAlike(low) || !isAlike(high)) return null;
  const [at, least, most] = [Number(close.value), Number(low.value), Number(high.value)];
  if (![at, least, most].every(Number.isFinite) || least >= most || at < least || at > most) return null;
  const averages = (
    [
      ['50-day average', latest('sma_50')],
      ['200-day average', latest('sma_200')],
    ] as const
  ).flatMap(([name, fact]) => (isAlike(fact) ? [{ name, value: Number(fact.value) }] : []));
  return {
    low: least,
    high: most,
    close: at,
    unit: close.unit,
    day: close.period.end,
    averages: averages.filter(({ value }) => value >= least && value <= most),
  };
}
