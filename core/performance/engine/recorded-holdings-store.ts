import { type DbTransaction, Decimal } from '../../platform/index.ts';
import { positionKey, readRecordedDays } from '../../portfolio/index.ts';
import { type DayNumber, dayNumber } from './daily-series.ts';
import type { HeldUnits } from './recorded-units.ts';

/** A holding whose quantity differs from that of its transactions, or that has none. */
interface UnexplainedHolding {
  portfolio_id: string;
  symbol: string;
  currency: string;
  quantity: string | null;
  average: number | null;
}

/**
 * Holdings that transactions do not explain, with the units that the last snapshot of each day has of them and, for today,
 * those of now.
 * @param networthId the portfolio whose snapshots hold the units of all.
 */
export async function readRecordedHoldings(
  trx: DbTransaction,
  networthId: string | undefined,
  unexplained: readonly UnexplainedHolding[],
  today: DayNumber,
): Promise<HeldUnits[]> {
  if (unexplained.length === 0) return [];
  const recorded = networthId === undefined ? [] : await readRecordedDays(trx, networthId, null);
  const days = recorded.flatMap(({ day, units }) => (units === null ? [] : [{ day: dayNumber(day), units }]));
  const past = days.filter(({ day }) => day < today);
  return unexplained.map(({ portfolio_id: portfolio, symbol, currency, quantity, average }) => {
    const key = positionKey({ portfolio, symbol });
    return {
      portfolio,
      symbol,
      currency,
      days: [...past.map(({ day }) => day), today],
      units: [...past.map(({ units }) => units[key] ?? 0), new Decimal(quantity ?? 0).toNumber()],
      average,
    };
  });
}
