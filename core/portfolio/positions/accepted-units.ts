import { createLedger } from '../ledger/index.ts';
import { dayBefore, Decimal, type DbTransaction } from '../../platform/index.ts';
import { readLedgerRows } from './ledger-reader.ts';
import type { PositionKey } from './position-key.ts';

/** Begins the execution ids of rows that stand for units which a broker shows without a trade. */
export const ACCEPTED_UNITS = 'holding:';

/** True for such a row: it follows from the person's decision, and is not edited by itself. */
export const isAcceptedUnits = (row: { source: string; execution_id: string | null }): boolean =>
  row.source === 'BROKER' && row.execution_id?.startsWith(ACCEPTED_UNITS) === true;

/**
 * A decision with the row as it was recorded, values as text, and the units that it brought the ledger to on its day, and would
 * have without the trades of that day that were recorded then.
 */
export interface AcceptedUnits {
  subject: string;
  symbol: string;
  portfolio_id: string;
  /** What the row was called on its day, where that is another name. */
  recorded_symbol: string | null;
  kept: Record<'trade_date' | 'quantity' | 'target' | 'currency', string> & {
    type: 'TRANSFER_IN' | 'TRANSFER_OUT';
    target_before?: string;
  };
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

/** The accepted units of some positions, in the order of their days. */
export async function readAccepted(
  trx: DbTransaction,
  touched: readonly PositionKey[],
): Promise<AcceptedUnits[]> {
  if (touched.length === 0) return [];
  const { rows } = await trx.raw<{ rows: AcceptedUnits[] }>(
    `select c.subject, coalesce(t.symbol, c.symbol) as symbol, c.portfolio_id::text, c.kept, t.quantity as recorded,
       nullif(coalesce(c.kept ->> 'recorded_symbol', c.kept ->> 'symbol'), coalesce(t.symbol, c.symbol)) as recorded_symbol
     from portfolio.broker_changes c
       left join portfolio.transactions t on t.portfolio_id = c.portfolio_id and t.execution_id = c.subject
     where c.kind = 'QUANTITY' and c.state = 'ACCEPTED' and c.kept is not null
       and (c.portfolio_id, coalesce(t.symbol, c.symbol)) in (select * from unnest(?::bigint[], ?::text[]))
     order by c.kept ->> 'trade_date', c.id`,
    [touched.map((key) => key.portfolio_id), touched.map(({ symbol }) => symbol)] as never,
  );
  return rows;
}

const signOf = ({ kept }: AcceptedUnits): number => (kept.type === 'TRANSFER_IN' ? 1 : -1);

/**
 * Accepted units that no trade up to their day explains.
 * @param unitsBy units of the position at the end of a day without them.
 */
export async function unexplainedUnits(
  of: AcceptedUnits,
  unitsBy: (day: string) => Decimal | Promise<Decimal>,
): Promise<Decimal> {
  const { trade_date, quantity, target, target_before = target } = of.kept;
  const shortOn = async (day: string, to: string) =>
    new Decimal(to).minus(await unitsBy(day)).times(signOf(of));
  const onDay = await shortOn(trade_date, target);
  // Trades of that day come to more than the units: the broker listed the units before it had those trades.
  const short = onDay.lt(0) ? Decimal.max(onDay, await shortOn(dayBefore(trade_date), target_before)) : onDay;
  return Decimal.max(0, Decimal.min(short, quantity));
}

/**
 * Makes the rows for units that a broker showed without a trade stand for those alone that no trade up to their day explains: a
 * trade or corporate action that is recorded later takes their place, and they come back if it is deleted again.
 * @returns positions of which a row was changed, with the units that it brings more, below 0 for fewer.
 */
export async function settleAcceptedUnits(
  trx: DbTransaction,
  touched: readonly PositionKey[],
): Promise<(PositionKey & { by: Decimal })[]> {
  const changed: (PositionKey & { by: Decimal })[] = [];
  for (const of of await readAccepted(trx, touched)) {
    const { subject, symbol, recorded_symbol, portfolio_id, kept, recorded } = of;
    const key = { portfolio_id, symbol };
    const wanted = await unexplainedUnits(of, (day) => unitsOn(trx, key, { day, without: subject }));
    if (wanted.eq(recorded ?? 0)) continue;
    await trx.raw('delete from portfolio.transactions where portfolio_id = ? and execution_id = ?', [
      portfolio_id,
      subject,
    ]);
    if (!wanted.isZero())
      await trx.raw(
        `insert into portfolio.transactions
         select * from jsonb_populate_record(null::portfolio.transactions, ?::jsonb)`,
        [JSON.stringify({ ...kept, symbol, recorded_symbol, quantity: wanted.toFixed() })],
      );
    changed.push({ ...key, by: wanted.minus(recorded ?? 0).times(signOf(of)) });
  }
  return changed;
}

/**
 * Gives entries about units the name that their position has today, as its holding has, once a rename was applied or taken
 * back; an accepted one that of its row, by its day. An entry that the new name has already stays.
 */
export async function renameUnits(trx: DbTransaction, portfolioId: string): Promise<void> {
  await trx.raw(
    `update portfolio.broker_changes c
     set symbol = w.symbol, subject = case when c.subject = ? || c.symbol then ? || w.symbol else c.subject end
     from (
       select b.id, coalesce(n.symbol, b.recorded) as symbol
       from (
         select id, portfolio_id, state, after ->> 'day' as day,
           coalesce(kept ->> 'recorded_symbol', kept ->> 'symbol', after ->> 'symbol') as recorded
         from portfolio.broker_changes where portfolio_id = ? and kind = 'QUANTITY'
       ) b
       left join lateral (
         select s.symbol from portfolio.current_symbols s
         where s.portfolio_id = b.portfolio_id and s.recorded = b.recorded
           and (b.state <> 'ACCEPTED' or b.day::date < s.until)
         order by s.until limit 1
       ) n on true
     ) w
     where c.id = w.id and c.symbol <> w.symbol and not exists (
       select from portfolio.broker_changes o
       where o.portfolio_id = c.portfolio_id and o.subject = ? || w.symbol and c.subject = ? || c.symbol)`,
    [ACCEPTED_UNITS, ACCEPTED_UNITS, portfolioId, ACCEPTED_UNITS, ACCEPTED_UNITS],
  );
}
