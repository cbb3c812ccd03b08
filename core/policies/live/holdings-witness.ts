import type { BrokerPosition } from '../../brokers/orders/index.ts';
import { DAY_MS, Decimal, type DbTransaction } from '../../platform/index.ts';
import { CASH_TOLERANCE } from './cash-tolerance.ts';
import { writeProofs } from './proofs.ts';

/*
 * What orders changed at the broker: once they have settled, the change of an account's holdings and cash proves their fills a
 * third time.
 */

/** What an account has at a moment. */
interface AccountState {
  held: readonly BrokerPosition[];
  cash: Decimal;
}
/** Fills that are in the books, as they should have changed an account. Money is rupees. */
export interface BookedOrder {
  id: string;
  owner_user_id: string;
  instrument_id: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  quantity: Decimal;
  value: Decimal;
  costs: Decimal;
  confirmed_by: 'TRADES' | 'HOLDINGS' | null;
}

/** What an account had is kept while an order since then is not proven, and so long at most. */
const LONGEST_MS = 5 * DAY_MS;

/** Shares of a kind among holdings: by ISIN, by symbol where one side has none. */
export const sharesOf = (held: readonly BrokerPosition[], isin: string | null, symbol: string): Decimal =>
  held
    .filter((one) => (isin !== null && one.isin !== null ? one.isin === isin : one.symbol === symbol))
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));

const signed = ({ side, quantity }: BookedOrder): Decimal => (side === 'BUY' ? quantity : quantity.negated());
const sumOf = <T>(of: readonly T[], value: (one: T) => Decimal): Decimal =>
  of.reduce((sum, one) => sum.plus(value(one)), new Decimal(0));

/**
 * Why the change of an account does not prove each order; null for those that it proves. Cash may have been charged the costs
 * of the orders or not yet.
 * @param isinOf by instrument id.
 */
export function changesProve(
  orders: readonly BookedOrder[],
  before: AccountState,
  now: AccountState,
  isinOf: (instrumentId: string) => string | null,
): Map<string, string | null> {
  const moved = sumOf(orders, ({ side, value }) => (side === 'BUY' ? value.negated() : value));
  const costs = sumOf(orders, (order) => order.costs);
  const change = now.cash.minus(before.cash);
  const tolerance = Decimal.max(CASH_TOLERANCE.rupees, moved.abs().times(CASH_TOLERANCE.part));
  const isPaid = change.lte(moved.plus(tolerance)) && change.gte(moved.minus(costs).minus(tolerance));
  const cashWhy = isPaid
    ? null
    : `The account’s cash changed by ₹${change.toFixed(2)}; its orders come to ₹${moved.toFixed(2)} before costs.`;
  return new Map(
    orders.map((order) => {
      const { id, instrument_id, symbol } = order;
      const of = (state: AccountState) => sharesOf(state.held, isinOf(instrument_id), symbol);
      const expected = sumOf(
        orders.filter((one) => one.instrument_id === instrument_id),
        signed,
      );
      const found = of(now).minus(of(before));
      return [
        id,
        found.eq(expected)
          ? cashWhy
          : `The account’s ${symbol} changed by ${found.toFixed()} shares; its orders come to ${expected.toFixed()}.`,
      ];
    }),
  );
}

/**
 * Proves the orders of an account by what they changed, and keeps what it has for the next time.
 * @returns whether anything is proven, or not, that was otherwise before.
 */
export async function proveByHoldings(
  trx: DbTransaction,
  account: { connection_id: string; owner_user_id: string },
  now: AccountState,
  isinOf: (instrumentId: string) => string | null,
  at: Date,
): Promise<boolean> {
  const { connection_id, owner_user_id } = account;
  const row = (await trx('policy.trading_accounts')
    .where({ connection_id, owner_user_id })
    .first('held_before', 'held_before_at')) as
    | { held_before: { held: BrokerPosition[]; cash: string } | null; held_before_at: Date | null }
    | undefined;
  const { rows: open } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from policy.policy_orders o join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
     where o.owner_user_id = ? and l.connection_id = ? and (o.state in ('SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN')
       or o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null) limit 1`,
    [owner_user_id, connection_id],
  );
  // What is under way changes an account at any moment.
  if (open.length > 0) return false;
  const keep = async () => {
    // An account that has never traded has no row yet.
    await trx('policy.trading_accounts').insert({ connection_id, owner_user_id }).onConflict().ignore();
    await trx('policy.trading_accounts')
      .where({ connection_id, owner_user_id })
      .update({
        held_before: JSON.stringify({ held: now.held, cash: now.cash.toFixed() }),
        held_before_at: at,
      });
  };
  const { held_before: before = null, held_before_at: since = null } = row ?? {};
  if (before === null || since === null) {
    await keep();
    return false;
  }
  const orders = await readBooked(trx, account, since);
  const whys = changesProve(orders, { held: before.held, cash: new Decimal(before.cash) }, now, isinOf);
  const proofs = orders.map((order) => {
    const why = whys.get(order.id) ?? null;
    const { id, owner_user_id: owner, confirmed_by } = order;
    return {
      id,
      owner_user_id: owner,
      confirmed_by: why === null ? ('HOLDINGS' as const) : confirmed_by,
      confirmation_note: why,
      unconfirmed_since: null,
    };
  });
  await writeProofs(trx, proofs);
  const isWhole = proofs.every(({ confirmed_by }) => confirmed_by === 'HOLDINGS');
  if (isWhole || at.getTime() - since.getTime() >= LONGEST_MS) await keep();
  return proofs.length > 0;
}

async function readBooked(
  trx: DbTransaction,
  { connection_id, owner_user_id }: { connection_id: string; owner_user_id: string },
  since: Date,
): Promise<BookedOrder[]> {
  const { rows } = await trx.raw<{ rows: BookedOrder[] }>(
    `select o.id, o.owner_user_id, o.instrument_id, o.symbol, o.side, o.confirmed_by, sum(t.quantity) as quantity,
       sum(t.value) as value, sum(t.costs) as costs
     from policy.policy_orders o
       join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
       join policy.policy_trades t on t.order_id = o.id and t.owner_user_id = o.owner_user_id
     where o.owner_user_id = ? and l.connection_id = ? and o.mode = 'LIVE' and o.submitted_at > ?
     group by o.id, o.owner_user_id order by o.id`,
    [owner_user_id, connection_id, since],
  );
  return rows;
}
