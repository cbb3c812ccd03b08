import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import {
  type ActionUpdate,
  CLASSES_WITH_HISTORY,
  type HistoryUpdate,
  type MarketHistory,
  type WantedSecurity,
} from '../../market/index.ts';
import type { Context, DbTransaction } from '../../platform/index.ts';

/** Classes whose income and changes of shares an exchange announces. */
const ANNOUNCED = ['Indian Equity', 'ETF', 'Bond'];

export type HoldingsBackfill = ReturnType<typeof createHoldingsBackfill>;

/** Has the market's history completed for what all owners hold together. */
export function createHoldingsBackfill(
  { database }: Pick<Context, 'database'>,
  history: Pick<MarketHistory, 'keepUp' | 'keepUpActions'>,
) {
  return {
    /**
     * Brings the daily closes up to date: those of the last sessions, then the days that what is held still lacks. What
     * fails is told and tried again by the next call.
     */
    async keepUp(signal?: AbortSignal): Promise<HistoryUpdate> {
      const held = await database.readAsSystem('find what is held', readHeld);
      return await history.keepUp(held, signal);
    },

    /**
     * Brings the exchange's announcements up to date, from the first day that anybody traded or held something in rupees.
     * What fails is told and asked for again by a later call.
     */
    async keepUpActions(signal?: AbortSignal): Promise<ActionUpdate> {
      const since = await database.readAsSystem('find the first day in rupees', readFirstRupeeDay);
      return await history.keepUpActions(since, signal);
    },
  };
}

/** Securities that real people hold, each once, without owner and quantity. */
async function readHeld(trx: DbTransaction): Promise<WantedSecurity[]> {
  return (await trx('portfolio.holdings')
    .distinct('symbol', 'isin', 'currency', 'asset_class')
    .whereIn('asset_class', CLASSES_WITH_HISTORY)
    .where('quantity', '>', 0)
    .whereRaw(`owner_user_id not in (${SAMPLE_PEOPLE})`)
    .orderBy(['symbol', 'isin'])) as WantedSecurity[];
}

/** The first day on which anybody traded in rupees, or holds something since; null where nobody does. */
async function readFirstRupeeDay(trx: DbTransaction): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select least((select min(trade_date) from portfolio.transactions where currency = 'INR' and owner_user_id not in (${SAMPLE_PEOPLE})),
       (select min(created_at at time zone 'Asia/Kolkata')::date from portfolio.holdings
        where currency = 'INR' and quantity > 0 and asset_class = any(?::text[]) and owner_user_id not in (${SAMPLE_PEOPLE}))) as day`,
    [ANNOUNCED],
  );
  return rows[0]?.day ?? null;
}
