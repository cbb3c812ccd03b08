import type { BrokerCharges, FilledOrder, OrderGateways } from '../../brokers/orders/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import {
  addDays,
  type Context,
  type DbTransaction,
  type Decimal,
  istDate,
  tellChange,
} from '../../platform/index.ts';
import type { KeptCharges } from '../kept-charges.ts';
import { failureSentence } from './failure-sentence.ts';

/*
 * What brokers charged for filled orders, beside what the books compute. It is read once the fills are confirmed, in the books and
 * their plan is over, and never stands in the way of orders: an account that is sending is left alone.
 */

/** The broker is asked again so often while it has no answer, and for so many days after the trade. */
const ASK_EVERY_MS = 60 * 60_000;
const LONGEST_DAYS = 7;
/** An account waits for its broker so long. */
const LONGEST_WAIT_MS = 20_000;

const NEXT_DAY = 'Dhan names charges from the day after the trade on.';
const FAILED = 'The account could not be read.';
const UNNAMED = 'The broker does not name charges of this order yet.';
const PARTS = 'The broker cut this order into parts and does not name charges of the whole.';

interface Account {
  connection_id: string;
  owner_user_id: string;
}

interface ChargedOrder {
  id: string;
  owner_user_id: string;
  instrument_id: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  order_kind: 'LIMIT' | 'MARKET';
  filled_quantity: Decimal;
  average_price: Decimal;
  submitted_at: Date;
  broker_order_ids: string[];
  broker_charges: KeptCharges | null;
}

/** Orders `o` of plans `l` whose charges are to be read; of an account in which nothing is being sent. */
const DUE = `o.mode = 'LIVE' and o.booked_at is not null and (o.broker_charges is null or o.broker_charges ->> 'state' = 'UNKNOWN')
  and o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.average_price is not null and o.submitted_at is not null
  and (o.confirmed_by is not null or o.settlement = 'ADOPTED') and l.finished_at is not null and l.connection_id is not null
  and (o.broker_charges_at is null or o.broker_charges_at not between ? and ?)
  and not exists (select 1 from policy.policy_orders s
    join policy.policy_order_plans p on p.id = s.plan_id and p.owner_user_id = s.owner_user_id
    where p.connection_id = l.connection_id and p.owner_user_id = l.owner_user_id and s.state in ('APPROVED', 'SUBMITTING'))`;

export function createBrokerCharges(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  {
    gateways,
    instruments,
  }: {
    gateways: OrderGateways;
    instruments: { byIds(ids: readonly string[]): Promise<Map<string, Instrument>> };
  },
) {
  /** A moment in the future is one of a clock that was set back. */
  const recently = (): [Date, Date] => {
    const now = clock.now();
    return [new Date(now.getTime() - ASK_EVERY_MS + 1), now];
  };

  /** Writes that an account is asked now, before it is: another process waits here, and then asks about none of these orders. */
  async function claim(account: Account): Promise<ChargedOrder[]> {
    const why = 'ask a broker for charges';
    return await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      const { rows } = await trx.raw<{ rows: ChargedOrder[] }>(
        `update policy.policy_orders set broker_charges_at = ? where id in (
           select o.id from policy.policy_orders o
             join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
           where o.owner_user_id = ? and l.connection_id = ? and ${DUE} for update of o)
         returning id, owner_user_id, instrument_id, symbol, side, order_kind, filled_quantity, average_price, submitted_at,
           broker_order_ids, broker_charges`,
        [clock.now(), account.owner_user_id, account.connection_id, ...recently()],
      );
      return rows;
    });
  }

  async function write(account: Account, found: readonly [ChargedOrder, KeptCharges][]): Promise<void> {
    if (found.length === 0) return;
    const why = 'keep what a broker charged';
    await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      // One of which more was taken over meanwhile is asked about anew.
      await trx.raw(
        `update policy.policy_orders o set broker_charges = f.kept, broker_charges_at = ?
         from jsonb_to_recordset(?::jsonb) f (id bigint, filled numeric, kept jsonb)
         where o.id = f.id and o.owner_user_id = ? and o.filled_quantity = f.filled
           and (o.broker_charges is null or o.broker_charges ->> 'state' = 'UNKNOWN')`,
        [
          clock.now(),
          JSON.stringify(
            found.map(([{ id, filled_quantity }, kept]) => ({ id, filled: filled_quantity.toFixed(), kept })),
          ),
          account.owner_user_id,
        ],
      );
      await tellChange(trx, [account.owner_user_id], ['policies']);
    });
  }

  /** @returns orders whose charges are known now. */
  async function readAccount(account: Account, signal: AbortSignal): Promise<number> {
    const orders = await claim(account);
    const today = istDate(clock.now());
    const oldest = addDays(today, -LONGEST_DAYS);
    const asked: ChargedOrder[] = [];
    const found: [ChargedOrder, KeptCharges][] = [];
    for (const order of orders)
      if (order.broker_order_ids.length === 0) found.push([order, BY_HAND]);
      else if (istDate(order.submitted_at) < oldest) found.push([order, givenUp(order.broker_charges)]);
      else asked.push(order);
    if (asked.length > 0) found.push(...(await ask(account, asked, { today, signal })));
    await write(account, found);
    return found.filter(([, { state }]) => state === 'KNOWN').length;
  }

  async function ask(
    account: Account,
    orders: readonly ChargedOrder[],
    { today, signal }: { today: string; signal: AbortSignal },
  ): Promise<[ChargedOrder, KeptCharges][]> {
    let broker: KeptCharges['broker'] = null;
    try {
      const known = await instruments.byIds([...new Set(orders.map((order) => order.instrument_id))]);
      const gateway = await gateways.open(account.owner_user_id, account.connection_id);
      broker = gateway.broker === 'dhan' ? 'dhan' : 'zerodha';
      const isTooEarly = (order: ChargedOrder) => broker === 'dhan' && istDate(order.submitted_at) >= today;
      const ready = orders.filter((order) => !isTooEarly(order));
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]);
      const charges =
        ready.length === 0
          ? new Map<string, BrokerCharges>()
          : await gateway.chargesOf(
              ready.map((order) => filledOrder(order, known.get(order.instrument_id)?.isin ?? null)),
              limit,
            );
      return orders.map((order) => {
        const named = charges.get(order.broker_order_ids[0] ?? '') ?? null;
        const reason = isTooEarly(order) ? NEXT_DAY : order.broker_order_ids.length > 1 ? PARTS : UNNAMED;
        return [order, named === null ? unknown(broker, reason) : { ...KNOWN, broker, charges: named }];
      });
    } catch (error) {
      if (signal.aborted) throw error;
      log.info({ err: error, connection_id: account.connection_id }, 'charges could not be read');
      const reason = failureSentence(error, FAILED);
      return orders.map((order) => [order, unknown(broker, reason)]);
    }
  }

  return {
    /** Reads the charges of every order that is due, account beside account. @returns orders whose charges are known now. */
    async round(signal: AbortSignal): Promise<number> {
      const accounts = await database.readAsSystem('find orders whose charges are to be read', (trx) =>
        readDue(trx, recently()),
      );
      const done = await Promise.allSettled(accounts.map((account) => readAccount(account, signal)));
      signal.throwIfAborted();
      for (const one of done)
        if (one.status === 'rejected') log.warn({ err: one.reason as unknown }, 'charges could not be kept');
      return done.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
    },
  };
}

const KNOWN = { state: 'KNOWN', reason: null } as const;

/** Of an order that a person took over, there is no number to ask about. */
const BY_HAND: KeptCharges = {
  state: 'GIVEN_UP',
  broker: null,
  charges: null,
  reason: 'The order was taken over by hand, so Munim has no order number to ask about.',
};

const unknown = (broker: KeptCharges['broker'], reason: string): KeptCharges => ({
  state: 'UNKNOWN',
  broker,
  charges: null,
  reason,
});

const givenUp = (before: KeptCharges | null): KeptCharges => ({
  state: 'GIVEN_UP',
  broker: before?.broker ?? null,
  charges: null,
  reason: `They were not known within ${LONGEST_DAYS} days of the trade, so Munim asks no more.${typeof before?.reason === 'string' ? ` The last reason: ${before.reason}` : ''}`,
});

const filledOrder = (order: ChargedOrder, isin: string | null): FilledOrder => ({
  // The parts of one that the broker cut up are charged as one.
  broker_order_id: order.broker_order_ids[0] ?? '',
  side: order.side,
  symbol: order.symbol,
  isin,
  quantity: order.filled_quantity.toFixed(),
  average_price: order.average_price.toFixed(),
  kind: order.order_kind,
  day: istDate(order.submitted_at),
});

async function readDue(trx: DbTransaction, recently: [Date, Date]): Promise<Account[]> {
  const { rows } = await trx.raw<{ rows: Account[] }>(
    `select distinct l.connection_id, l.owner_user_id from policy.policy_orders o
       join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
     where ${DUE}`,
    [...recently],
  );
  return rows;
}
