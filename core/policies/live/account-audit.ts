import type { OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import {
  addDays,
  type Context,
  Decimal,
  type DbTransaction,
  istDate,
  istInstant,
  tellChange,
} from '../../platform/index.ts';
import type { AccountHoldings } from '../trading-view.ts';
import { CASH_TOLERANCE } from './cash-tolerance.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { type ExplainedShare, explainHoldings, holdingsNow } from './explain-holdings.ts';
import { keepExplanation, readAccountBooks, readExplanations } from './explanation-store.ts';
import { asManyShares } from './late-fills.ts';
import { proveByHoldings, sharesOf } from './holdings-witness.ts';
import type { AccountRecords, Share } from './own-records.ts';
import { consumeBySnapshot } from './plan-money.ts';

interface AuditedAccount {
  connection_id: string;
  owner_user_id: string;
}

/** Reads what a person recorded of the account of a connection; null where there are no records. */
export type RecordsOf = (
  owner: string,
  connectionId: string,
  asked: { since: string; of: readonly Share[] },
) => Promise<AccountRecords | null>;

/** Findings of a look at an account. */
export interface Audited {
  differences: Difference[];
  shares: ExplainedShare[];
  records: AccountRecords | null;
}

/** Orders of so many sessions may explain a change of shares, those of today included. */
const SESSIONS_EXPLAINED = 10;

/**
 * Holds the books of live policies against the broker (spec: Policy rules 3): shares and cash that the broker has less of are
 * named. Every share is explained: in the books of policies, in the person's own records, or unknown. Unknown shares are a
 * difference only where an unfilled order would explain them. A difference blocks the account's policies until a person settles
 * it.
 */
export function createAccountAudit(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  parts: {
    calendar: Calendar;
    gateways: OrderGateways;
    recordsOf: RecordsOf;
    /** Ex-dates since a day of what changes shares, by instrument. */
    exDatesOf(ids: readonly string[], since: string): Promise<Map<string, string[]>>;
    instruments: { byIds(ids: readonly string[]): Promise<Map<string, Instrument>> };
    tell(trx: DbTransaction, account: AuditedAccount, named: readonly Difference[]): Promise<void>;
  },
) {
  async function audit(
    account: AuditedAccount,
    signal: AbortSignal,
    guard: (trx: DbTransaction) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Audited> {
    const gateway = await parts.gateways.open(account.owner_user_id, account.connection_id);
    const [held, funds] = [await gateway.positions(signal), new Decimal(await gateway.funds(signal))];
    const today = istDate(clock.now());
    const since = istInstant(parts.calendar.addSessions('NSE', today, 1 - SESSIONS_EXPLAINED), '00:00');
    const read = async (trx: DbTransaction) => await readAccountBooks(trx, account, since);
    // Before the transaction: the registry, the prices and the records take connections of the same pool.
    const { before, sold } = await database.readAsSystem('find what an account must have', async (trx) => ({
      before: await read(trx),
      sold: await soldOf(trx, account),
    }));
    const ids = before.known.map(({ instrument_id }) => instrument_id);
    const instruments = await parts.instruments.byIds([...new Set([...ids, ...sold])]);
    const isinOf = (id: string) => instruments.get(id)?.isin ?? null;
    const records = await parts.recordsOf(account.owner_user_id, account.connection_id, {
      since: [today, istDate(since), ...before.trades.map(({ day }) => day)].sort()[0] ?? today,
      of: [...held, ...before.known.map(({ instrument_id: id, symbol }) => ({ symbol, isin: isinOf(id) }))],
    });
    const asked = before.orders.map(({ order }) => order.instrument_id);
    const exDates =
      asked.length === 0 ? new Map() : await parts.exDatesOf(asked, addDays(istDate(since), -30));
    return await database.asSystem({ why: 'audit an account', owner: account.owner_user_id }, async (trx) => {
      await guard(trx);
      const now = clock.now();
      const books = await read(trx);
      const known = books.known.map((one) => ({ ...one, isin: isinOf(one.instrument_id) }));
      const { shares, suspects } = explainHoldings({ ...books, held, known, records, exDates, now });
      const differences = suspects.filter(({ unfilled }) => !unfilled.is_named).map(asManyShares);
      for (const { instrument_id: id, isin, symbol, policies } of known) {
        const quantity = Decimal.sum(0, ...policies.map((one) => one.quantity));
        const found = sharesOf(held, isin, symbol);
        const isLate = suspects.some(({ unfilled: { order } }) => order.instrument_id === id);
        if (isLate || found.gte(quantity.minus(books.leaving.get(id) ?? 0))) continue;
        const names = policies.map(({ name }) => name).join(' and ');
        differences.push({
          kind: 'SHORTFALL',
          subject: symbol,
          expected: quantity.toFixed(),
          found: found.toFixed(),
          message: `${names} ${policies.length === 1 ? 'holds' : 'hold'} ${quantity.toFixed()} ${symbol} in the books; the broker has ${found.toFixed()}.`,
        });
      }
      const reading = books.moving.size === 0 ? holdingsNow(shares, now) : null;
      await keepExplanation(trx, account, { shares, records }, reading, now);
      const cash = await readCash(trx, account.connection_id);
      const tolerance = Decimal.max(CASH_TOLERANCE.rupees, cash.times(CASH_TOLERANCE.part));
      if (funds.lt(cash.minus(tolerance)))
        differences.push({
          kind: 'CASH',
          subject: 'cash',
          expected: cash.toFixed(2),
          found: funds.toFixed(2),
          message: `The books of this account’s policies have ₹${cash.toFixed(2)} in cash; the broker has ₹${funds.toFixed(2)}.`,
        });
      const named = await nameDifferences(trx, account, differences, now);
      await trx('policy.trading_accounts')
        .where({ connection_id: account.connection_id })
        .update({ audited_on: now });
      await parts.tell(trx, account, named);
      await proveByHoldings(trx, account, { held, cash: funds }, isinOf, now);
      await tellChange(trx, [account.owner_user_id], ['policies']);
      // More cash than the books have may be anybody's: only one that equals theirs tells what of it is left.
      if (differences.length === 0 && funds.minus(cash).abs().lte(tolerance))
        await consumeBySnapshot(trx, account.connection_id, funds, now);
      return { differences, shares, records };
    });
  }

  return {
    audit,

    /** The accounts over which live policies trade, by the ids of their connections. */
    accounts: async (): Promise<Map<string, AuditedAccount>> => {
      const accounts = await database.readAsSystem('find accounts of live policies', readAccounts);
      return new Map(accounts.map((account) => [account.connection_id, account]));
    },

    /** The shares of a person's traded accounts as they were explained last. */
    holdings: async (userId: string): Promise<{ items: AccountHoldings[] }> => ({
      items: await database.readAsUser(userId, (trx) => readExplanations(trx, userId)),
    }),
  };
}

async function readAccounts(trx: DbTransaction): Promise<AuditedAccount[]> {
  const { rows } = await trx.raw<{ rows: AuditedAccount[] }>(
    `select distinct broker_connection_id as connection_id, owner_user_id from policy.policies
     where mode = 'LIVE' and status <> 'RETIRED' order by 1`,
  );
  return rows;
}

/** Shares that were sold since the account was looked at last: they may be in no books any more. */
async function soldOf(
  trx: DbTransaction,
  { connection_id, owner_user_id }: AuditedAccount,
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { instrument_id: string }[] }>(
    `select distinct o.instrument_id from policy.policy_orders o
       join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
       join policy.trading_accounts a on a.connection_id = l.connection_id and a.owner_user_id = l.owner_user_id
     where o.owner_user_id = ? and l.connection_id = ? and o.side = 'SELL' and o.submitted_at > a.held_before_at`,
    [owner_user_id, connection_id],
  );
  return rows.map(({ instrument_id }) => instrument_id);
}

/** Cash in the books of all live policies of an account. */
async function readCash(trx: DbTransaction, connectionId: string): Promise<Decimal> {
  const { rows } = await trx.raw<{ rows: { cash: Decimal }[] }>(
    `select coalesce(sum(s.cash), 0) as cash from policy.policy_state s join policy.policies p on p.id = s.policy_id
     where s.mode = 'LIVE' and p.broker_connection_id = ? and p.status <> 'RETIRED'`,
    [connectionId],
  );
  return rows[0]?.cash ?? new Decimal(0);
}
