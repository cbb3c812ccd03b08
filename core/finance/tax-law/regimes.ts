import type { LegalKind } from './legal-kind.ts';

/** Tax of one term under a regime. */
export interface Taxed {
  /** Percentage points; null: the person's own slab or bracket. */
  rate_pct: number | null;
  section: string;
  /** The law raises the cost by its price index. */
  is_indexed?: boolean;
  /** Shares the year's free amount (`yearlyExemption`), and the value of 31 January 2018 counts. */
  is_112a?: boolean;
}

/** The law for some kinds of securities over a span of sales. */
export interface Regime {
  key: string;
  jurisdiction: 'IN' | 'US';
  label: string;
  kinds: readonly LegalKind[];
  sold_from: string;
  /** The last day; null is open. */
  sold_to: string | null;
  bought_from?: string;
  /** The last day. */
  bought_to?: string;
  /** Long-term after more than so many months; null: never. */
  long_after_months: number | null;
  short: Taxed;
  long: Taxed | null;
  source: string;
}

const SLAB = null;
const ACT_1961 = 'Income-tax Act 1961';
const ACT_2025 = 'Income-tax Act 2025, in force from 1 April 2026';
const FA_2018 = 'Finance Act 2018';
const FA_2023 = 'Finance Act 2023';
const FA_2024 = 'Finance (No. 2) Act 2024, for transfers from 23 July 2024';

const EQUITY = {
  jurisdiction: 'IN',
  label: 'Listed equity and equity funds',
  kinds: ['LISTED_EQUITY'],
  long_after_months: 12,
} as const;
/** Same rates as listed shares. Until 22 July 2024, units of business trusts were long-term after 36 months. */
const TRUST = {
  ...EQUITY,
  label: 'Units of business trusts (REITs and InvITs)',
  kinds: ['BUSINESS_TRUST'],
} as const;

type Span = Pick<Regime, 'sold_from' | 'sold_to' | 'short' | 'long' | 'source'>;

/** Rates of listed equity and of business trusts. */
const RATES_2008: Span = {
  sold_from: '2008-04-01',
  sold_to: '2018-03-31',
  short: { rate_pct: 15, section: '111A' },
  long: { rate_pct: 0, section: '10(38)' },
  source: ACT_1961,
};
const RATES_2018: Span = {
  sold_from: '2018-04-01',
  sold_to: '2024-07-22',
  short: { rate_pct: 15, section: '111A' },
  long: { rate_pct: 10, section: '112A', is_112a: true },
  source: FA_2018,
};
const RATES_2024: Span = {
  sold_from: '2024-07-23',
  sold_to: '2026-03-31',
  short: { rate_pct: 20, section: '111A' },
  long: { rate_pct: 12.5, section: '112A', is_112a: true },
  source: FA_2024,
};
const RATES_2026: Span = {
  sold_from: '2026-04-01',
  sold_to: null,
  short: { rate_pct: 20, section: '196' },
  long: { rate_pct: 12.5, section: '198', is_112a: true },
  source: ACT_2025,
};

/** Units of funds that are no equity funds, bought before section 50AA and sold before the rates were made one. */
const INDEXED: Pick<Regime, 'short' | 'long'> = {
  short: { rate_pct: SLAB, section: 'slab rates' },
  long: { rate_pct: 20, section: '112', is_indexed: true },
};
const FLAT_112: Pick<Regime, 'short' | 'long'> = {
  short: { rate_pct: SLAB, section: 'slab rates' },
  long: { rate_pct: 12.5, section: '112' },
};
const FLAT_197: Pick<Regime, 'short' | 'long'> = {
  short: { rate_pct: SLAB, section: 'slab rates' },
  long: { rate_pct: 12.5, section: '197' },
};

/** Three spans that most of what is not listed equity went through: indexed, one rate, and the new Act. */
function threeSpans(
  key: string,
  label: string,
  kinds: readonly LegalKind[],
  months: { until_2024: number; since_2024: number },
  bought: Pick<Regime, 'bought_from' | 'bought_to'> = {},
  first: Pick<Regime, 'short' | 'long'> = INDEXED,
): Regime[] {
  const of = { jurisdiction: 'IN', label, kinds, ...bought } as const;
  return [
    {
      ...of,
      ...first,
      key: `${key}_2018`,
      sold_from: '2018-04-01',
      sold_to: '2024-07-22',
      long_after_months: months.until_2024,
      source: ACT_1961,
    },
    {
      ...of,
      ...FLAT_112,
      key: `${key}_2024`,
      sold_from: '2024-07-23',
      sold_to: '2026-03-31',
      long_after_months: months.since_2024,
      source: FA_2024,
    },
    {
      ...of,
      ...FLAT_197,
      key: `${key}_2026`,
      sold_from: '2026-04-01',
      sold_to: null,
      long_after_months: months.since_2024,
      source: ACT_2025,
    },
  ];
}

const BEFORE_50AA = { bought_to: '2023-03-31' };
const SINCE_50AA = { bought_from: '2023-04-01' };
const OTHER_UNITS = 'Gold, foreign and other funds that are neither equity nor debt';

/**
 * The law by day of sale and, where it matters, of purchase. A new rate is a new row with its days: rows never change.
 * Only what is certain for every resident individual stands here; what depends on more is in the notes of a report.
 */
export const REGIMES: readonly Regime[] = [
  {
    ...EQUITY,
    key: 'LISTED_EQUITY_2004',
    sold_from: '2004-10-01',
    sold_to: '2008-03-31',
    short: { rate_pct: 10, section: '111A' },
    long: { rate_pct: 0, section: '10(38)' },
    source: ACT_1961,
  },
  { ...EQUITY, ...RATES_2008, key: 'LISTED_EQUITY_2008' },
  { ...EQUITY, ...RATES_2018, key: 'LISTED_EQUITY_2018' },
  { ...EQUITY, ...RATES_2024, key: 'LISTED_EQUITY_2024' },
  { ...EQUITY, ...RATES_2026, key: 'LISTED_EQUITY_2026' },
  { ...TRUST, ...RATES_2008, key: 'BUSINESS_TRUST_2014', sold_from: '2014-10-01', long_after_months: 36 },
  { ...TRUST, ...RATES_2018, key: 'BUSINESS_TRUST_2018', long_after_months: 36 },
  { ...TRUST, ...RATES_2024, key: 'BUSINESS_TRUST_2024' },
  { ...TRUST, ...RATES_2026, key: 'BUSINESS_TRUST_2026' },
  {
    jurisdiction: 'IN',
    key: 'DEBT_FUND_50AA',
    label: 'Debt funds bought from 1 April 2023',
    kinds: ['DEBT_FUND', 'DEBT_ETF'],
    ...SINCE_50AA,
    sold_from: '2023-04-01',
    sold_to: '2026-03-31',
    long_after_months: null,
    short: { rate_pct: SLAB, section: '50AA' },
    long: null,
    source: FA_2023,
  },
  {
    jurisdiction: 'IN',
    key: 'DEBT_FUND_76',
    label: 'Debt funds bought from 1 April 2023',
    kinds: ['DEBT_FUND', 'DEBT_ETF'],
    ...SINCE_50AA,
    sold_from: '2026-04-01',
    sold_to: null,
    long_after_months: null,
    short: { rate_pct: SLAB, section: '76' },
    long: null,
    source: ACT_2025,
  },
  ...threeSpans(
    'DEBT_FUND_OLD',
    'Debt funds bought before 1 April 2023',
    ['DEBT_FUND'],
    { until_2024: 36, since_2024: 24 },
    BEFORE_50AA,
  ),
  ...threeSpans(
    'DEBT_ETF_OLD',
    'Listed debt funds bought before 1 April 2023',
    ['DEBT_ETF'],
    { until_2024: 36, since_2024: 12 },
    BEFORE_50AA,
  ),
  ...threeSpans(
    'OTHER_FUND_OLD',
    OTHER_UNITS,
    ['OTHER_FUND'],
    { until_2024: 36, since_2024: 24 },
    BEFORE_50AA,
  ),
  ...threeSpans(
    'OTHER_ETF_OLD',
    `${OTHER_UNITS}, listed`,
    ['OTHER_ETF'],
    { until_2024: 36, since_2024: 12 },
    BEFORE_50AA,
  ),
  {
    jurisdiction: 'IN',
    key: 'OTHER_FUND_50AA',
    label: `${OTHER_UNITS}, under the first wording of section 50AA`,
    kinds: ['OTHER_FUND', 'OTHER_ETF'],
    ...SINCE_50AA,
    sold_from: '2023-04-01',
    sold_to: '2025-03-31',
    long_after_months: null,
    short: { rate_pct: SLAB, section: '50AA' },
    long: null,
    source: FA_2023,
  },
  ...(['OTHER_FUND', 'OTHER_ETF'] as const).flatMap((kind): Regime[] => {
    const of = { jurisdiction: 'IN', label: OTHER_UNITS, kinds: [kind], ...SINCE_50AA } as const;
    const long_after_months = kind === 'OTHER_ETF' ? 12 : 24;
    return [
      {
        ...of,
        ...FLAT_112,
        key: `${kind}_2025`,
        sold_from: '2025-04-01',
        sold_to: '2026-03-31',
        long_after_months,
        source: FA_2024,
      },
      {
        ...of,
        ...FLAT_197,
        key: `${kind}_2026`,
        sold_from: '2026-04-01',
        sold_to: null,
        long_after_months,
        source: ACT_2025,
      },
    ];
  }),
  ...threeSpans(
    'BOND',
    'Listed bonds',
    ['BOND'],
    { until_2024: 12, since_2024: 12 },
    {},
    {
      short: { rate_pct: SLAB, section: 'slab rates' },
      long: { rate_pct: 10, section: '112' },
    },
  ),
  ...threeSpans('UNLISTED_SHARE', 'Unlisted shares', ['UNLISTED_SHARE'], { until_2024: 24, since_2024: 24 }),
  ...threeSpans('FOREIGN_SHARE', 'Foreign shares, taxed in India', ['FOREIGN_SHARE'], {
    until_2024: 24,
    since_2024: 24,
  }),
  ...threeSpans('COMMODITY', 'Gold and other commodities', ['COMMODITY'], {
    until_2024: 36,
    since_2024: 24,
  }),
  {
    jurisdiction: 'US',
    key: 'US_SHARE',
    label: 'US shares, federal tax of the USA',
    kinds: ['FOREIGN_SHARE'],
    sold_from: '1998-01-01',
    sold_to: null,
    long_after_months: 12,
    short: { rate_pct: null, section: 'IRC 1222(1)' },
    long: { rate_pct: null, section: 'IRC 1222(3)' },
    source: 'Internal Revenue Code, section 1222',
  },
];
