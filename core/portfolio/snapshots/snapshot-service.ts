import {
  holdingsToValue,
  type HoldingToValue,
  type LoadFx,
  valueEach,
  changeDays,
} from '../valuation/index.ts';
import { ensureNetworths, portfolioScope, type PortfolioScope, scopeOf } from '../records/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import {
  changePeople,
  type Context,
  invalid,
  istDate,
  istHour,
  notFound,
  type DbTransaction,
  type People,
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
import { readPositionFlows, type StoredPosition } from './position-flows.ts';
import type { SnapshotFields } from './snapshot.ts';
import { insertSnapshots, portfoliosOfHour } from './snapshot-store.ts';
import { type SnapshotSeries, type SnapshotView, toSnapshotView } from './view.ts';

interface SnapshotQuery {
  portfolio?: string | undefined;
  /** ISO times, both ends included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Keeps the most recent N after the window. */
  limit?: number | undefined;
}

/** Holdings and positions from which one person's snapshots are measured. */
interface Books {
  holdings: HoldingToValue[];
  ledgers: StoredPosition[];
}

/** Points one answer may hold: 14 months of hours. */
export const MOST_SNAPSHOTS = 10_000;

/** Hourly snapshots of every portfolio and of Networth (spec: Resources "Snapshot"; reports /snapshots). */
export function createSnapshotService(context: Context, loadFx: LoadFx, sessions: PriceSessions) {
  const { database, clock } = context;

  /** @param holdings with `ledgers`, those of these portfolios and perhaps of others. */
  async function measure<P extends PortfolioScope>(
    trx: DbTransaction,
    portfolios: readonly P[],
    { holdings, ledgers }: Books,
    now: Date,
  ): Promise<{ portfolio: P; of: MeasuredPortfolio; fields: SnapshotFields }[]> {
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
      const held = holdings.filter((row) => isOwn(row.portfolio_id));
      const own = ledgers.filter((one) => isOwn(one.portfolio_id));
      // A single portfolio has the figures of Networth.
      const networth = measured.find((one) => one.portfolio.id === null && one.of.base === base);
      if (networth && held.length === holdings.length && own.length === ledgers.length) {
        measured.push({ ...networth, portfolio });
        continue;
      }
      const valued = valueEach(held, { base, fx, now, sessions });
      // Others are served between the value and the return, and between one portfolio and the next.
      await new Promise((resolve) => setImmediate(resolve));
      const of: MeasuredPortfolio = {
        holdings: valued,
        ledgers: own,
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

  /**
   * Measures people's portfolios without a snapshot of this hour: holdings, prices and transactions of one moment, so that
   * none of them contains part of a running import. A person without Networth is in `without`, and not measured.
   */
  async function measureHour(people: People, now: Date) {
    const userIds = typeof people === 'string' ? [people] : people;
    const read = async (trx: DbTransaction) => {
      const portfolios = await portfoliosOfHour(trx, userIds, now);
      const hasNetworth = (id: string) => portfolios.get(id)?.[0]?.is_protected === true;
      const isMissing = (id: string) => portfolios.get(id)?.some((one) => !one.is_recorded) === true;
      const owners = userIds.filter((id) => hasNetworth(id) && isMissing(id));
      const books = owners.length === 0 ? null : await readBooks(trx, owners, portfolios);
      const measured: Awaited<ReturnType<typeof measure<ReturnType<typeof scopeOf>>>> = [];
      for (const id of owners) {
        const missing = (portfolios.get(id) ?? []).filter((one) => !one.is_recorded).map(scopeOf);
        measured.push(...(await measure(trx, missing, books?.get(id) ?? { holdings: [], ledgers: [] }, now)));
      }
      return { measured, without: userIds.filter((id) => !hasNetworth(id)) };
    };
    return await (typeof people === 'string'
      ? database.atOneMoment(people, read)
      : database.asSystem({ why: 'measure the portfolios of several people', isOneMoment: true }, read));
  }

  return {
    /**
     * Records this hour for every portfolio and for Networth, of one person or of several, all or nothing. A recorded hour does
     * not change, so the call may be repeated. Past hours cannot be measured; `fill` values a day without a snapshot at its
     * closes.
     * @returns snapshots written.
     */
    async take(people: People): Promise<number> {
      const now = clock.now();
      const { measured, without } = await measureHour(people, now);
      if (without.length > 0) {
        const create = async (trx: DbTransaction) => await ensureNetworths(trx, without);
        await (typeof people === 'string'
          ? database.asUser(people, create)
          : database.asSystem('create Networth of several people', create));
        measured.push(...(await measureHour(typeof people === 'string' ? people : without, now)).measured);
      }
      if (measured.length === 0) return 0;
      const { written } = await changePeople(
        database,
        'record an hour of several people',
        people,
        'snapshots',
        async (trx) => await insertSnapshots(trx, measured, now),
      );
      return written;
    },

    /** Of these people, the ones with a snapshot to take in an hour, found by one query. In the given order. */
    async lacking(userIds: readonly string[], at: Date): Promise<string[]> {
      return await database.readAsSystem('find people without a snapshot of an hour', (db) =>
        readLackingHour(db, userIds, istHour(at)),
      );
    },

    /** Days after the first snapshot on which a portfolio of these people has none, found by one query. */
    async emptyDays(userIds: readonly string[], span: DaySpan): Promise<EmptyDays[]> {
      return await database.readAsSystem('find days without snapshots', (db) =>
        readEmptyDays(db, userIds, span),
      );
    },

    /** Writes days from closes into a portfolio. A recorded hour does not change. @returns snapshots written. */
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
        const portfolio = await portfolioScope(trx, name);
        const books = { holdings: await holdingsToValue(trx), ledgers: await readPositionFlows(trx) };
        const [measured] = await measure(trx, [portfolio], books, clock.now());
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

/** The books of people, by one query of each kind. */
async function readBooks(
  trx: DbTransaction,
  owners: readonly string[],
  portfolios: Awaited<ReturnType<typeof portfoliosOfHour>>,
): Promise<ReadonlyMap<string, Books>> {
  const books = new Map<string, Books>();
  const ofPortfolio = new Map<string, Books>();
  for (const owner of owners) {
    const own: Books = { holdings: [], ledgers: [] };
    books.set(owner, own);
    for (const { id } of portfolios.get(owner) ?? []) ofPortfolio.set(id, own);
  }
  for (const one of await holdingsToValue(trx, owners)) books.get(one.owner_user_id)?.holdings.push(one);
  for (const one of await readPositionFlows(trx, [...ofPortfolio.keys()]))
    ofPortfolio.get(one.portfolio_id)?.ledgers.push(one);
  return books;
}
