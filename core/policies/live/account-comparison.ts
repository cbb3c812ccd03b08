import type { BrokerOrder, BrokerPosition, OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import {
  type Context,
  Decimal,
  type DbTransaction,
  istDate,
  istInstant,
  parseFixed,
} from '../../platform/index.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { sharesText } from './late-fills.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, readPlansWhere } from './live-orders.ts';
import { findRows, judgeOrderRows } from './order-rows.ts';
import { stepOrder } from './order-steps.ts';
import { strangers, turnedUp } from './reconciler.ts';
import type { UncomparedAccount } from './restored-books.ts';

/** Orders of so many sessions are looked for, the one of today included. */
const SESSIONS_BACK = 5;
const WAITS = 'Munim first follows the orders that the broker already has.';

/** Why an account is not compared yet, or null where it was. */
type Obstacle = string | null;

interface ComparisonParts {
  calendar: Calendar;
  gateways: OrderGateways;
  instruments: { byIds(ids: readonly string[]): Promise<Map<string, Instrument>> };
  /** Holds shares and cash of the books against the broker, and names what is missing there. */
  audit(account: UncomparedAccount, signal: AbortSignal): Promise<readonly Difference[]>;
  named(trx: DbTransaction, account: UncomparedAccount, named: readonly Difference[]): Promise<void>;
}

/**
 * Compares an account with its broker after the books were restored: orders by tag and id as far as the broker shows them, then
 * shares and cash. An order of ours that the books hold as never sent, and that is in the book, is followed and booked like any
 * other, and named. What the broker has more of, by as many shares as such an order, is named; a person takes it over or not.
 */
export function createAccountComparison(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  parts: ComparisonParts,
) {
  const { calendar, gateways } = parts;
  const since = (): Date => {
    const first = calendar.addSessions('NSE', istDate(clock.now()), 1 - SESSIONS_BACK);
    return istInstant(first, '00:00');
  };
  /** Every plan of which an order may have been sent since then. */
  const plansOf = async (trx: DbTransaction, account: UncomparedAccount): Promise<LivePlan[]> =>
    await readPlansWhere(trx, 'l.owner_user_id = ? and l.connection_id = ? and l.expires_at >= ?', [
      account.owner_user_id,
      account.connection_id,
      since(),
    ]);

  /** Takes up orders that the book shows. @returns whether something is to be followed before shares and cash can agree */
  async function takeUp(account: UncomparedAccount, book: readonly BrokerOrder[]): Promise<boolean> {
    const why = 'take up orders of before a restore';
    return await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      const plans = await plansOf(trx, account);
      const now = clock.now();
      const orders = plans.flatMap((plan) => plan.orders);
      const { of, rest } = findRows(orders, book);
      const differences = strangers(await codesOf(trx, account), rest);
      for (const order of orders) {
        const rows = of.get(order.id) ?? [];
        if (rows.length === 0 || !isUnsent(order)) continue;
        const wrong = judgeOrderRows(order, rows);
        differences.push(wrong ?? turnedUp(order));
        if (wrong !== null) continue;
        const found = {
          // By no claim of these books.
          epoch: 0,
          ended_at: null,
          submitted_at: rows[0]?.placed_at ?? now,
          broker_order_ids: rows.map(({ broker_order_id }) => broker_order_id),
        };
        const state = await stepOrder(trx, order, 'find', found, { by: BY_SYSTEM, now, evidence: { rows } });
        if (state !== null) order.state = state;
      }
      await parts.named(trx, account, await nameDifferences(trx, account, differences, now));
      return orders.some(isUnderWay);
    });
  }

  /** Names shares that the broker has more of than the books, where an order of ours may be the reason. */
  async function nameSurplus(
    account: UncomparedAccount,
    held: readonly BrokerPosition[],
    isWholeBook: boolean,
  ): Promise<void> {
    const readBoth = async (trx: DbTransaction) => ({
      plans: await plansOf(trx, account),
      books: await readKnownShares(trx, account.connection_id),
    });
    const { plans, books } = await database.readAsSystem('find what an account may have', readBoth);
    const known = await parts.instruments.byIds(books.map(({ instrument_id }) => instrument_id));
    const differences: Difference[] = [];
    for (const { instrument_id, symbol, quantity } of books) {
      const isin = known.get(instrument_id)?.isin ?? null;
      const found = held
        .filter((one) => (isin !== null && one.isin !== null ? one.isin === isin : one.symbol === symbol))
        .reduce((sum, one) => sum.plus(one.quantity), new Decimal(0));
      const surplus = found.minus(quantity);
      if (surplus.lte(0)) continue;
      const order = plans
        .flatMap((plan) => plan.orders)
        .find(
          (one) =>
            one.instrument_id === instrument_id &&
            one.side === 'BUY' &&
            one.settlement === null &&
            isUnsent(one) &&
            surplus.eq(one.quantity),
        );
      if (order !== undefined) differences.push(asMuchAs(order, quantity, found));
      // What the book of the day shows whole needs no guess: the rest is the person's own.
      else if (!isWholeBook) differences.push(unexplained(symbol, quantity, found));
    }
    const why = 'name shares beyond restored books';
    await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      await parts.named(trx, account, await nameDifferences(trx, account, differences, clock.now()));
    });
  }

  return {
    /**
     * @param madeAt when the backup was made; null where that is not known
     * @returns why it is not done yet; null where the account may trade again
     * @throws BrokerFailure where the broker cannot be asked
     */
    async compare(account: UncomparedAccount, madeAt: Date | null, signal: AbortSignal): Promise<Obstacle> {
      const gateway = await gateways.open(account.owner_user_id, account.connection_id);
      if (await takeUp(account, await gateway.orders(signal))) return WAITS;
      await parts.audit(account, signal);
      const isWholeBook = madeAt !== null && istDate(madeAt) === istDate(clock.now());
      await nameSurplus(account, await gateway.positions(signal), isWholeBook);
      return null;
    },
  };
}

/** Whether the books hold an order as one that was never sent. */
const isUnsent = ({ state }: Pick<LiveOrder, 'state'>): boolean =>
  state === 'EXPIRED' || state === 'APPROVED';

/** Whether shares and cash of an order are still to come into the books. */
const isUnderWay = ({ state, filled_quantity, booked_at }: LiveOrder): boolean =>
  ['SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN'].includes(state) ||
  ((state === 'FILLED' || state === 'PARTIAL') && filled_quantity.gt(0) && booked_at === null);

/** The tag codes of every policy that ever traded over an account. */
async function codesOf(
  trx: DbTransaction,
  { connection_id, owner_user_id }: UncomparedAccount,
): Promise<Pick<LivePlan, 'tag_code' | 'policy_name'>[]> {
  return (await trx('policy.policies')
    .where({ owner_user_id, broker_connection_id: connection_id })
    .select('tag_code', 'name as policy_name')) as Pick<LivePlan, 'tag_code' | 'policy_name'>[];
}

interface KnownShare {
  instrument_id: string;
  symbol: string;
  /** In the books of all live policies of the account. */
  quantity: Decimal;
}

/** Every share that policies of an account hold, or ever had an order for. */
async function readKnownShares(trx: DbTransaction, connectionId: string): Promise<KnownShare[]> {
  const { rows } = await trx.raw<{ rows: KnownShare[] }>(
    `select k.instrument_id::text as instrument_id, max(k.symbol) as symbol, sum(k.quantity) as quantity from (
       select h.instrument_id, h.symbol, h.quantity from policy.policy_positions h
         join policy.policies p on p.id = h.policy_id where h.mode = 'LIVE' and p.broker_connection_id = ?
       union all
       select distinct o.instrument_id, o.symbol, 0::numeric from policy.policy_orders o
         join policy.policies p on p.id = o.policy_id
         where o.mode = 'LIVE' and o.tag is not null and p.broker_connection_id = ?) k
     group by 1 order by 2`,
    [connectionId, connectionId],
  );
  return rows;
}

function asMuchAs(order: LiveOrder, books: Decimal, found: Decimal): Difference {
  const { tag, symbol, quantity } = order;
  return {
    kind: 'LATE_ORDER',
    subject: tag,
    expected: sharesText(0n),
    found: sharesText(parseFixed(quantity)),
    message: `The broker has ${found.toFixed()} ${symbol}, the books ${books.toFixed()}. The purchase of ${quantity.toFixed()} ${symbol} that these restored books hold as not sent would explain it. Look for it in your broker’s app and take it over with the price on the contract note, or settle the difference if the shares are your own.`,
  };
}

const unexplained = (symbol: string, books: Decimal, found: Decimal): Difference => ({
  kind: 'UNKNOWN_ORDER',
  subject: symbol,
  expected: sharesText(parseFixed(books)),
  found: sharesText(parseFixed(found)),
  message: `The broker has ${found.toFixed()} ${symbol}, the books ${books.toFixed()}. An order sent after the backup was made may be the reason. If the shares are your own, settle the difference.`,
});
