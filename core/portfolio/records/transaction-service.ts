import { overflowProblem, hasPrice } from '../ledger/index.ts';
import {
  isAcceptedUnits,
  type NamedSymbol,
  namedSymbol,
  rederivePositions,
  type PositionKey,
} from '../positions/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type FieldError,
  notFound,
  toScale,
  type DbTransaction,
  unlessUnique,
  fieldsOf,
  parseInput,
  type Page,
  pageWindow,
} from '../../platform/index.ts';
import { type TransactionInput, transactionInput, transactionRules } from './inputs.ts';
import { TransactionModel, type TransactionSource, TrashModel } from '../models.ts';
import { ensurePortfolio } from './portfolio-store.ts';
import { moveToTrash, findInTrash, restoreFromTrash } from './trash-store.ts';
import { findTransaction, lastMovements, transactionRows, pageOfTransactions } from './transaction-store.ts';
import { type TransactionView, toTransactionView } from './transaction-view.ts';
import type { TransactionQuery } from './query.ts';
import { lastTradeDay, liesAhead } from '../../market/calendar/index.ts';

/** Use-cases of transactions. Every change replays the ledger of the symbols it touches in the same transaction. */
export function createTransactionService(context: Context) {
  const { database, clock } = context;
  const mutation = auditedMutation(context);

  const columns = (input: TransactionInput, portfolioId: string, named: NamedSymbol) => ({
    portfolio_id: portfolioId,
    ...named,
    trade_date: input.date,
    type: input.type,
    quantity: toScale(input.quantity),
    price: toScale(hasPrice(input.type) ? (input.price ?? 0) : 0),
    fee_tax: toScale(input.fee_tax ?? 0),
    currency: input.currency,
    isin: input.isin?.trim().toUpperCase() || null,
    security_id: input.security_id?.trim() || null,
    asset_class: input.asset_class ?? null,
    note: input.note?.trim() || null,
  });

  /** What is wrong with a transaction; a day that is on record already may stay. */
  const rulesWith =
    (recorded: string | null) =>
    (input: TransactionInput): FieldError[] => [
      ...transactionRules(input),
      ...(input.date > lastTradeDay(clock.now()) && input.date !== recorded
        ? [{ field: 'date', message: liesAhead(input.date) }]
        : []),
    ];

  /** Replays what a new or changed row touches. @throws 422 where a sum would then be larger than can be kept. */
  const follow = async (trx: DbTransaction, userId: string, keys: PositionKey[]): Promise<void> => {
    const overflowing = await rederivePositions(trx, userId, keys, clock.now());
    if (overflowing.length > 0) throw overflowProblem(overflowing);
  };

  const viewOf = async (trx: DbTransaction, id: string): Promise<TransactionView> => {
    const row = await findTransaction(trx, id);
    if (row === undefined) throw notFound('TRANSACTION');
    return toTransactionView(row);
  };

  const create = mutation('transaction.create', {
    input: transactionInput,
    rules: rulesWith(null),
    topics: ['ledger'],
    async run(change, input, source: TransactionSource) {
      const { trx, userId } = change;
      const portfolioId = (await ensurePortfolio(trx, userId, input.portfolio)).id;
      const symbol = await namedSymbol(trx, portfolioId, input.symbol, input.date);
      const row = await guardIdentity(() =>
        TransactionModel.query(trx)
          .insert({ owner_user_id: userId, source, ...columns(input, portfolioId, symbol) })
          .returning('*'),
      );
      await follow(trx, userId, [{ portfolio_id: portfolioId, symbol: row.symbol }]);
      const view = await viewOf(trx, row.id);
      await change.record('TRANSACTION_CREATED', row.id, view);
      return view;
    },
  });

  return {
    async list(userId: string, query: TransactionQuery): Promise<Page<TransactionView>> {
      const { page, page_size } = pageWindow(query);
      return await database.readAsUser(userId, async (trx) => {
        const { rows, total } = await pageOfTransactions(trx, userId, query);
        return { items: rows.map(toTransactionView), page, page_size, total };
      });
    },

    async get(userId: string, id: string): Promise<TransactionView> {
      return await database.readAsUser(userId, (trx) => viewOf(trx, id));
    },

    /** The last day after `after` on which units of a symbol were bought, sold or moved, by symbol. */
    lastMovements: (userId: string, after: string): Promise<Map<string, string>> =>
      database.readAsUser(userId, (trx) => lastMovements(trx, after)),

    /**
     * Records a transaction; its portfolio gets a definition when the name is new.
     * @throws 422 VALIDATION_ERROR, 409 TRANSACTION_EXISTS when the same trade is already recorded.
     */
    create: async (
      userId: string,
      body: unknown,
      actor: Actor,
      source: TransactionSource = 'MANUAL',
    ): Promise<TransactionView> => await create(userId, source, body, actor),

    /** Replaces the given fields. @throws 404, 422, 409 TRANSACTION_EXISTS. */
    update: mutation('transaction.update', {
      input: transactionInput.partial(),
      topics: ['ledger'],
      async run(change, changes, id: string) {
        const { now, trx, userId } = change;
        const before = await change.locked('TRANSACTION', transactionRows, id, 't');
        refuseDerived(before);
        const old = toTransactionView(before);
        const kept = fieldsOf(transactionInput, old);
        const merged = parseInput(transactionInput, { ...kept, ...changes }, rulesWith(old.date));
        const portfolioId = (await ensurePortfolio(trx, userId, merged.portfolio)).id;
        const meant =
          merged.symbol === before.symbol
            ? { symbol: before.symbol, recorded_symbol: before.recorded_symbol }
            : await namedSymbol(trx, portfolioId, merged.symbol, merged.date);
        // Numbers the request leaves alone keep every decimal they have.
        const next = {
          ...columns(merged, portfolioId, meant),
          ...(changes.quantity === undefined ? { quantity: before.quantity } : {}),
          ...(changes.price === undefined && hasPrice(merged.type) ? { price: before.price } : {}),
          ...(changes.fee_tax === undefined ? { fee_tax: before.fee_tax } : {}),
        };
        await guardIdentity(() =>
          TransactionModel.query(trx)
            .findById(id)
            .patch({ ...next, updated_at: now }),
        );
        await follow(trx, userId, [
          { portfolio_id: before.portfolio_id, symbol: before.symbol },
          { portfolio_id: portfolioId, symbol: next.symbol },
        ]);
        const view = await viewOf(trx, id);
        await change.record('TRANSACTION_UPDATED', id, { before: old, after: view });
        return view;
      },
    }),

    /** Deletes a transaction; `restore` takes it back for 30 days. @throws 404 TRANSACTION_NOT_FOUND. */
    remove: mutation('transaction.remove', {
      topics: ['ledger'],
      async run(change, id: string): Promise<void> {
        const { now, trx, userId } = change;
        const row = await change.locked('TRANSACTION', transactionRows, id, 't');
        refuseDerived(row);
        await moveToTrash(trx, userId, 'transaction', id, now);
        await TransactionModel.query(trx).deleteById(id);
        await rederivePositions(trx, userId, [{ portfolio_id: row.portfolio_id, symbol: row.symbol }], now);
        await change.record('TRANSACTION_DELETED', id, toTransactionView(row));
      },
    }),

    /** Brings a deleted transaction back under its old id. @throws 404, 409 TRANSACTION_EXISTS when it was entered again. */
    restore: mutation('transaction.restore', {
      topics: ['ledger'],
      async run(change, id: string) {
        const { trx, userId } = change;
        const kept = await findInTrash(trx, 'transaction', id);
        await guardIdentity(() => restoreFromTrash(trx, 'transaction', kept.body));
        await TrashModel.query(trx).deleteById(kept.id);
        const view = await viewOf(trx, id);
        await follow(trx, userId, [{ portfolio_id: String(kept.body.portfolio_id), symbol: view.symbol }]);
        await change.record('TRANSACTION_RESTORED', id, view);
        return view;
      },
    }),
  };
}

function refuseDerived(row: TransactionModel): void {
  if (row.action_id === null && !isAcceptedUnits(row)) return;
  throw conflict(
    'TRANSACTION_DERIVED',
    row.action_id === null
      ? 'This transaction comes from a change by your broker that you accepted. Undo it under Changes by brokers instead.'
      : 'This transaction comes from a corporate action. Undo the action under Corporate actions instead.',
  );
}

const guardIdentity = <T>(write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () =>
    conflict(
      'TRANSACTION_EXISTS',
      'This trade is already recorded (same portfolio, symbol, date, type, quantity, price and currency). If it happened twice, change the quantity of the recorded one to the total.',
    ),
  );
