import { createLedger } from '../ledger/index.ts';
import { Decimal, type DbTransaction } from '../../platform/index.ts';
import { readLedgerRows } from './ledger-reader.ts';
import type { PositionKey } from './position-key.ts';

/** Begins the execution ids of rows that stand for units which a broker shows without a trade. */
export const ACCEPTED_UNITS = 'holding:';

/** True for such a row: it follows from the person's decision, and is not edited by itself. */
export const isAcceptedUnits = (row: { source: string; execution_id: string | null }): boolean =>
  row.source === 'BROKER' && row.execution_id?.startsWith(ACCEPTED_UNITS) === true;

/** A decision with the row as it was recorded, values as text, and the units that it brought the ledger to on its day. */
interface AcceptedUnits {
  subject: string;
  symbol: string;
  portfolio_id: string;
  kept: Record<'trade_date' | 'type' | 'quantity' | 'target', string>;
  /** Units of the row now; null where there is none. */
  recorded: Decimal | null;
}

/** Units of a position at the end of a day by its trades, without one row; below 0 where purchases are not recorded. */
export async function unitsOn(
  trx: DbTransaction,
  key: PositionKey,
  { day, without }: { day: string; without: string },
): Promise<Decimal> {
  const ledger = createLedger();
  for (const row of await readLedgerRows(trx, { keys: [key], until: day }))
    if (row.execution_id !== without) ledger.apply(row);
  const [position] = ledger.result().positions;
  return position === undefined ? new Decimal(0) : position.quantity.minus(position.unmatched_quantity);
}

/**
 * Makes the rows for units that a broker showed without a trade stand for those alone that no trade up to their day explains: a
 * trade or corporate action that is recorded later takes their place, and they come back if it is deleted again.
 * @returns positions of which a row was changed.
 */
export async function settleAcceptedUnits(
  trx: DbTransaction,
  touched: readonly PositionKey[],
): Promise<PositionKey[]> {
  if (touched.length === 0) return [];
  const { rows } = await trx.raw<{ rows: AcceptedUnits[] }>(
    `select c.subject, coalesce(t.symbol, c.symbol) as symbol, c.portfolio_id::text, c.kept, t.quantity as recorded
     from portfolio.broker_changes c
       left join portfolio.transactions t on t.portfolio_id = c.portfolio_id and t.execution_id = c.subject
     where c.kind = 'QUANTITY' and c.state = 'ACCEPTED' and c.kept is not null
       and (c.portfolio_id, coalesce(t.symbol, c.symbol)) in (select * from unnest(?::bigint[], ?::text[]))
     order by c.kept ->> 'trade_date', c.id`,
    [touched.map((key) => key.portfolio_id), touched.map(({ symbol }) => symbol)] as never,
  );
  const changed: PositionKey[] = [];
  for (const { subject, symbol, portfolio_id, kept, recorded } of rows) {
    const key = { portfolio_id, symbol };
    const units = await unitsOn(trx, key, { day: kept.trade_date, without: subject });
    const short = new Decimal(kept.target).minus(units).times(kept.type === 'TRANSFER_IN' ? 1 : -1);
    const wanted = Decimal.max(0, Decimal.min(short, kept.quantity));
    if (wanted.eq(recorded ?? 0)) continue;
    await trx.raw('delete from portfolio.transactions where portfolio_id = ? and execution_id = ?', [
      portfolio_id,
      subject,
    ]);
    if (!wanted.isZero())
      await trx.raw(
        `insert into portfolio.transactions
         select * from jsonb_populate_record(null::portfolio.transactions, ?::jsonb)`,
        [JSON.stringify({ ...kept, symbol, quantity: wanted.toFixed() })],
      );
    changed.push(key);
  }
  return changed;
}
