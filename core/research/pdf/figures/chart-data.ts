import { decimal } from '../../../platform/money.ts';
import type { Publication } from '../../publication/index.ts';

type Fact = Publication['facts'][number];

/** Revenue and profit by fiscal year, for bars; what is not known is null and named in the notes. */
interface YearlyFigures {
  /** `₹ crore`, `₹ lakh crore` or `USD million`. */
  unit: string;
  years: string[];
  revenue: (number | null)[];
  profit: (number | null)[];
  notes: string[];
}

const named = (names: readonly string[]): string => names.join(', ');

/** What no real figure comes to, and no axis can show. */
const BOUND = 1e18;

/** The figure of a fact; what is no figure is not known, and never 0. */
function figureOf(fact: Pick<Fact, 'value'> | undefined): number | null {
  if (fact === undefined || !/^-?\d+(\.\d+)?$/.test(fact.value)) return null;
  const value = decimal(fact.value).toNumber();
  return Math.abs(value) < BOUND ? value : null;
}

/** Units of money by the largest figure that they are for, so that labels stay short. */
const UNITS = {
  INR: [
    { below: 1e12, divisor: 1e7, name: '₹ crore' },
    { below: BOUND, divisor: 1e12, name: '₹ lakh crore' },
  ],
  other: [
    { below: 1e11, divisor: 1e6, name: 'million' },
    { below: 1e14, divisor: 1e9, name: 'billion' },
    { below: BOUND, divisor: 1e12, name: 'trillion' },
  ],
} as const;

function unitFor(currency: string, largest: number): { divisor: number; unit: string } {
  const of = currency === 'INR' ? UNITS.INR : UNITS.other;
  const { divisor, name } = of.find(({ below }) => largest < below) ?? of[0];
  return { divisor, unit: currency === 'INR' ? name : `${currency} ${name}` };
}

const YEAR = /^FY(\d{4})$/;
/** Whose figures, the first with enough years: never those of two of them in one chart. */
const SCOPES = {
  consolidated: 'Consolidated figures.',
  company: '',
  standalone: 'Standalone figures.',
} as const;
const MOST_YEARS = 10;
/** One bar is no chart. */
const LEAST_YEARS = 2;

/**
 * Annual revenue and profit after tax among the facts of a report, of one scope and one currency, the oldest first and without
 * a gap between the years. Null where there are fewer than two years.
 */
export function yearlyFigures(facts: readonly Fact[]): YearlyFigures | null {
  const annual = facts.filter(
    ({ metric, period, value_high, scope_detail }) =>
      (metric === 'revenue' || metric === 'net_income') &&
      YEAR.test(period.key) &&
      value_high === null &&
      scope_detail === null,
  );
  for (const [scope, note] of Object.entries(SCOPES)) {
    const found = ofOneScope(annual.filter((one) => one.scope === scope));
    if (found !== null) return { ...found, notes: [note, ...found.notes].filter((one) => one !== '') };
  }
  return null;
}

function ofOneScope(facts: readonly Fact[]): YearlyFigures | null {
  const currency = facts[0]?.unit;
  if (currency === undefined) return null;
  const known = facts.filter((one) => one.unit === currency && figureOf(one) !== null);
  const years = yearsOf(known);
  if (years.length < LEAST_YEARS) return null;
  const { divisor, unit } = unitFor(
    currency,
    Math.max(...known.map((one) => Math.abs(figureOf(one) ?? Number.NaN))),
  );
  const factOf = (metric: string, year: string): Fact | undefined =>
    known.find((one) => one.metric === metric && one.period.key === year);
  const valuesOf = (metric: string): (number | null)[] =>
    years.map((year) => {
      const value = figureOf(factOf(metric, year));
      return value === null ? null : value / divisor;
    });
  const revenue = valuesOf('revenue');
  const profit = valuesOf('net_income');
  const weak = years.filter((year) =>
    ['revenue', 'net_income'].some((metric) => factOf(metric, year)?.is_validated === false),
  );
  return {
    unit,
    years,
    revenue,
    profit,
    notes: [
      missing('Revenue', years, revenue),
      missing('Profit after tax', years, profit),
      weak.length === 0 ? '' : `Second-hand figures in ${named(weak)}.`,
      facts.every((one) => one.unit === currency)
        ? ''
        : `Figures in currencies other than ${currency} are excluded.`,
    ].filter((note) => note !== ''),
  };
}

/** Every fiscal year from the first to the last of some facts, the latest ten at the most. */
function yearsOf(facts: readonly Fact[]): string[] {
  const numbers = facts.flatMap(({ period }) => {
    const year = YEAR.exec(period.key)?.[1];
    return year === undefined ? [] : [Number(year)];
  });
  if (numbers.length === 0) return [];
  const last = Math.max(...numbers);
  const first = Math.max(Math.min(...numbers), last - MOST_YEARS + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => `FY${first + at}`);
}

/** What is left out of a chart, in words. */
function missing(name: string, years: readonly string[], values: readonly (number | null)[]): string {
  const without = years.filter((_, at) => values[at] === null);
  if (without.length === 0) return '';
  return without.length === years.length
    ? `${name} is not among the facts.`
    : `${name} of ${named(without)} is not among the facts.`;
}

export interface ShareRow {
  name: string;
  /** Percentage points. */
  value: number;
  isSubject: boolean;
}

interface Shares {
  rows: ShareRow[];
  notes: string[];
}

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
    notes: unknown.length === 0 ? [] : [`The share of revenue is unknown for ${named(unknown)}.`],
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
  const ownValue = figureOf(own);
  const isKnown = (value: number | null): value is number => value !== null && Math.abs(value) < BOUND;
  const unknown = peers.filter(({ return_1y_pct }) => !isKnown(return_1y_pct)).map((one) => one.symbol);
  return {
    rows: [
      ...(ownValue !== null ? [{ name: symbol, value: ownValue, isSubject: true }] : []),
      ...peers.flatMap(({ symbol: name, return_1y_pct: value }) =>
        isKnown(value) ? [{ name, value, isSubject: false }] : [],
      ),
    ],
    notes: [
      ...(unknown.length === 0 ? [] : [`The return is unknown for ${named(unknown)}.`]),
      ...(ownValue !== null ? [] : [`The return of ${symbol} is not among the facts.`]),
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
  const [at, least, most] = [figureOf(close), figureOf(low), figureOf(high)];
  if (at === null || least === null || most === null) return null;
  if (least >= most || at < least || at > most) return null;
  const averages = (
    [
      ['50-day average', latest('sma_50')],
      ['200-day average', latest('sma_200')],
    ] as const
  ).flatMap(([name, fact]) => {
    const value = isAlike(fact) ? figureOf(fact) : null;
    return value === null ? [] : [{ name, value }];
  });
  return {
    low: least,
    high: most,
    close: at,
    unit: close.unit,
    day: close.period.end,
    averages: averages.filter(({ value }) => value >= least && value <= most),
  };
}
