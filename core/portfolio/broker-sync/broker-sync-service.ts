import { fileOlderPrices, knownQuotes, rederivePositions } from '../positions/index.ts';
import {
  leaveOutRecorded,
  leaveOutRecordedDays,
  portfoliosWithHoldings,
  portfoliosWithTrades,
  findPortfolioByName,
  isNetworth,
  NETWORTH,
  ensurePortfolio,
} from '../records/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import type { PriceSessions, SettlementDays } from '../../market/calendar/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { type Context, Decimal, istDate, type DbTransaction } from '../../platform/index.ts';
import type {
  CommonPortfolio,
  PortfolioSync,
  SyncHooks,
  SyncResult,
  SyncToCommit,
  TradeNames,
} from '../../brokers/index.ts';
import {
  agreeingHoldings,
  changesNotice,
  NOTHING_NOTED,
  noteTrades,
  noteUnits,
  oldestAsked,
} from '../broker-changes/index.ts';
import { together } from '../common-portfolio.ts';
import { HoldingModel, ImportModel, PortfolioModel } from '../models.ts';
import { closeBefore } from '../prices/index.ts';
import { planHoldings } from './holding-plan.ts';
import { reconcileIntraday } from './intraday.ts';
import { settleMissing } from './missing-holdings.ts';
import { forgetAsked, keepAsked, stageAsked, unbookAsked } from './asked-trades.ts';
import {
  admit,
  completeCharges,
  countStaged,
  insertStaged,
  intradayDays,
  keepStock,
  knownSymbols,
  ledgerQuantities,
  stageTrades,
} from './broker-sync-store.ts';
import { brokerLedger } from './broker-ledger.ts';
import { heldByStock } from './held-by-stock.ts';

const STAGED_HOURS = 24;

/** What a broker's sync writes to portfolios (spec: Connection sync rules 2 and 3). It never deletes a transaction. */
export function createBrokerSyncService(
  context: Context,
  {
    sessions,
    settlement,
    notifications,
  }: {
    sessions: PriceSessions;
    settlement: SettlementDays;
    notifications: Pick<Notifications, 'notifyWithin'>;
  },
): PortfolioSync {
  const { clock, database, log } = context;
  const mutation = auditedMutation(context);

  const commit = mutation('broker_sync.commit', {
    topics: ['ledger', 'prices', 'connections'],
    long: true,
    async run(change, sync: SyncToCommit, hooks: SyncHooks) {
      const { trx, userId } = change;
      const { write: mayWrite, isSeen = false, names } = await hooks.begin(trx, await inCommon(trx, sync));
      if (!mayWrite) {
        await ImportModel.query(trx).deleteById(sync.staging.id);
        return { result: null, isSeen };
      }
      const result = await write(trx, userId, sync, names);
      const others = await hooks.end(change, result);
      return { result, isSeen: result.changed || others };
    },
    isSeen: (done: { isSeen: boolean }) => done.isSeen,
  });

  return {
    nameFault: (name) =>
      isNetworth(name) ? `${NETWORTH} is the total of all portfolios. Choose another one.` : null,

    async symbols(userId, portfolio) {
      return await database.readAsUser(userId, async (trx) => {
        const row = await findTarget(trx, portfolio);
        return row === undefined ? [] : await knownSymbols(trx, row.id);
      });
    },

    askedSince: (userId, connectionId) =>
      database.readAsUser(userId, (trx) => oldestAsked(trx, connectionId)),

    async stage(userId, key) {
      const now = clock.now();
      const { id } = await database.asUser(userId, async (trx) => {
        await ImportModel.query(trx).where({ status: 'STAGING', detected_format: key }).delete();
        return await ImportModel.query(trx)
          .insert(stagingOf(userId, key, now))
          .returning('id');
      });
      let rows = 0;
      return {
        id,
        async add(trades) {
          const first = rows + 1;
          rows += trades.length;
          await database.asUser(userId, (trx) => stageTrades(trx, userId, id, first, trades));
        },
        async discard() {
          await database.asUser(userId, (trx) => ImportModel.query(trx).deleteById(id));
        },
      };
    },

    async bookAsked({ trx, userId, now }, { key, connection_id, portfolio_id, name, symbol }) {
      const before = await unbookAsked(trx, { key, portfolio_id, name });
      await rederivePositions(trx, userId, before, now);
      const portfolio = await PortfolioModel.query(trx).findById(portfolio_id);
      if (symbol === null || portfolio === undefined) return;
      const { id } = await ImportModel.query(trx)
        .insert(stagingOf(userId, `${key}:answer`, now))
        .returning('id');
      await stageAsked(trx, id, { key, portfolio_id, name, symbol });
      await leaveOutRecorded(trx, id, portfolio_id);
      await leaveOutRecordedDays(trx, { importId: id, rows: null, portfolio: portfolio.name });
      const staged = { importId: id, connectionId: connection_id };
      const booked = await insertStaged(trx, userId, staged, portfolio.name, null);
      await rederivePositions(trx, userId, [...booked.symbols, ...booked.timed], now);
      const held = await HoldingModel.query(trx).where({ portfolio_id, source: 'BROKER' });
      await closeGaps(trx, userId, portfolio, staged, held);
      await ImportModel.query(trx).deleteById(id);
    },

    forgetAsked,

    commitSync: async (userId, sync, hooks, actor) => (await commit(userId, sync, hooks, actor)).result,
  };

  /** Other portfolios with what came; none once the portfolio is decided, or where it has some of it itself. */
  async function inCommon(trx: DbTransaction, sync: SyncToCommit): Promise<CommonPortfolio[]> {
    if (sync.portfolio.id !== null) return [];
    const found = together(
      await portfoliosWithTrades(trx, sync.staging.id),
      await portfoliosWithHoldings(trx, sync.holdings),
    );
    const target = await findTarget(trx, sync.portfolio);
    return found.some(({ id }) => id === target?.id) ? [] : found;
  }

  async function write(
    trx: DbTransaction,
    userId: string,
    sync: SyncToCommit,
    names: TradeNames = { key: '', symbols: new Map(), candidates: new Set() },
  ): Promise<SyncResult> {
    const { staging, source, readAt } = sync;
    const now = clock.now();
    const target = await findTarget(trx, sync.portfolio);
    const portfolio = target ?? (await makeTarget(trx, userId, sync.portfolio.name));

    const { asked, kept } = await keepAsked(trx, {
      userId,
      stagingId: staging.id,
      portfolioId: portfolio.id,
      names,
      now,
    });
    const counts = await countStaged(trx, staging.id);
    const reading = { ...sync, importId: staging.id, portfolioId: portfolio.id };
    const at = { userId, now };
    const agreed = await agreeingHoldings(trx, portfolio.id);
    const trades = target === undefined ? NOTHING_NOTED : await noteTrades(trx, reading, at);
    if (target !== undefined) {
      await leaveOutRecorded(trx, staging.id, portfolio.id);
      await leaveOutRecordedDays(trx, { importId: staging.id, rows: null, portfolio: portfolio.name });
    }
    const delivered = await insertStaged(trx, userId, reading, portfolio.name, null);
    const charged = await completeCharges(trx, staging.id, portfolio.id);
    await rederivePositions(trx, userId, [...delivered.symbols, ...delivered.timed, ...charged], now);

    // Holdings come after the trades: a stock that lacks some of them is completed by them.
    const before = await HoldingModel.query(trx).where('portfolio_id', portfolio.id);
    const found = await heldByStock(trx, portfolio.id, { before, ...sync, settlement });
    const held = found.filter(({ quantity }) => !new Decimal(quantity).isZero());
    const today = istDate(now);
    const plan = planHoldings(before, held, { source, readAt, today, isCloseBefore: closeBefore(sessions) });
    for (const { symbol, change_pct } of plan.refused)
      log.error({ symbol, change_pct, source }, 'a fund price more than 15% off was rejected');
    const filed = await fileOlderPrices(
      trx,
      plan.older.map((one) => ({ ...one, owner_user_id: userId, portfolio_id: portfolio.id, source })),
    );
    const quotes = await knownQuotes(
      trx,
      plan.inserts.map(({ symbol, currency }) => ({ symbol, currency: currency ?? '' })),
    );
    for (const row of plan.inserts)
      await HoldingModel.query(trx).insert({
        ...quotes({ symbol: row.symbol, currency: row.currency ?? '' }),
        ...row,
        owner_user_id: userId,
        portfolio_id: portfolio.id,
        updated_at: now,
      });
    for (const { id, patch } of plan.updates)
      await HoldingModel.query(trx)
        .findById(id)
        .patch({ ...patch, updated_at: now });

    await keepStock(trx, portfolio.id, found);
    const intraday = await closeGaps(trx, userId, portfolio, reading, held);
    const gone = await settleMissing(trx, portfolio.id, { before, held, now });
    const ledgerOf = (symbols: readonly string[]) => brokerLedger(trx, portfolio.id, symbols, found);
    const units = await noteUnits(
      trx,
      { ...reading, before, held, agreed, asked: names.candidates, ledgerOf },
      at,
    );
    if (trades.opened.length > 0)
      await notifications.notifyWithin(trx, userId, changesNotice(trades.opened, portfolio.name));
    await ImportModel.query(trx).deleteById(staging.id);

    const imported = delivered.imported + intraday;
    return {
      portfolio: { id: portfolio.id, name: portfolio.name },
      holdings: new Set(held.map(({ symbol }) => symbol)).size,
      prices_kept: plan.prices_kept,
      trades_new: imported,
      trades_known: counts.trades - counts.intraday - delivered.imported,
      intraday_left_out: counts.intraday - intraday,
      not_at_broker: gone.left,
      asked,
      changed:
        target === undefined ||
        imported + charged.length + delivered.timed.length > 0 ||
        gone.changed ||
        trades.changed ||
        units ||
        kept > 0 ||
        filed.length > 0 ||
        plan.inserts.length + plan.updates.length > 0,
    };
  }

  async function closeGaps(
    trx: DbTransaction,
    userId: string,
    portfolio: PortfolioModel,
    of: { importId: string; connectionId: string | null },
    held: readonly { symbol: string; quantity: Decimal.Value }[],
  ): Promise<number> {
    const days = await intradayDays(trx, of.importId, portfolio.id);
    if (days.length === 0) return 0;
    const symbols = [...new Set(days.map(({ symbol }) => symbol))];
    const ledger = await ledgerQuantities(trx, portfolio.id, symbols);
    const gaps = new Map(
      symbols.map((symbol) => {
        const atBroker = held
          .filter((holding) => holding.symbol === symbol)
          .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
        return [symbol, atBroker.minus(ledger.get(symbol)?.quantity ?? 0)];
      }),
    );
    const rows = reconcileIntraday(days, gaps).flatMap((day) => day.rows);
    if (rows.length === 0) return 0;
    await admit(trx, of.importId, rows);
    const { imported, symbols: touched } = await insertStaged(trx, userId, of, portfolio.name, rows);
    await rederivePositions(trx, userId, touched, clock.now());
    return imported;
  }
}

const stagingOf = (userId: string, key: string, now: Date) =>
  ({
    owner_user_id: userId,
    status: 'STAGING',
    type: 'transactions',
    detected_format: key,
    created_at: now,
    expires_at: new Date(now.getTime() + STAGED_HOURS * 3_600_000),
  }) as const;

async function findTarget(
  trx: DbTransaction,
  { id, name }: SyncToCommit['portfolio'],
): Promise<PortfolioModel | undefined> {
  const known = id === null ? undefined : await PortfolioModel.query(trx).findById(id);
  return known ?? (await findPortfolioByName(trx, name));
}

async function makeTarget(trx: DbTransaction, userId: string, name: string): Promise<PortfolioModel> {
  if (isNetworth(name)) throw new Error('a broker cannot sync into the total');
  return await ensurePortfolio(trx, userId, name);
}
