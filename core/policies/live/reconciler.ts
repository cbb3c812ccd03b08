import type { BrokerOrder, OrderGateway } from '../../brokers/orders/index.ts';
import {
  type Context,
  type DbTransaction,
  Decimal,
  fixedText,
  type Leased,
  type Leases,
  parseFixed,
} from '../../platform/index.ts';
import type { LiveOrderState } from '../order-states.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { lateFill } from './late-fills.ts';
import { findRows, judgeOrderRows, SHORTEST_TAG, surplusRows, untaggedTwin } from './order-rows.ts';
import { takeBackAgain } from './expire-plan.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, sentOrder } from './live-orders.ts';
import { stepOrder, stepPlan, writeObserved } from './order-steps.ts';
import { bookEntry, observe, type Observed, planEventOf } from './order-machine.ts';
import { proofOf, writeProofs } from './proofs.ts';
import { type Proof, type TradesOfDay, tradesOfDay, wantsTrades, witness } from './trade-witness.ts';

/** An account that this process trades. */
export type TradedAccount = Leased<AccountKey> & Record<AccountKey, string>;
type AccountKey = 'connection_id' | 'owner_user_id';
export type AccountLeases = Leases<AccountKey>;

/** States of orders that the book can still say something new of. */
const READ_FOR: readonly LiveOrderState[] = ['PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT'];

/** Tells a person what happened, within the transaction in which it did: a process that dies then tells it neither less nor more. */
export interface TradingNews {
  /** Differences that are named for the first time. */
  named(
    trx: DbTransaction,
    account: Omit<TradedAccount, 'epoch'>,
    differences: readonly Difference[],
  ): Promise<void>;
  /** Orders of a plan that the broker's book does not show. */
  absent(trx: DbTransaction, plan: LivePlan, orders: readonly LiveOrder[]): Promise<void>;
  ended(trx: DbTransaction, plan: LivePlan): Promise<void>;
  /** Anything else of an account that screens show. */
  changed(trx: DbTransaction, account: TradedAccount): Promise<void>;
}

/**
 * Brings orders in line with the broker's orderbook, which is read once for the whole account. It only reads: nothing here
 * sends or repeats an order (orders: recovery only reads).
 */
export function createReconciler(
  context: Pick<Context, 'clock' | 'database'>,
  { leases, news }: { leases: Pick<AccountLeases, 'assertLease'>; news: TradingNews },
) {
  const { clock, database } = context;

  return {
    /** Whether the book can say anything new of what was sent. */
    needsBook: (plans: readonly LivePlan[]): boolean =>
      plans.some(({ orders }) => orders.some(({ state }) => READ_FOR.includes(state))),

    /**
     * Orders that were on their way when another process had the account: nobody knows what became of them.
     * Written before the book is read, so that what is not known is never taken for sent or unsent.
     */
    async takeOver(account: TradedAccount, plans: readonly LivePlan[]): Promise<number> {
      const lost = plans.flatMap((plan) => plan.orders.filter(({ state }) => state === 'SUBMITTING'));
      if (lost.length === 0) return 0;
      await database.asSystem(
        { why: 'take over orders that were on their way', owner: account.owner_user_id },
        async (trx) => {
          await leases.assertLease(trx, account);
          const now = clock.now();
          for (const order of lost)
            await stepOrder(
              trx,
              order,
              'lose',
              { unknown_cause: 'PROCESS_ENDED', broker_message: 'Munim stopped while sending this order.' },
              { by: BY_SYSTEM, now, evidence: { claimed_under: order.epoch, epoch: account.epoch } },
            );
        },
      );
      return lost.length;
    },

    /** @throws BrokerFailure where the book cannot be read, LeaseLost */
    async reconcile(
      account: TradedAccount,
      gateway: OrderGateway,
      plans: readonly LivePlan[],
      signal: AbortSignal,
    ): Promise<void> {
      const book = await gateway.orders(signal);
      const orders = plans.flatMap((plan) => plan.orders);
      const rowsOf = findRows(orders, book);
      const at = clock.now();
      const unproven = new Set(
        orders.filter((order) =>
          wantsTrades(order, bookEntry(surplusRows(order, rowsOf.of.get(order.id) ?? []).own), at),
        ),
      );
      const trades = unproven.size > 0 ? await tradesOf(gateway, signal) : null;
      await database.asSystem(
        { why: 'write what an orderbook shows', owner: account.owner_user_id },
        async (trx) => {
          const { read_failure } = await leases.assertLease<{ read_failure: string | null }>(trx, account);
          const now = clock.now();
          const differences: Difference[] = strangers(plans, rowsOf.rest);
          const absent = new Set<LiveOrder>();
          // Cards say why an account cannot be read.
          let isSeen = read_failure !== null;
          const found: LiveOrder[] = [];
          const proven: LiveOrder[] = [];
          for (const order of orders) {
            const { own: rows, surplus } = surplusRows(order, rowsOf.of.get(order.id) ?? []);
            if (surplus !== null) differences.push(surplus);
            const isRead = READ_FOR.includes(order.state);
            const says =
              rows.length > 0
                ? judgeOrderRows(order, rows)
                : isRead
                  ? untaggedTwin(order, rowsOf.rest)
                  : null;
            // A person's settlement stands, whatever the book shows later, but for more shares than they ordered. A row that
            // contradicts an order settled as absent does not revive it.
            const isDecided = order.settlement !== null && !isRead;
            const wrong = isDecided && says?.code !== 'OVERFILLED' ? null : says;
            if (wrong !== null) {
              differences.push(wrong);
              continue;
            }
            const entry = bookEntry(rows);
            const isUnsent = order.state === 'APPROVED';
            if (isUnsent && entry === null) continue;
            const { wrong: contradicted, ...proof } =
              entry !== null && unproven.has(order)
                ? witness(order, entry, trades, now)
                : { ...proofOf(order), wrong: null };
            if (contradicted !== null) differences.push(contradicted);
            if (!isUnsent && !isRead) {
              if (!isSame(order, proof)) proven.push(Object.assign(order, proof));
              differences.push(...lateFill(order, entry));
              continue;
            }
            if (contradicted !== null) continue;
            const observed = observe(sentOrder(order), entry, now);
            if ((order.state === 'ABSENT' || isUnsent) && entry !== null) {
              differences.push(turnedUp(order));
              found.push(order);
            }
            if (isUnchanged(order, observed) && isSame(order, proof)) continue;
            const state = await writeObserved(
              trx,
              order,
              observed,
              entry === null
                ? {}
                : {
                    // When it was sent, books of a backup do not know; the broker does.
                    ...(isUnsent ? { submitted_at: rows[0]?.placed_at ?? now, epoch: account.epoch } : {}),
                    // A part of an order that was cut up may show later than the others.
                    broker_order_ids: [...new Set([...order.broker_order_ids, ...entry.brokerOrderIds])],
                    broker_status: entry.status,
                    broker_message: entry.message,
                    ...proof,
                  },
              { now, evidence: { reads: observed.missedReads, rows } },
            );
            if (state === 'ABSENT' && order.state !== 'ABSENT') absent.add(order);
            isSeen = true;
            order.state = state;
            // A plan that ends with this reading is reported with the figures of this reading.
            order.filled_quantity = new Decimal(fixedText(observed.filled));
            if (observed.averagePrice !== null)
              order.average_price = new Decimal(fixedText(observed.averagePrice));
            if (entry !== null) Object.assign(order, proof, { broker_message: entry.message });
          }
          await writeProofs(trx, proven);
          isSeen ||= proven.length > 0;
          for (const plan of await takeBackAgain(trx, found, now)) await news.ended(trx, plan);
          const named = await nameDifferences(trx, account, differences, now);
          if (named.length > 0) await news.named(trx, account, named);
          for (const plan of plans) {
            const own = plan.orders.filter((order) => absent.has(order));
            if (own.length > 0) await news.absent(trx, plan, own);
          }
          if (isSeen || named.length > 0) await news.changed(trx, account);
          await trx('policy.trading_accounts')
            .where({ connection_id: account.connection_id, owner_user_id: account.owner_user_id })
            .update({ read_at: now, read_failure: null });
        },
      );
    },

    /** Moves the plans of an account to where the states of their orders lead. @param placing the plan being sent. */
    async conclude(
      account: TradedAccount,
      plans: readonly LivePlan[],
      placing: string | null = null,
    ): Promise<void> {
      const eventOf = (plan: LivePlan) => {
        const legs = plan.orders.map(({ state, settlement }) => ({ state, isSettled: settlement !== null }));
        return planEventOf(plan.state, legs, plan.id === placing);
      };
      if (plans.every((plan) => eventOf(plan) === null)) return;
      await database.asSystem({ why: 'conclude plans', owner: account.owner_user_id }, async (trx) => {
        await leases.assertLease(trx, account);
        const now = clock.now();
        let isChanged = false;
        for (const plan of plans) {
          for (;;) {
            const event = eventOf(plan);
            if (event === null) break;
            const isOver = event === 'finish' || event === 'finish in part';
            const next = await stepPlan(trx, plan, event, isOver ? { finished_at: now } : {}, {
              by: BY_SYSTEM,
              now,
              evidence: {},
            });
            if (next === null) break;
            plan.state = next;
            isChanged = true;
            if (isOver) await news.ended(trx, plan);
          }
        }
        if (isChanged) await news.changed(trx, account);
      });
    },
  };
}

/** The trades of the day; null where they cannot be read, which keeps nothing else from being known. */
async function tradesOf(gateway: OrderGateway, signal: AbortSignal): Promise<TradesOfDay | null> {
  try {
    return tradesOfDay(await gateway.fills(signal));
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

const isSame = (order: Proof, proof: Proof): boolean =>
  order.confirmed_by === proof.confirmed_by && order.confirmation_note === proof.confirmation_note;

/** A reading that says nothing new is not written: a thousand open orders would be a thousand statements. */
function isUnchanged(order: LiveOrder, observed: Observed): boolean {
  return (
    observed.events.length === 0 &&
    observed.missedReads === order.missed_reads &&
    observed.filled === parseFixed(order.filled_quantity) &&
    observed.endedAt?.getTime() === order.ended_at?.getTime()
  );
}

/** In the book although it was taken for absent, or was never sent by these books: they may be those of a backup. */
export const turnedUp = ({ tag, symbol, side, state }: LiveOrder): Difference => ({
  kind: 'LATE_ORDER',
  subject: tag,
  expected: 'no order',
  found: 'an order',
  message:
    state === 'APPROVED' || state === 'EXPIRED'
      ? `The ${side === 'BUY' ? 'purchase' : 'sale'} of ${symbol} is recorded as not sent, but the broker already has it. It is not sent again. Were these books restored from a backup?`
      : `The ${side === 'BUY' ? 'purchase' : 'sale'} of ${symbol} was absent from the broker’s order book and turned up after all. Munim follows it again. If it was sent again since, both may be filled.`,
});

/** Orders with a tag of one of these policies that nobody here made. */
export function strangers(
  plans: readonly Pick<LivePlan, 'tag_code' | 'policy_name'>[],
  rest: readonly BrokerOrder[],
): Difference[] {
  const codes = new Map(plans.map(({ tag_code, policy_name }) => [tag_code, policy_name]));
  return rest.flatMap((row): Difference[] => {
    const { tag } = row;
    const policy = codes.get(tag?.slice(0, SHORTEST_TAG - 1) ?? '');
    if (tag === null || policy === undefined || tag.length < SHORTEST_TAG) return [];
    return [
      {
        kind: 'UNKNOWN_ORDER',
        subject: tag,
        expected: 'no order',
        found: `${row.side} ${row.quantity} ${row.symbol}`,
        message: `The broker has an order with the tag ${tag} of ${policy} that Munim did not send: ${row.side === 'BUY' ? 'buy' : 'sell'} ${row.quantity} ${row.symbol}.`,
      },
    ];
  });
}
