import fc from 'fast-check';
import type { Security } from '../../core/finance/tax-law/legal-kind.ts';
import { deliveryStep } from '../../core/portfolio/positions/derivation.ts';
import { deriveRows } from '../../core/portfolio/positions/derive-rows.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import { type ActionBooks, anyActionBooks, DAYS, FUNDS, SHARES } from './action-books.ts';
import type { PaperSecurity } from './paper-tax.ts';

/** Days at which something changes, and their anniversaries, with leap days among them. */
const INTERESTING = `
  2015-02-28 2016-02-29 2016-03-01 2017-01-02 2017-02-28 2017-03-31 2017-12-15 2018-01-30 2018-01-31
  2018-02-01 2018-02-28 2018-03-31 2018-04-01 2018-04-02 2019-01-31 2019-02-01 2019-02-28 2019-03-01
  2020-01-31 2020-02-29 2020-03-01 2021-02-28 2021-03-01 2021-07-22 2021-07-23 2022-07-22 2022-07-23
  2022-07-24 2023-02-28 2023-03-01 2023-03-31 2023-04-01 2023-07-22 2023-07-23 2023-07-24 2024-02-28
  2024-02-29 2024-03-01 2024-03-31 2024-04-01 2024-07-22 2024-07-23 2024-07-24 2025-02-28 2025-03-01
  2025-03-31 2025-04-01 2025-07-22 2025-07-23 2025-07-24 2026-02-28 2026-03-01 2026-03-31 2026-04-01
  2026-04-02 2026-07-24 2027-04-01 2027-04-02 2028-02-29 2029-03-01`
  .trim()
  .split(/\s+/);

export interface Known {
  product: Partial<Security>;
  paper: Omit<PaperSecurity, 'currency'>;
}
export const known = (
  kind: PaperSecurity['kind'],
  asset_class: Security['asset_class'],
  name: string | null = null,
  { months = 12, isIntraday = false }: Partial<Omit<PaperSecurity, 'kind'>> = {},
): Known => ({ product: { asset_class, name }, paper: { kind, months, isIntraday } });

const SHARE = known('equity', 'Indian Equity', null, { isIntraday: true });
const TRUST = known('trust', 'Indian Equity', null, { isIntraday: true });
const SHARES_OF_INDIA: Known[] = [
  SHARE,
  known('equity', null, null, { isIntraday: true }),
  known('equity', 'ETF', 'Nifty 50 ETF', { isIntraday: true }),
  known('other etf', 'ETF', 'Gold ETF', { isIntraday: true }),
  known('debt etf', 'ETF', 'Liquid ETF', { months: 36, isIntraday: true }),
  known('bond', 'Bond', null, { months: 36 }),
  { ...TRUST, product: { ...TRUST.product, isin: 'INE041025011' } },
  known('unlisted', 'Unlisted'),
  known('commodity', 'Commodity'),
  known('foreign', 'US Equity'),
];
const FUNDS_OF_INDIA: Known[] = [
  known('equity', 'Mutual Fund', 'Flexi Cap Fund'),
  known('debt fund', 'Mutual Fund', 'Gilt Fund', { months: 36 }),
  known('other fund', 'Mutual Fund', 'Gold Fund of Fund'),
];
const OF_DOLLARS: Known[] = [
  known('foreign', 'US Equity'),
  known('foreign', null),
  known('foreign', 'ETF', 'Total market ETF'),
  known(null, 'Bond', null, { months: 36 }),
  known('foreign', 'Unlisted'),
];

export interface World {
  books: { portfolio: string; currency: 'INR' | 'USD'; of: ActionBooks }[];
  securities: Record<string, Known>;
  old: Record<string, string | null>;
  base: 'INR' | 'USD';
  /** Rupees for a dollar by day of the list; null where none is known. */
  rates: Record<string, string | null>;
}

const moved = (books: ActionBooks, days: readonly string[]): ActionBooks => {
  const at = (day: string) => days[DAYS.indexOf(day)] ?? day;
  return {
    rows: books.rows.map((row) => ({ ...row, date: at(row.date) })),
    actions: books.actions.map((action) => ({ ...action, ex_date: at(action.ex_date) })),
  };
};

/** Two by 31 January 2018, the others when what was bought by then is long-term. */
const aroundOldEvening = fc
  .tuple(
    fc.shuffledSubarray(
      INTERESTING.filter((day) => day <= '2018-01-31'),
      { minLength: 2, maxLength: 2 },
    ),
    fc.shuffledSubarray(
      INTERESTING.filter((day) => day >= '2019-02-01'),
      { minLength: 12, maxLength: 12 },
    ),
  )
  .map((halves) => halves.flat());

export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    books: fc.array(
      fc.record({
        of: anyActionBooks,
        days: fc.oneof(
          fc.shuffledSubarray(INTERESTING, { minLength: 14, maxLength: 14 }),
          { weight: 3, arbitrary: aroundOldEvening },
          fc.constant(DAYS),
        ),
        currency: fc.constantFrom('INR' as const, 'INR' as const, 'INR' as const, 'USD' as const),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    shares: fc.oneof(
      fc.constant(Array.from({ length: 4 }, () => SHARE)),
      fc.array(fc.constantFrom(...SHARES_OF_INDIA), { minLength: 4, maxLength: 4 }),
    ),
    funds: fc.array(fc.constantFrom(...FUNDS_OF_INDIA), { minLength: 2, maxLength: 2 }),
    dollars: fc.array(fc.constantFrom(...OF_DOLLARS), { minLength: 6, maxLength: 6 }),
    prices: fc.array(fc.constantFrom('1', '150.5', '90000', null), { minLength: 6, maxLength: 6 }),
    base: fc.constantFrom('INR' as const, 'INR' as const, 'USD' as const),
    rates: fc.array(fc.constantFrom('64.5', '82', '91.25', '82', '70', null), {
      minLength: INTERESTING.length + DAYS.length,
      maxLength: INTERESTING.length + DAYS.length,
    }),
  })
  .map(({ books, shares, funds, dollars, prices, base, rates }) => {
    const named = [...SHARES, ...FUNDS];
    const securities: Record<string, Known> = {};
    for (const [at, symbol] of named.entries()) {
      const own = at < 4 ? shares[at] : funds[at - 4];
      if (own !== undefined) securities[`INR ${symbol}`] = own;
      const foreign = dollars[at];
      if (foreign !== undefined) securities[`USD ${symbol}`] = foreign;
    }
    return {
      securities,
      base,
      old: Object.fromEntries(named.map((symbol, at) => [symbol, prices[at] ?? null])),
      rates: Object.fromEntries([...INTERESTING, ...DAYS].map((day, at) => [day, rates[at] ?? null])),
      books: books.map(({ of, days, currency }, at) => ({
        portfolio: ['Main', 'Kids'][at] ?? 'Other',
        currency,
        of: booked(moved(of, [...days].sort()), ['Main', 'Kids'][at] ?? 'Other', currency, securities),
      })),
    };
  });

/** The rows as the ledger reads them: intraday where the class of the share says so. */
function booked(
  { rows, actions }: ActionBooks,
  portfolio: string,
  currency: 'INR' | 'USD',
  securities: Record<string, Known>,
): ActionBooks {
  return {
    actions,
    rows: rows.map((row) => ({
      ...row,
      portfolio,
      currency,
      intraday_first:
        row.type === 'SELL' &&
        currency === 'INR' &&
        securities[`INR ${row.symbol}`]?.paper.isIntraday === true,
    })),
  };
}

/** Rows as stored: recorded ones, derived ones, and the marks of rows that a broker booked itself. */
export function stored({ rows, actions }: ActionBooks): LedgerTransaction[] {
  const derived = deriveRows(rows, actions);
  const steps = new Map<string | null, LedgerTransaction['lot_chain']>();
  for (const action of actions)
    for (const row of derived.outcomes.get(action.id)?.recorded_by ?? []) {
      const step = deliveryStep(action, row);
      if (step !== null) steps.set(row.id, [step]);
    }
  return [
    ...rows.map((row) => ({ ...row, lot_chain: steps.get(row.id) ?? null })),
    ...derived.rows.map((row, at) => ({ ...row, id: String(rows.length + at + 1) })),
  ];
}
