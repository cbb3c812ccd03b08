import type { PriceSessions } from '../../market/calendar/index.ts';
import {
  type Freshness,
  freshnessOf,
  holdingsToValue,
  type HoldingToValue,
  type LoadFx,
  type ValuedHolding,
  valueEach,
} from '../valuation/index.ts';
import { readPaidByPosition } from '../positions/index.ts';
import { amountToNumber, type Context, type DbTransaction } from '../../platform/index.ts';

/** The value of a holding in a currency; null without a usable price or rate. */
interface HoldingValue {
  id: string;
  portfolio_id: string;
  portfolio: string;
  symbol: string;
  amount: number | null;
  valued: ValuedHolding;
}

/** Dividends of one symbol in one portfolio, after withheld tax, in a currency; null without a rate. */
interface DividendsPaid {
  portfolio_id: string;
  symbol: string;
  amount: number | null;
}

/** Values and dividends by holding, read in the caller's transaction. */
export function createHoldingValueService(
  { clock }: Pick<Context, 'clock'>,
  loadFx: LoadFx,
  sessions: PriceSessions,
) {
  return {
    async holdings(trx: DbTransaction, currency: string): Promise<HoldingValue[]> {
      const rows = await holdingsToValue(trx);
      const fx = await loadFx(trx, { from: rows.map((row) => row.currency), to: [currency] });
      return valueEach(rows, { base: currency, fx, now: clock.now(), sessions }).map((valued) => {
        const { id, portfolio_id, portfolio, symbol } = valued.holding as HoldingToValue;
        const { base } = valued;
        return {
          id,
          portfolio_id,
          portfolio,
          symbol,
          amount: base.value === null ? null : amountToNumber(base.value),
          valued,
        };
      });
    },

    /** Moment and age of the prices of some of them. */
    freshness: (held: readonly Pick<HoldingValue, 'valued'>[]): Freshness =>
      freshnessOf(
        held.map(({ valued }) => valued),
        clock.now(),
      ),

    /** Dividends after one day and up to another. */
    async dividends(
      trx: DbTransaction,
      span: { after: string; until: string },
      currency: string,
    ): Promise<DividendsPaid[]> {
      const rows = await readPaidByPosition(trx, span);
      const fx = await loadFx(trx, { from: rows.map((row) => row.currency), to: [currency] });
      return rows.map(({ portfolio_id, symbol, currency: from, amount }) => {
        const rate = from === currency ? null : fx(from, currency);
        const hasRate = from === currency || rate !== null;
        return {
          portfolio_id,
          symbol,
          amount: hasRate ? amount.times(rate?.rate ?? 1).toNumber() : null,
        };
      });
    },
  };
}
