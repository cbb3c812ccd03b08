import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import type { DayFx } from '../../../../core/reports/tax/conversion.ts';
import { parseFinancialYear } from '../../../../core/finance/tax-law/financial-year.ts';
import type { Security } from '../../../../core/finance/tax-law/legal-kind.ts';
import { type PositionYear, positionYear } from '../../../../core/reports/tax/lots.ts';
import { type TaxReport, taxReport } from '../../../../core/reports/tax/report.ts';
import type { UndecidedAction } from '../../../../core/portfolio/index.ts';
import type { OldPrice } from '../../../../core/reports/tax/old-share.ts';
import { taxedSecurity } from '../../../../core/reports/tax/rows.ts';
import { Decimal } from '../../../../core/platform/index.ts';

/** Rates by `USD 2024-01-05`; everything else has none. */
export function ratesOf(rates: Record<string, number>): DayFx {
  return (from, to, day) => {
    const rate = from === to ? 1 : rates[`${from} ${day ?? ''}`];
    if (rate === undefined) return null;
    return { rate: new Decimal(rate), estimated: false, day: day ?? null, source: 'test' };
  };
}

export interface ReportOptions {
  fy: string;
  securities?: Record<string, Partial<Security>>;
  fx?: DayFx;
  base?: string;
  /** Prices of 31 January 2018 by symbol. */
  old?: Record<string, OldPrice>;
  today?: string;
  /** Corporate actions that wait for a decision. */
  undecided?: readonly UndecidedAction[];
}

/** Each position of the rows up to the end of a year, with what it tells of the year. */
export function yearsOf(
  rows: readonly LedgerTransaction[],
  fy: string,
): { position: LedgerPosition; year: PositionYear }[] {
  const span = parseFinancialYear(fy);
  if (span === null) throw new RangeError(fy);
  const counted = rows.filter(({ date }) => date <= span.to);
  return replay(counted).positions.map((position) => ({
    position,
    year: positionYear(
      position,
      counted.filter(
        ({ portfolio, symbol }) => portfolio === position.portfolio && symbol === position.symbol,
      ),
      span,
    ),
  }));
}

/** The report of some rows, as the service puts it together. Securities are Indian shares unless told. */
export async function reportOf(
  rows: readonly LedgerTransaction[],
  {
    fy,
    securities = {},
    fx = ratesOf({}),
    base = 'INR',
    old = {},
    today = '2030-01-01',
    undecided = [],
  }: ReportOptions,
): Promise<TaxReport> {
  const span = parseFinancialYear(fy);
  if (span === null) throw new RangeError(fy);
  const positions = yearsOf(rows, fy).map(({ position, year }) => {
    const { currency, portfolio, symbol } = position;
    const known = { name: null, isin: null, asset_class: 'Indian Equity', ...securities[symbol] } as const;
    const security = taxedSecurity(portfolio, { symbol, currency, ...known }, undecided);
    security.old_price = old[symbol] ?? security.old_price;
    security.former_prices = new Map(Object.entries(old));
    return { security, year };
  });
  const as_of = today < span.to ? today : span.to;
  const facts = {
    year: span,
    as_of,
    today,
    portfolio: 'Networth',
    money: { base, fx },
    dividends: [],
    intraday_first: true,
    skipped: 0,
  };
  return await taxReport({ ...facts, positions }, async () => undefined);
}
