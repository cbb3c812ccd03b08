import type { Context } from '../context.ts';
import { invalid, istDate, istHour, notFound, type Transaction, toScale } from '../platform/index.ts';
import { holdingsToValue, type HoldingToValue } from './dashboard-store.ts';
import { amountToNumber } from './fixed-point.ts';
import type { LoadFx } from './fx.ts';
import { NETWORTH } from './inputs.ts';
import { replayPositions } from './ledger-store.ts';
import type { LedgerPosition } from './ledger-position.ts';
import { type PortfolioModel, PositionModel, SnapshotModel } from './models.ts';
import { ensureNetworth, findPortfolioByName, listPortfolios } from './portfolio-store.ts';
import { valueEach } from './holding-value.ts';
import {
  type LedgerFlow,
  ledgerFlows,
  type SnapshotFields,
  snapshotFields,
  type UnknownCost,
} from './snapshot.ts';
import { type SnapshotView, snapshotView } from './snapshot-view.ts';
import { valueHoldings } from './valuation.ts';

export interface SnapshotQuery {
  portfolio?: string | undefined;
  /** ISO times, both ends included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Keeps the most recent N after the window. */
  limit?: number | undefined;
}

/** Points one answer may hold: 14 months of hours. */
export const MOST_SNAPSHOTS = 10_000;

/** Whether a position holds, or sold, units whose cost nobody knows. */
function hasUnknownCost({ position }: { position: LedgerPosition }): boolean {
  return !position.unknown_cost_quantity.isZero() || !position.unknown_cost_sold.isZero();
}

/** Such positions with what is held of them now. */
function unknownCosts(
  ledgers: readonly { portfolio: string; position: LedgerPosition }[],
  holdings: readonly HoldingToValue[],
  options: Parameters<typeof valueEach>[1],
): UnknownCost[] {
  return ledgers.filter(hasUnknownCost).map(({ portfolio, position: { symbol, quantity } }) => {
    const own = holdings.filter((one) => one.portfolio_id === portfolio && one.symbol === symbol);
    const worth = valueEach(own, options)[0]?.base.value ?? null;
    return { symbol, value: quantity.isZero() ? 0 : worth === null ? null : amountToNumber(worth) };
  });
}

export type SnapshotService = ReturnType<typeof createSnapshotService>;

/** Hourly snapshots of every portfolio and of Networth (spec: Resources "Snapshot"; reports /snapshots). */
export function createSnapshotService(context: Context, loadFx: LoadFx) {
  const { database, clock } = context;

  async function measure(
    trx: Transaction,
    portfolios: PortfolioModel[],
    now: Date,
  ): Promise<{ portfolio: PortfolioModel; fields: SnapshotFields }[]> {
    const holdings = await holdingsToValue(trx);
    const positions: { portfolio: string; position: LedgerPosition; flows: LedgerFlow[] }[] = [];
    const keys = await PositionModel.query(trx).select('portfolio_id', 'symbol');
    await replayPositions(trx, keys, async (key, position) => {
      // Its flows along with it, a batch at a time: those of a long ledger at once would hold up other requests.
      if (position !== null)
        positions.push({ portfolio: key.portfolio_id, position, flows: ledgerFlows([position]) });
    });
    const targets = new Set(portfolios.map(({ base_currency }) => base_currency));
    const foreign = positions.filter(({ position }) => targets.size > 1 || !targets.has(position.currency));
    const fx = await loadFx(trx, {
      from: [...holdings, ...positions.map(({ position }) => position)].map(({ currency }) => currency),
      to: targets,
      days: foreign.flatMap(({ flows }) => flows).map(({ date }) => date),
    });
    const measured: { portfolio: PortfolioModel; fields: SnapshotFields }[] = [];
    for (const portfolio of portfolios) {
      const own = portfolio.is_protected
        ? holdings
        : holdings.filter((row) => row.portfolio_id === portfolio.id);
      const ledgers = positions.filter((one) => portfolio.is_protected || one.portfolio === portfolio.id);
      const { total } = valueHoldings(own, { base: portfolio.base_currency, fx, now });
      // Others are served between the value and the return, and between one portfolio and the next.
      await new Promise((resolve) => setImmediate(resolve));
      const fields = snapshotFields({
        total,
        holdings: own.map((row) => ({
          portfolio: row.portfolio_id,
          symbol: row.symbol,
          quantity: row.quantity,
        })),
        positions: ledgers.map((one) => ({
          portfolio: one.portfolio,
          symbol: one.position.symbol,
          currency: one.position.currency,
          quantity: one.position.quantity,
          dividends: one.position.dividends,
        })),
        unknown_cost: unknownCosts(ledgers, own, { base: portfolio.base_currency, fx, now }),
        flows: ledgers.filter((one) => !hasUnknownCost(one)).flatMap(({ flows }) => flows),
        fx,
        date: istDate(now),
      });
      measured.push({ portfolio, fields });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return measured;
  }

  const portfolioOf = async (
    trx: Transaction,
    userId: string,
    name: string | undefined,
  ): Promise<PortfolioModel> => {
    const wanted = name?.trim() || NETWORTH;
    if (wanted.toLowerCase() === NETWORTH.toLowerCase()) return await ensureNetworth(trx, userId);
    const row = await findPortfolioByName(trx, wanted);
    if (row === undefined) throw notFound('PORTFOLIO');
    return row;
  };

  return {
    /**
     * Records this hour for every portfolio and for Networth. An hour that is recorded already stays as it is, so the
     * call may be repeated; past hours are never made up.
     * @returns how many snapshots were written.
     */
    async take(userId: string): Promise<number> {
      const now = clock.now();
      return await database.change(userId, async (trx) => {
        await ensureNetworth(trx, userId);
        const recorded = new Set(
          (await SnapshotModel.query(trx).select('portfolio_id').where('hour', istHour(now))).map(
            (row) => row.portfolio_id,
          ),
        );
        const missing = (await listPortfolios(trx)).filter((portfolio) => !recorded.has(portfolio.id));
        if (missing.length === 0) return 0;
        const exact = (value: number | null) => (value === null ? null : toScale(value));
        for (const { portfolio, fields } of await measure(trx, missing, now)) {
          await SnapshotModel.query(trx).insert({
            owner_user_id: userId,
            portfolio_id: portfolio.id,
            hour: istHour(now),
            recorded_at: now,
            current_value: exact(fields.current_value),
            total_invested: exact(fields.total_invested),
            total_profit: exact(fields.total_profit),
            total_profit_pct: fields.total_profit_pct,
            total_dividends: exact(fields.total_dividends),
            xirr: fields.xirr,
            holdings_count: fields.holdings_count,
            state: fields.state,
          });
        }
        return missing.length;
      });
    },

    /** What a snapshot taken now would hold, with a reason for every figure that is unknown. @throws 404. */
    async current(
      userId: string,
      portfolio?: string,
    ): Promise<SnapshotFields & { portfolio: string; currency: string }> {
      return await database.asUser(userId, async (trx) => {
        const row = await portfolioOf(trx, userId, portfolio);
        const [measured] = await measure(trx, [row], clock.now());
        if (measured === undefined) throw notFound('PORTFOLIO');
        return { portfolio: row.name, currency: row.base_currency, ...measured.fields };
      });
    },

    /**
     * The series of a portfolio (Networth when none is named), oldest first.
     * @throws 404 PORTFOLIO_NOT_FOUND; 422 VALIDATION_ERROR for a window that ends before it begins.
     */
    async list(
      userId: string,
      query: SnapshotQuery = {},
    ): Promise<{ portfolio: string; items: SnapshotView[] }> {
      const { from, to } = query;
      if (from !== undefined && to !== undefined && new Date(from) > new Date(to))
        throw invalid([{ field: 'from', message: 'from must not be after to.' }]);
      return await database.asUser(userId, async (trx) => {
        const portfolio = await portfolioOf(trx, userId, query.portfolio);
        const rows = await SnapshotModel.query(trx)
          .where('portfolio_id', portfolio.id)
          .where((where) => {
            if (query.from !== undefined) void where.where('recorded_at', '>=', query.from);
            if (query.to !== undefined) void where.where('recorded_at', '<=', query.to);
          })
          .orderBy('recorded_at', 'desc')
          .limit(Math.min(query.limit ?? MOST_SNAPSHOTS, MOST_SNAPSHOTS));
        return {
          portfolio: portfolio.name,
          items: rows.toReversed().map((row) => snapshotView(row, portfolio.name)),
        };
      });
    },

    /** @throws 404 SNAPSHOT_NOT_FOUND when none is recorded yet. */
    async latest(userId: string, portfolio?: string): Promise<SnapshotView> {
      const { items } = await this.list(userId, { portfolio, limit: 1 });
      const [last] = items;
      if (last === undefined)
        throw notFound('SNAPSHOT', 'No snapshot is recorded yet: one is taken every hour while Munim runs.');
      return last;
    },
  };
}
