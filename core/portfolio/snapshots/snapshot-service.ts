import {
  holdingsToValue,
  type HoldingToValue,
  type LoadFx,
  valueEach,
  changeDays,
} from '../valuation/index.ts';
import {
  ensureNetworth,
  listPortfolios,
  portfolioScope,
  type PortfolioScope,
  scopeOf,
  findPortfolio,
} from '../records/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import {
  type Context,
  Decimal,
  invalid,
  istDate,
  istHour,
  istInstant,
  notFound,
  type DbTransaction,
} from '../../platform/index.ts';
import { SnapshotModel } from '../models.ts';
import {
  type MeasuredPortfolio,
  type PartialSnapshot,
  partialSnapshot,
  snapshotOf,
} from './partial-snapshot.ts';
import {
  type DayFromCloses,
  type DaySpan,
  type EmptyDays,
  insertFromCloses,
  readEmptyDays,
} from './empty-days.ts';
import { readLackingHour } from './lacking-hour.ts';
import type { ReadReplayedLedger } from './replayed-ledger.ts';
import { keptAmount, positionKey, type SnapshotFields } from './snapshot.ts';
import { type SnapshotSeries, type SnapshotView, toSnapshotView } from './view.ts';

interface SnapshotQuery {
  portfolio?: string | undefined;
  /** ISO times, both ends included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Keeps the most recent N after the window. */
  limit?: number | undefined;
}

/** Points one answer may hold: 14 months of hours. */
export const MOST_SNAPSHOTS = 10_000;

/** Hourly snapshots of every portfolio and of Networth (spec: Resources "Snapshot"; reports /snapshots). */
export function createSnapshotService(
  context: Context,
  loadFx: LoadFx,
  sessions: PriceSessions,
  readLedger: ReadReplayedLedger,
) {
  const { database, clock } = context;

  async function measure<P extends PortfolioScope>(
    trx: DbTransaction,
    userId: string,
    portfolios: readonly P[],
    now: Date,
  ): Promise<{ portfolio: P; of: MeasuredPortfolio; fields: SnapshotFields }[]> {
    const holdings = await holdingsToValue(trx);
    const names = new Map((await listPortfolios(trx)).map(({ id, name }) => [id, name]));
    const ledgers = await readLedger(trx, userId);
    const targets = new Set(portfolios.map(({ currency }) => currency));
    const foreign = ledgers.filter(({ currency }) => targets.size > 1 || !targets.has(currency));
    const fx = await loadFx(trx, {
      from: [...holdings, ...ledgers].map(({ currency }) => currency),
      to: targets,
      days: foreign.flatMap(({ flows }) => flows).map(({ date }) => date),
    });
    const days = changeDays(sessions, now);
    const measured: Awaited<ReturnType<typeof measure<P>>> = [];
    for (const portfolio of portfolios) {
      const isOwn = (id: string) => portfolio.id === null || id === portfolio.id;
      const base = portfolio.currency;
      const valued = valueEach(
        holdings.filter((row) => isOwn(row.portfolio_id)),
        { base, fx, now },
      );
      // Others are served between the value and the return, and between one portfolio and the next.
      await new Promise((resolve) => setImmediate(resolve));
      const of: MeasuredPortfolio = {
        holdings: valued,
        ledgers: ledgers
          .filter((one) => isOwn(one.portfolio))
          .map((one) => ({ ...one, portfolio: names.get(one.portfolio) ?? one.portfolio })),
        base,
        fx,
        date: istDate(now),
        days,
      };
      measured.push({ portfolio, of, fields: snapshotOf(of) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return measured;
  }

  return {
    /**
     * Records this hour for every portfolio and for Networth. An hour that is recorded already stays as it is, so the
     * call may be repeated. Past hours cannot be measured; `fill` gives a day without any the value of its closes.
     * @returns how many snapshots were written.
     */
    async take(userId: string): Promise<number> {
      const now = clock.now();
      await database.asUser(userId, async (trx) => await ensureNetworth(trx, userId));
      // Holdings, prices and transactions of one moment; an import that is under way is in none of them.
      const measured = await database.atOneMoment(userId, async (trx) => {
        const recorded = new Set(
          (await SnapshotModel.query(trx).select('portfolio_id', 'currency').where('hour', istHour(now))).map(
            ({ portfolio_id, currency }) => `${portfolio_id} ${currency}`,
          ),
        );
        const missing = (await listPortfolios(trx)).filter(
          ({ id, base_currency }) => !recorded.has(`${id} ${base_currency}`),
        );
        return missing.length === 0 ? [] : await measure(trx, userId, missing.map(scopeOf), now);
      });
      if (measured.length === 0) return 0;
      const record = async (trx: DbTransaction): Promise<number> => {
        let written = 0;
        for (const one of measured) written += Number(await insertSnapshot(trx, userId, one, now));
        if (written > 0) await dropEarlierUnits(trx, now);
        return written;
      };
      return await database.change(userId, ['snapshots'], record, (written) => written > 0);
    },

    /** Those of some people for whom `take` has something to do in an hour, found by one query. In the given order. */
    async lacking(userIds: readonly string[], at: Date): Promise<string[]> {
      return await database.readAsSystem('whose snapshots of an hour are missing', (db) =>
        readLackingHour(db, userIds, istHour(at)),
      );
    },

    /** Days after the first snapshot on which a portfolio of some people has none, found by one query. */
    async emptyDays(userIds: readonly string[], span: DaySpan): Promise<EmptyDays[]> {
      return await database.readAsSystem('days without snapshots', (db) => readEmptyDays(db, userIds, span));
    },

    /** Writes days from closes into a portfolio. A recorded hour stays as it is. @returns how many were written. */
    async fill(of: EmptyDays, days: readonly DayFromCloses[]): Promise<number> {
      return await database.change(
        of.owner_user_id,
        ['snapshots'],
        async (trx) => await insertFromCloses(trx, of, days),
        (written) => written > 0,
      );
    },

    /** The snapshot of now, with a reason for every figure that is unknown. @throws 404. */
    async current(userId: string, name?: string): Promise<SnapshotFields & { partial: PartialSnapshot }> {
      return await database.asUser(userId, async (trx) => {
        const [measured] = await measure(trx, userId, [await portfolioScope(trx, name)], clock.now());
        if (measured === undefined) throw notFound('PORTFOLIO');
        const { of, fields } = measured;
        return { ...fields, partial: partialSnapshot(of, fields) };
      });
    },

    /**
     * The series of a portfolio (Networth when none is named), oldest first: the most recent `limit` of the window, at
     * most MOST_SNAPSHOTS, with how many there are and how to ask for those before.
     * @throws 404 PORTFOLIO_NOT_FOUND; 422 VALIDATION_ERROR for a window that ends before it begins.
     */
    async list(userId: string, query: SnapshotQuery = {}): Promise<SnapshotSeries> {
      const { from, to } = query;
      if (from !== undefined && to !== undefined && new Date(from) > new Date(to))
        throw invalid([{ field: 'from', message: 'from must not be after to.' }]);
      return await database.readAsUser(userId, async (trx) => {
        const portfolio = await portfolioScope(trx, query.portfolio);
        const inWindow = () =>
          SnapshotModel.query(trx)
            .where({ portfolio_id: portfolio.own_id, currency: portfolio.currency })
            .where((where) => {
              if (query.from !== undefined) void where.where('recorded_at', '>=', query.from);
              if (query.to !== undefined) void where.where('recorded_at', '<=', query.to);
            });
        const total = await inWindow().resultSize();
        const rows = await inWindow()
          .orderBy('recorded_at', 'desc')
          .limit(Math.min(query.limit ?? MOST_SNAPSHOTS, MOST_SNAPSHOTS));
        const oldest = rows.at(-1);
        // Times are kept to the millisecond and both ends of a window count, so the part before ends one earlier.
        const isCut = oldest !== undefined && total > rows.length;
        return {
          portfolio: portfolio.name,
          items: rows.toReversed().map((row) => toSnapshotView(row, portfolio.name)),
          total,
          earlier_to: isCut ? new Date(oldest.recorded_at.getTime() - 1).toISOString() : null,
        };
      });
    },

    /** @throws 404 SNAPSHOT_NOT_FOUND when none is recorded yet. */
    async latest(userId: string, portfolio?: string): Promise<SnapshotView> {
      const { items } = await this.list(userId, { portfolio, limit: 1 });
      const [last] = items;
      if (last === undefined)
        throw notFound('SNAPSHOT', 'No snapshot is recorded yet. Munim takes one every hour while it runs.');
      return last;
    },
  };
}

/**
 * Writes one hour of a portfolio, unless it is recorded already or the portfolio is gone. Whoever deletes a portfolio takes
 * the topic of snapshots too, so it cannot go in between.
 */
async function insertSnapshot(
  trx: DbTransaction,
  userId: string,
  measured: {
    portfolio: { own_id: string; currency: string };
    of: MeasuredPortfolio;
    fields: SnapshotFields;
  },
  now: Date,
): Promise<boolean> {
  const { portfolio, of, fields } = measured;
  const { own_id: portfolioId, currency } = portfolio;
  const values = {
    owner_user_id: userId,
    portfolio_id: portfolioId,
    hour: istHour(now),
    currency,
    recorded_at: now,
    current_value: keptAmount(fields.current_value),
    total_invested: keptAmount(fields.total_invested),
    total_profit: keptAmount(fields.total_profit),
    total_profit_pct: fields.total_profit_pct,
    total_dividends: keptAmount(fields.total_dividends),
    xirr: fields.xirr,
    holdings_count: fields.holdings_count,
    state: fields.state,
    units: JSON.stringify(unitsOf(of)),
  };
  if ((await findPortfolio(trx, portfolioId)) === undefined) return false;
  const written = (await trx('portfolio.snapshots')
    .insert(values)
    .onConflict(['portfolio_id', 'hour', 'currency'])
    .ignore()
    .returning('id')) as unknown[];
  return written.length > 0;
}

/** The units behind the value, by the key of the position. */
function unitsOf({ holdings }: MeasuredPortfolio): Record<string, string> {
  return Object.fromEntries(
    holdings.flatMap(({ holding }) => {
      const { portfolio_id: portfolio, symbol, quantity } = holding as HoldingToValue;
      const units = new Decimal(quantity);
      return units.isZero() ? [] : [[positionKey({ portfolio, symbol }), units.toFixed()]];
    }),
  );
}

/** Series are made of the last snapshot of each day: those before it need no units. */
async function dropEarlierUnits(trx: DbTransaction, now: Date): Promise<void> {
  await SnapshotModel.query(trx)
    .whereNotNull('units')
    .where('hour', '<', istHour(now))
    .where('recorded_at', '>=', istInstant(istDate(now), '00:00'))
    .patch({ units: null });
}
