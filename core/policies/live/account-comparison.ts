import type { BrokerOrder, OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import { type Context, Decimal, type DbTransaction, istDate, istInstant } from '../../platform/index.ts';
import type { Audited } from './account-audit.ts';
import { type Difference, nameDifferences, sharesText } from './differences.ts';
import type { ExplainedShare } from './explain-holdings.ts';
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
  /** Holds shares and cash of the books against the broker, and explains each share. */
  audit(account: UncomparedAccount, signal: AbortSignal): Promise<Audited>;
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

  /** Names shares that nothing explains: an order that these books do not know may be the reason. */
  async function nameUnknown(
    account: UncomparedAccount,
    shares: readonly ExplainedShare[],
    isRecorded: boolean,
  ): Promise<void> {
    const differences = shares
      .filter(({ is_traded, order }) => is_traded && order === null)
      .filter((one) => (isRecorded ? one.unknown !== '0' : booksOf(one).lt(one.broker)))
      .map(unexplained);
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
      const { shares, records } = await parts.audit(account, signal);
      // An order that the book of the day shows whole needs no guess: the rest is the person's own.
      const isWholeBook = madeAt !== null && istDate(madeAt) === istDate(clock.now());
      // A list that was read since the backup has such shares too.
      const listedAt = records?.listed_at ?? null;
      const isRecorded = listedAt === null || (madeAt !== null && listedAt <= madeAt);
      if (!isWholeBook) await nameUnknown(account, shares, isRecorded);
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

const booksOf = ({ policies }: ExplainedShare): Decimal =>
  Decimal.sum(0, ...policies.map(({ quantity }) => quantity));

function unexplained(share: ExplainedShare): Difference {
  const { symbol, broker } = share;
  const books = booksOf(share).toFixed();
  return {
    kind: 'UNKNOWN_ORDER',
    subject: symbol,
    expected: sharesText(books),
    found: sharesText(broker),
    message: `The broker has ${broker} ${symbol}, the books ${books}. An order sent after the backup was made may be the reason. If the shares are your own, settle the difference.`,
  };
}
