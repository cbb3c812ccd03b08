import { type LoadFx, list } from '../valuation/index.ts';
import { NETWORTH, portfolioScope, type PortfolioScope } from '../records/index.ts';
import {
  type Context,
  createCache,
  dayInWords,
  istDate,
  type Topic,
  type DbTransaction,
} from '../../platform/index.ts';
import { type InvestedChange, mergeHistory } from './invested-history.ts';
import { symbolsOffLedger } from '../positions/index.ts';
import { SnapshotModel } from '../models.ts';
import type { ReplayedLedgers } from './replayed-ledger.ts';
import type { RecordedHistory } from './view.ts';

/** Values come from what was recorded, and no price of today is in them. */
const RESTS_ON: readonly Topic[] = ['ledger', 'rates', 'snapshots'];
/** Histories kept in memory; each is a few kilobytes. */
const KEPT = 200;

/** What was recorded of the history: measured by snapshots, invested by the ledger. */
export function createHistoryService(context: Context, loadFx: LoadFx, ledgers: ReplayedLedgers) {
  const { database, clock } = context;
  const histories = createCache<RecordedHistory>({ most: KEPT });

  async function compute(
    trx: DbTransaction,
    userId: string,
    portfolio: PortfolioScope,
    today: string,
  ): Promise<RecordedHistory> {
    const changes: InvestedChange[] = [];
    await ledgers.each(trx, { userId, portfolioId: portfolio.id, wanted: 'days' }, ({ days }) => {
      for (const { currency, date, cost, unknown } of days)
        if (!cost.isZero() || unknown !== 0) changes.push({ currency, date, amount: cost, unknown });
    });
    const snapshots = await SnapshotModel.query(trx)
      .select('recorded_at', 'current_value', 'total_invested', 'state')
      .where({ portfolio_id: portfolio.own_id, currency: portfolio.currency })
      .orderBy('hour');
    const daily = new Map(
      snapshots.map((row) => [
        istDate(row.recorded_at),
        {
          date: istDate(row.recorded_at),
          value: row.current_value,
          invested: row.total_invested,
          state: row.state,
        },
      ]),
    );
    const beyond = await symbolsOffLedger(trx, portfolio.id);
    const fx = await loadFx(trx, {
      from: changes.map(({ currency }) => currency),
      to: [portfolio.currency],
      days: [...changes.map(({ date }) => date), ...daily.keys()],
    });
    const points = mergeHistory(
      changes,
      [...daily.values()],
      portfolio.currency,
      fx,
      today,
      beyond.length === 0,
    );
    return {
      portfolio: portfolio.name,
      currency: portfolio.currency,
      points,
      reason: points.some((point) => point.value !== null)
        ? null
        : `No value is recorded yet. Munim records one every hour once holdings have prices.${points.length === 0 ? '' : ' The line shows the invested amount.'}`,
      notes: [
        ...partialNote(
          [...daily.values()].filter(({ state }) => state === 'PARTIAL').map(({ date }) => date),
        ),
        ...(changes.length === 0 ? [] : beyondNote(beyond)),
        ...(changes.some(({ unknown }) => unknown === 1) ? [UNKNOWN_COST] : []),
      ],
    };
  }

  return {
    /** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name?: string | null): Promise<RecordedHistory> {
      const wanted = name?.trim() || NETWORTH;
      const today = istDate(clock.now());
      const restsOn = `${await database.revision(userId, RESTS_ON)} ${today}`;
      return await histories.read(`${userId}\0${wanted.toLowerCase()}`, restsOn, () =>
        database.asUser(
          userId,
          async (trx) => await compute(trx, userId, await portfolioScope(trx, wanted), today),
        ),
      );
    },
  };
}

const UNKNOWN_COST =
  'The invested amount is unknown on days when you held units of unknown cost. Record the cost under Data quality, Opening positions.';

function partialNote(days: readonly string[]): string[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const when =
    days.length === 1
      ? `of ${dayInWords(last)}`
      : `of ${days.length} days, the last of them ${dayInWords(last)},`;
  return [`The value ${when} excludes holdings without a price or exchange rate.`];
}

function beyondNote(symbols: readonly string[]): string[] {
  if (symbols.length === 0) return [];
  return [
    `On days without a recorded value, the invested amount comes from transactions. Those of ${list(symbols)} are incomplete.`,
  ];
}
