import type { Resolver } from '../../instruments/index.ts';
import type { Transaction } from '../../platform/index.ts';
import { createLedger } from '../../portfolio/index.ts';
import type { PortfolioScope } from '../portfolio-scope.ts';
import type { FinancialYear } from './financial-year.ts';
import { type PositionYear, positionYear } from './lots.ts';
import { type TaxedSecurity, taxedSecurity } from './rows.ts';
import { securityOf } from './securities.ts';
import { type DividendSum, type HeldLabel, type LedgerRow, ledgerUpTo, readHeldLabels } from './tax-store.ts';

/** What one symbol of a portfolio tells of a year. */
export interface YearPosition {
  portfolio: string;
  security: TaxedSecurity;
  year: PositionYear;
}

/** Positions between two breaths. */
const AT_ONCE = 4;

/** Replays the ledgers of a portfolio up to the end of a year, one position after the other. */
export async function readLedgers(
  trx: Transaction,
  scope: PortfolioScope,
  year: FinancialYear,
  resolver: Resolver,
  today: string,
): Promise<{ positions: YearPosition[]; skipped: number }> {
  const names = await portfolioNames(trx);
  const labels = new Map(
    (await readHeldLabels(trx)).map((label): [string, HeldLabel] => [
      keyOf(label.portfolio_id, label.symbol),
      label,
    ]),
  );
  const positions: YearPosition[] = [];
  let skipped = 0;
  let rows: LedgerRow[] = [];
  const finish = () => {
    const [first] = rows;
    if (first === undefined) return;
    const replay = createLedger();
    for (const row of rows) replay.apply(row);
    const ledger = replay.result();
    skipped += ledger.skipped.length;
    const [position] = ledger.positions;
    if (position !== undefined) {
      const label = labels.get(keyOf(first.portfolio, first.symbol));
      const name = names.get(first.portfolio) ?? scope.name;
      positions.push({
        portfolio: name,
        security: taxedSecurity(name, securityOf(position, label, resolver, today)),
        year: positionYear(position, rows, year),
      });
    }
    rows = [];
  };
  let finished = 0;
  for await (const batch of ledgerUpTo(trx, scope.id, year.to)) {
    for (const row of batch) {
      const last = rows.at(-1);
      if (last !== undefined && (last.symbol !== row.symbol || last.portfolio !== row.portfolio)) {
        finish();
        if (++finished % AT_ONCE === 0) await breathe();
      }
      rows.push(row);
    }
  }
  finish();
  positions.sort(
    (a, b) => compare(a.portfolio, b.portfolio) || compare(a.security.symbol, b.security.symbol),
  );
  return { positions, skipped };
}

async function portfolioNames(trx: Transaction): Promise<Map<string, string>> {
  const { rows } = await trx.raw<{ rows: { id: string; name: string }[] }>(
    'select id::text, name from portfolio.portfolios',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What has to be converted: into the report's currency, and into rupees for the laws of India. */
export function conversions(
  positions: readonly YearPosition[],
  dividends: readonly DividendSum[],
  base: string,
) {
  const isForeign = (currency: string) => currency !== base || currency !== 'INR';
  const days = new Set<string>();
  for (const { security, year } of positions) {
    if (!isForeign(security.currency)) continue;
    for (const { buy_date, sell_date } of year.sold) days.add(buy_date).add(sell_date);
    for (const { buy_date } of year.held) days.add(buy_date);
  }
  for (const { currency, day } of dividends) if (isForeign(currency)) days.add(day);
  const currencies = [
    ...positions.map(({ security }) => security.currency),
    ...dividends.map((one) => one.currency),
  ];
  return { from: currencies, to: [base, 'INR'], days };
}

function keyOf(portfolioId: string, symbol: string): string {
  return `${portfolioId}\0${symbol}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Lets others have their turn. */
export async function breathe(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
