import type { Charges } from '../../finance/charges/index.ts';
import {
  amountText,
  type Context,
  type DbTransaction,
  type Decimal,
  divideRounded,
  fixedText,
  istDate,
  parseAmount,
  parseFixed,
  tellChange,
} from '../../platform/index.ts';
import { type ChargeTexts, chargeTexts } from '../../strategies/index.ts';
import { bookFills, type BookedFills, type BrokerFilled } from './book-fills.ts';
import { type LedgerKey, writeLedger } from './books-store.ts';
import { createPolicyPanels } from './policy-panel.ts';
import { type CycleParts, createPolicyWork } from './policy-work.ts';
import { writeSessionEvents } from './valuation-store.ts';

interface FilledRow {
  id: string;
  plan_id: string;
  instrument_id: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  filled_quantity: Decimal;
  average_price: Decimal;
  ended_at: Date;
  /** What of it is in the books already: an order may be filled further after its end. */
  booked_parts: number;
  booked_quantity: Decimal;
  booked_value: Decimal;
  charges: ChargeTexts | null;
  realised_gain: Decimal | null;
  tax: Decimal | null;
}

/** What came of booking the fills of a policy. WAITING: its books end before the session ahead of the fills. */
type Booking = 'BOOKED' | 'NOTHING' | 'WAITING' | 'BUSY';

/**
 * Books what brokers filled: each order once, in the transaction that marks it as booked, so that a process that dies leaves
 * either both or neither.
 */
export function createFillBooking(
  context: Context,
  parts: CycleParts & {
    /** Sales of more than the books hold, named within the transaction. */
    beyond(trx: DbTransaction, policyId: string, found: BookedFills['beyond']): Promise<void>;
    /** What follows from fills of a plan that are in the books. */
    booked(trx: DbTransaction, planId: string, now: Date): Promise<void>;
  },
) {
  const { database, clock } = context;
  const { calendar, leases } = parts;
  const { booksOf, keyOf, withPolicy } = createPolicyWork(context, parts);

  /** Books the fills of one day, the oldest that is not booked. @returns also whether those of other days are left. */
  async function bookDay(policyId: string): Promise<{ booking: Booking; isMore: boolean }> {
    const end = (booking: Booking, isMore = false) => ({ booking, isMore });
    const done = await withPolicy(policyId, undefined, async (policy, held) => {
      const rows = await database.readAsSystem('read fills that are not booked', (trx) =>
        readFilled(trx, policyId),
      );
      const [first] = rows;
      const stored = first === undefined ? null : await booksOf(policy);
      if (first === undefined || stored === null) return end('NOTHING');
      const day = calendar.sessionOnOrBefore('NSE', istDate(first.ended_at));
      if (stored.day === null || (stored.day < day && calendar.nextSession('NSE', stored.day) < day))
        return end('WAITING');
      const ofDay = rows.filter((row) => calendar.sessionOnOrBefore('NSE', istDate(row.ended_at)) === day);
      // What is told after the close of its day is booked on top of the newest one.
      const on = stored.day > day ? stored.day : day;
      const ids = [...stored.positions, ...ofDay].map(({ instrument_id }) => instrument_id);
      const panel = await createPolicyPanels(parts.loader)({
        config: policy.config,
        from: on,
        to: on,
        held: [...new Set(ids)],
      });
      const booked = bookFills({ panel, stored, day: on }, ofDay.map(filledOf));
      await database.asSystem(
        { why: 'book what a broker filled', owner: policy.owner_user_id },
        async (trx) => {
          await leases.assertLease(trx, held);
          await writeBooked(trx, keyOf(policy), ofDay, booked, day);
          for (const planId of new Set(ofDay.map(({ plan_id }) => plan_id)))
            await parts.booked(trx, planId, clock.now());
          if (booked.beyond.length > 0) await parts.beyond(trx, policyId, booked.beyond);
          await tellChange(trx, [policy.owner_user_id], ['policies']);
        },
      );
      return end('BOOKED', ofDay.length < rows.length);
    });
    return done ?? end('BUSY');
  }

  async function writeBooked(
    trx: DbTransaction,
    key: LedgerKey,
    rows: readonly FilledRow[],
    booked: BookedFills,
    day: string,
  ): Promise<void> {
    const now = clock.now();
    const trades: object[] = [];
    for (const row of rows) {
      const fill = booked.fills.find(({ order_id }) => order_id === row.id);
      const figures =
        fill === undefined
          ? {}
          : {
              fill_price: row.average_price,
              fill_source: 'BROKER',
              charges: chargeTexts(chargesWith(row, fill.charges)),
              realised_gain: textOrNull(addedTo(row, row.realised_gain, fill.realisedGain)),
              tax: textOrNull(addedTo(row, row.tax, fill.tax)),
            };
      const marked = await trx('policy.policy_orders')
        .where({ id: row.id, filled_quantity: row.filled_quantity })
        .whereNull('booked_at')
        .update({ booked_at: now, ...figures });
      if (marked === 0) throw new Error(`order ${row.id} is booked already`);
      if (fill === undefined) continue;
      trades.push({
        ...key,
        order_id: row.id,
        part: row.booked_parts + 1,
        day,
        side: fill.side,
        instrument_id: fill.instrument_id,
        symbol: row.symbol,
        quantity: fixedText(fill.quantity),
        price: fixedText(fill.price),
        price_source: 'BROKER',
        value: amountText(fill.value),
        costs: amountText(fill.charges.total),
        realised_gain: textOrNull(fill.realisedGain),
        tax: textOrNull(fill.tax),
      });
    }
    if (trades.length > 0) await trx('policy.policy_trades').insert(trades);
    await writeSessionEvents(trx, key, day, booked.events, booked.panel);
    await writeLedger(trx, key, booked.ledger);
  }

  return {
    /** Books everything of a policy that can be booked, day by day. */
    async book(policyId: string): Promise<Booking> {
      let last: Booking = 'NOTHING';
      for (;;) {
        const { booking, isMore } = await bookDay(policyId);
        if (booking === 'NOTHING') return last;
        if (!isMore) return booking;
        last = booking;
      }
    },
  };
}

const filledOf = (row: FilledRow): BrokerFilled => ({
  order_id: row.id,
  instrument_id: row.instrument_id,
  side: row.side,
  ...unbooked(row),
});

/** What was filled and is not in the books yet, at the price that makes up the average of all. */
function unbooked(row: FilledRow): Pick<BrokerFilled, 'quantity' | 'price'> {
  const [filled, price] = [parseFixed(row.filled_quantity), parseFixed(row.average_price)];
  if (row.booked_parts === 0) return { quantity: filled, price };
  const quantity = filled - parseFixed(row.booked_quantity);
  if (quantity <= 0n) throw new Error(`order ${row.id} is in the books with all that was filled`);
  return { quantity, price: divideRounded(filled * price - parseAmount(row.booked_value), quantity) };
}

/** Charges of an order with those of its earlier parts. Before its first part the row has estimates. */
function chargesWith(row: FilledRow, own: Charges): Charges {
  const { booked_parts, charges } = row;
  if (booked_parts === 0 || charges === null) return own;
  const sum = { ...own };
  for (const item of Object.keys(own) as (keyof Charges)[]) sum[item] += parseAmount(charges[item]);
  return sum;
}

const addedTo = (row: FilledRow, before: Decimal | null, own: bigint | null): bigint | null =>
  row.booked_parts === 0 || before === null || own === null ? own : parseAmount(before) + own;

/** In the order in which the broker was done with them, sales before purchases of the same moment. */
async function readFilled(trx: DbTransaction, policyId: string): Promise<FilledRow[]> {
  const { rows } = await trx.raw<{ rows: FilledRow[] }>(
    `select o.id, o.plan_id, o.instrument_id, o.symbol, o.side, o.filled_quantity, o.average_price, o.ended_at, o.charges,
       o.realised_gain, o.tax, t.booked_parts, t.booked_quantity, t.booked_value
     from policy.policy_orders o cross join lateral (
       select count(*)::int as booked_parts, coalesce(sum(quantity), 0) as booked_quantity, coalesce(sum(value), 0) as booked_value
       from policy.policy_trades where order_id = o.id) t
     where o.policy_id = ? and o.mode = 'LIVE' and o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0
       and o.booked_at is null
     order by o.ended_at, o.side desc, o.id`,
    [policyId],
  );
  return rows;
}

const textOrNull = (value: bigint | null): string | null => (value === null ? null : amountText(value));
