import type { AuditedChange } from '../../audit/index.ts';
import { conflict, dayBefore, type Decimal, notFound, toScale } from '../../platform/index.ts';
import { overflowProblem } from '../ledger/index.ts';
import { TransactionModel, TrashModel } from '../models.ts';
import {
  currentSymbol,
  namedSymbol,
  type PositionKey,
  rederivePositions,
  unitsOn,
} from '../positions/index.ts';
import {
  findTransaction,
  keptTransaction,
  moveToTrash,
  restoreMissing,
  toTransactionView,
} from '../records/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import { acceptedSubject, type BrokerChangeRow } from './change-store.ts';
import { isTrade, type TradeFacts } from './compare-trades.ts';
import { unitsRow } from './units-row.ts';

/** Writes the broker's version of a trade. @returns the row that it replaced or made, whole, for undoing it. */
export async function applyChange(
  change: AuditedChange,
  row: BrokerChangeRow,
): Promise<Record<string, unknown> | null> {
  const { kind, after } = row;
  if (kind === 'QUANTITY') return await recordUnits(change, row);
  if (kind === 'RETURNED') return isTrade(after) ? await recordAgain(change, row, after) : null;
  const recorded = await ownTransaction(change, row);
  // Deleted by hand meanwhile: as the broker has it already, or with nothing left to correct.
  if (recorded === undefined) return null;
  const kept = await keptTransaction(change.trx, recorded.id);
  if (kind === 'VANISHED') await remove(change, recorded.id);
  else if (isTrade(after)) await replace(change, recorded, columnsOf(after));
  return kept;
}

/**
 * Puts back what accepting replaced, deleted or recorded.
 * @throws 409 BROKER_CHANGE_EDITED if the transaction was changed since.
 */
export async function takeBackChange(change: AuditedChange, row: BrokerChangeRow): Promise<void> {
  const { after, kept, kind } = row;
  if (kept === null) return;
  const recorded = await ownTransaction(change, row);
  if (kind === 'VANISHED') {
    if (recorded !== undefined) return;
    await restoreMissing(change.trx, 'transaction', [kept]);
    await TrashModel.query(change.trx)
      .where({ kind: 'transaction', row_id: String(kept['id']) })
      .delete();
    await follow(change, { portfolio_id: row.portfolio_id, symbol: String(kept['symbol']) });
    await change.record('TRANSACTION_RESTORED', String(kept['id']), await viewOf(change, String(kept['id'])));
    return;
  }
  if (kind === 'QUANTITY') {
    // None where trades that came later explain all of them.
    if (recorded !== undefined) await remove(change, recorded.id, { isKept: false });
    return;
  }
  if (recorded === undefined || !isTrade(after) || !isStill(recorded, after))
    throw conflict(
      'BROKER_CHANGE_EDITED',
      'This transaction was edited or deleted after you accepted the change. Edit it under Transactions instead.',
    );
  if (kind === 'RETURNED') await remove(change, recorded.id);
  else await replace(change, recorded, columnsOf(keptFacts(kept)));
}

async function ownTransaction(
  { trx }: AuditedChange,
  { portfolio_id, subject }: BrokerChangeRow,
): Promise<TransactionModel | undefined> {
  return await TransactionModel.query(trx).findOne({ portfolio_id, execution_id: subject }).forUpdate();
}

type Columns = Pick<
  TransactionModel,
  'trade_date' | 'type' | 'quantity' | 'price' | 'fee_tax' | 'currency'
> & {
  executed_at: string | null;
};

const columnsOf = (facts: Omit<TradeFacts, 'symbol' | 'isin' | 'security_id' | 'asset_class'>): Columns => ({
  trade_date: facts.date,
  type: facts.type,
  quantity: toScale(facts.quantity),
  price: toScale(facts.price),
  fee_tax: toScale(facts.fee_tax),
  currency: facts.currency,
  executed_at: facts.executed_at,
});

function keptFacts(kept: Record<string, unknown>) {
  const text = (name: string): string => String(kept[name]);
  return {
    date: text('trade_date'),
    type: text('type') as TradeFacts['type'],
    quantity: text('quantity'),
    price: text('price'),
    fee_tax: text('fee_tax'),
    currency: text('currency'),
    executed_at: kept['executed_at'] === null ? null : text('executed_at'),
  };
}

function isStill(row: TransactionModel, facts: TradeFacts): boolean {
  const { trade_date, type, quantity, price, fee_tax, currency } = columnsOf(facts);
  return (
    row.trade_date === trade_date &&
    row.type === type &&
    row.currency === currency &&
    row.quantity.eq(quantity) &&
    row.price.eq(price) &&
    row.fee_tax.eq(fee_tax)
  );
}

async function replace(change: AuditedChange, recorded: TransactionModel, columns: Columns): Promise<void> {
  const { now, trx } = change;
  const before = await viewOf(change, recorded.id);
  await TransactionModel.query(trx)
    .findById(recorded.id)
    .patch({ ...columns, updated_at: now });
  await follow(change, recorded);
  await change.record('TRANSACTION_UPDATED', recorded.id, {
    before,
    after: await viewOf(change, recorded.id),
  });
}

/** @param isKept can be restored from the trash. */
async function remove(change: AuditedChange, id: string, { isKept } = { isKept: true }): Promise<void> {
  const { now, trx, userId } = change;
  const view = await viewOf(change, id);
  const { portfolio_id, symbol } = await rowOf(change, id);
  if (isKept) await moveToTrash(trx, userId, 'transaction', id, now);
  await TransactionModel.query(trx).deleteById(id);
  await follow(change, { portfolio_id, symbol });
  await change.record('TRANSACTION_DELETED', id, view);
}

async function recordAgain(
  change: AuditedChange,
  { connection_id, portfolio_id, subject }: BrokerChangeRow,
  after: TradeFacts,
): Promise<Record<string, unknown> | null> {
  const { trx, userId } = change;
  const symbol = await namedSymbol(trx, portfolio_id, after.symbol, after.date);
  const { isin, security_id } = after;
  const made = await TransactionModel.query(trx)
    .insert({
      owner_user_id: userId,
      portfolio_id,
      ...symbol,
      ...columnsOf(after),
      isin,
      security_id,
      asset_class: after.asset_class as AssetClass | null,
      execution_id: subject,
      source: 'BROKER',
      connection_id,
    })
    .onConflict()
    .ignore()
    .returning('id');
  // Somebody recorded it already.
  if (made === undefined) return null;
  await follow(change, { portfolio_id, symbol: symbol.symbol });
  await change.record('TRANSACTION_CREATED', made.id, await viewOf(change, made.id));
  return await keptTransaction(trx, made.id);
}

/** Records the units that no trade explains, with the units that the ledger has by them at the end of their day. */
async function recordUnits(
  change: AuditedChange,
  row: BrokerChangeRow,
): Promise<Record<string, unknown> | null> {
  const { trx, userId } = change;
  const { after, portfolio_id, current_symbol: symbol, isin, asset_class } = row;
  const units = unitsRow(row);
  if (units === null || after === null)
    throw conflict(
      'BROKER_CHANGE_NOT_OPEN',
      'Your transactions explain these units now, so accepting would record nothing. Refresh the list.',
    );
  const { type, date, quantity, currency } = units;
  const execution_id = acceptedSubject(symbol);
  const isRenamed = (await currentSymbol(trx, portfolio_id, after.symbol, date)) === symbol;
  const unitsBy = (day: string) => unitsOn(trx, { portfolio_id, symbol }, { day, without: execution_id });
  const [onDay, before] = [await unitsBy(date), await unitsBy(dayBefore(date))];
  const { id } = await TransactionModel.query(trx)
    .insert({
      owner_user_id: userId,
      portfolio_id,
      symbol,
      recorded_symbol: isRenamed ? after.symbol : null,
      trade_date: date,
      type,
      quantity: toScale(quantity),
      price: toScale(0),
      fee_tax: toScale(0),
      currency,
      isin,
      asset_class: asset_class as AssetClass | null,
      note: 'Units that your broker showed without a trade.',
      execution_id,
      source: 'BROKER',
    })
    .returning('id');
  await follow(change, { portfolio_id, symbol });
  await change.record('TRANSACTION_CREATED', id, await viewOf(change, id));
  const target = (units: Decimal) => units.plus(type === 'TRANSFER_IN' ? quantity : quantity.neg()).toFixed();
  return { ...(await keptTransaction(trx, id)), target: target(onDay), target_before: target(before) };
}

/** Holdings follow the ledger and the versions that wait. @throws 422 where a sum would then be larger than can be kept. */
export async function follow(
  { now, trx, userId }: AuditedChange,
  { portfolio_id, symbol }: PositionKey,
): Promise<void> {
  const overflowing = await rederivePositions(trx, userId, [{ portfolio_id, symbol }], now);
  if (overflowing.length > 0) throw overflowProblem(overflowing);
}

async function rowOf({ trx }: AuditedChange, id: string) {
  const row = await findTransaction(trx, id);
  if (row === undefined) throw notFound('TRANSACTION');
  return row;
}

const viewOf = async (change: AuditedChange, id: string) => toTransactionView(await rowOf(change, id));
