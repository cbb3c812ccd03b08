import { Decimal, type DbTransaction, istDate } from '../../platform/index.ts';
import type { AccountHoldings } from '../trading-view.ts';
import { AS_MANY_SHARES, sharesText } from './differences.ts';
import type { ExplainedShare } from './explain-holdings.ts';
import type {
  AccountRecords,
  BookedTrade,
  EarlierHoldings,
  HoldingFacts,
  KnownShare,
  UnfilledOrder,
} from './own-records.ts';
import { OF_BEFORE } from './restored-books.ts';

/** Readings of so many days are kept. Orders of ten sessions are explained, and holidays lie between them. */
const KEPT_DAYS = 24;

interface Account {
  connection_id: string;
  owner_user_id: string;
}

/** The books of an account, without ISINs. */
type AccountBooks = Pick<HoldingFacts, 'trades' | 'orders' | 'ownIds' | 'earlier' | 'moving'> & {
  known: Omit<KnownShare, 'isin'>[];
  /** Sold by orders that are under way, by instrument: the books have the shares still. */
  leaving: ReadonlyMap<string, Decimal>;
};

/** @param since orders that were sent before are left out. */
export async function readAccountBooks(
  trx: DbTransaction,
  account: Account,
  since: Date,
): Promise<AccountBooks> {
  const of = [account.owner_user_id, account.connection_id];
  const { rows: orders } = await trx.raw<{ rows: OrderRow[] }>(
    `select o.tag, o.symbol, o.side, o.state, o.quantity, o.instrument_id::text as instrument_id, o.broker_order_ids,
       coalesce(o.submitted_at, l.placed_at, l.created_at) as since,
       coalesce((select sum(t.quantity) from policy.policy_trades t
         where t.order_id = o.id and t.owner_user_id = o.owner_user_id), 0) as booked,
       o.state in ('SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN')
         or o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null as is_moving,
       o.state in ('CANCELLED', 'REJECTED', 'PARTIAL', 'ABSENT')
         or o.state = 'EXPIRED' and (o.submitted_at is not null or ${OF_BEFORE}) as is_unfilled,
       array(select d.found from policy.account_differences d where d.owner_user_id = o.owner_user_id
         and d.connection_id = l.connection_id and d.kind = 'LATE_ORDER' and d.subject = o.tag
         and d.settled_at is not null) as settled,
       exists (select 1 from policy.account_differences d where d.owner_user_id = o.owner_user_id
         and d.connection_id = l.connection_id and d.kind = 'LATE_ORDER' and d.code <> '${AS_MANY_SHARES}' and d.subject = o.tag
         and d.settled_at is null) as is_named
     from policy.policy_orders o
       join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
     where o.owner_user_id = ? and l.connection_id = ? and o.mode = 'LIVE' and o.tag is not null
       and (coalesce(o.submitted_at, l.placed_at, l.created_at) >= ? or o.state in ('SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN')
         or o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null)
     order by o.id`,
    [...of, since],
  );
  const moving = orders.filter(({ is_moving }) => is_moving);
  const leaving = new Map<string, Decimal>();
  for (const { instrument_id: id, side, quantity, booked } of moving)
    if (side === 'SELL') leaving.set(id, (leaving.get(id) ?? new Decimal(0)).plus(quantity).minus(booked));
  return {
    known: await readKnownShares(trx, of),
    trades: await readTrades(trx, of),
    orders: orders.filter(({ is_unfilled }) => is_unfilled).map(unfilledOf),
    ownIds: new Set(orders.flatMap(({ broker_order_ids }) => broker_order_ids)),
    earlier: await readEarlier(trx, account),
    moving: new Set(moving.map(({ instrument_id }) => instrument_id)),
    leaving,
  };
}

type OrderRow = UnfilledOrder['order'] & {
  since: Date;
  booked: Decimal;
  is_moving: boolean;
  is_unfilled: boolean;
  is_named: boolean;
  settled: string[];
};

const unfilledOf = ({ since, booked, settled, is_named, ...order }: OrderRow): UnfilledOrder => ({
  order,
  since,
  booked,
  is_named,
  is_settled: settled.includes(sharesText(order.quantity)),
});

/** Every share that policies of an account hold, or ever had an order for. */
async function readKnownShares(trx: DbTransaction, of: string[]): Promise<AccountBooks['known']> {
  const { rows } = await trx.raw<{
    rows: { instrument_id: string; symbol: string; names: string[]; quantities: string[] }[];
  }>(
    `select k.instrument_id::text as instrument_id, max(k.symbol) as symbol, array_agg(k.name order by k.id) as names,
       array_agg(k.quantity::text order by k.id) as quantities
     from (
       select h.instrument_id, h.symbol, h.quantity, p.name, p.id from policy.policy_positions h
         join policy.policies p on p.id = h.policy_id and p.owner_user_id = h.owner_user_id
         where h.mode = 'LIVE' and p.owner_user_id = ? and p.broker_connection_id = ?
       union all
       select distinct o.instrument_id, o.symbol, 0::numeric, '', 0::bigint from policy.policy_orders o
         join policy.policies p on p.id = o.policy_id and p.owner_user_id = o.owner_user_id
         where o.mode = 'LIVE' and o.tag is not null and p.owner_user_id = ? and p.broker_connection_id = ?) k
     group by 1 order by 2`,
    [...of, ...of],
  );
  return rows.map(({ instrument_id, symbol, names, quantities }) => ({
    instrument_id,
    symbol,
    policies: names
      .map((name, nr) => ({ name, quantity: new Decimal(quantities[nr] ?? 0) }))
      .filter(({ quantity }) => quantity.gt(0)),
  }));
}

async function readTrades(trx: DbTransaction, of: string[]): Promise<BookedTrade[]> {
  const { rows } = await trx.raw<{ rows: BookedTrade[] }>(
    `select t.instrument_id::text as instrument_id, t.day::text as day, t.side, t.quantity,
       coalesce(o.submitted_at, t.day::timestamp at time zone 'Asia/Kolkata') as sent,
       coalesce(o.ended_at, o.submitted_at, t.day::timestamp at time zone 'Asia/Kolkata') as at
     from policy.policy_trades t
       join policy.policies p on p.id = t.policy_id and p.owner_user_id = t.owner_user_id
       left join policy.policy_orders o on o.id = t.order_id and o.owner_user_id = t.owner_user_id
     where t.mode = 'LIVE' and p.owner_user_id = ? and p.broker_connection_id = ?`,
    of,
  );
  return rows;
}

async function readEarlier(trx: DbTransaction, account: Account): Promise<EarlierHoldings[]> {
  const row = (await trx('policy.trading_accounts').where(accountKey(account)).first('earlier_holdings')) as
    | { earlier_holdings: EarlierHoldings[] }
    | undefined;
  return row?.earlier_holdings ?? [];
}

/** Keeps the explanation of an account's shares, and the first reading of each day without an order under way. */
export async function keepExplanation(
  trx: DbTransaction,
  account: Account,
  kept: { shares: readonly ExplainedShare[]; records: AccountRecords | null },
  reading: EarlierHoldings | null,
  now: Date,
): Promise<void> {
  const earlier = await readEarlier(trx, account);
  const isKept = reading === null || earlier.some(({ at }) => istDate(new Date(at)) === istDate(now));
  const { records, shares } = kept;
  const explanation: Explanation = {
    at: now.toISOString(),
    records:
      records === null
        ? null
        : { portfolio: records.portfolio, listed_at: records.listed_at?.toISOString() ?? null },
    shares: [...shares],
  };
  await trx('policy.trading_accounts').insert(accountKey(account)).onConflict().ignore();
  await trx('policy.trading_accounts')
    .where(accountKey(account))
    .update({
      explanation: JSON.stringify(explanation),
      ...(isKept ? {} : { earlier_holdings: JSON.stringify([...earlier, reading].slice(-KEPT_DAYS)) }),
    });
}

const accountKey = ({ connection_id, owner_user_id }: Account): Account => ({ connection_id, owner_user_id });

interface Explanation {
  at: string;
  records: { portfolio: string; listed_at: string | null } | null;
  shares: ExplainedShare[];
}

/** The shares of each traded account of a person, as they were explained last. */
export async function readExplanations(trx: DbTransaction, owner: string): Promise<AccountHoldings[]> {
  const { rows } = await trx.raw<{
    rows: { connection_id: string; policies: string[]; explanation: Explanation | null }[];
  }>(
    `select p.broker_connection_id::text as connection_id, array_agg(p.name order by p.id) as policies,
       (select a.explanation from policy.trading_accounts a
         where a.connection_id = p.broker_connection_id and a.owner_user_id = p.owner_user_id) as explanation
     from policy.policies p
     where p.owner_user_id = ? and p.mode = 'LIVE' and p.broker_connection_id is not null
       and (p.status <> 'RETIRED' or exists (select 1 from policy.policy_positions h
         where h.policy_id = p.id and h.owner_user_id = p.owner_user_id and h.mode = 'LIVE'))
     group by p.broker_connection_id, p.owner_user_id order by p.broker_connection_id`,
    [owner],
  );
  return rows.map(({ connection_id, policies, explanation }) => ({
    connection_id,
    policies,
    explained_at: explanation?.at ?? null,
    records: explanation?.records ?? null,
    shares: (explanation?.shares ?? []).map(
      ({ symbol, isin, broker, policies: books, own, unknown, order }) => ({
        symbol,
        isin,
        broker: Number(broker),
        policies: books.map(({ name, quantity }) => ({ name, quantity: Number(quantity) })),
        own: own === null ? null : Number(own),
        unknown: Number(unknown),
        order,
      }),
    ),
  }));
}
