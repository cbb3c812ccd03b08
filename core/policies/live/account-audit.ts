import type { OrderGateways } from '../../brokers/orders/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import { type Context, Decimal, type DbTransaction, tellChange } from '../../platform/index.ts';
import { CASH_TOLERANCE } from './cash-tolerance.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { proveByHoldings, sharesOf } from './holdings-witness.ts';
import { consumeBySnapshot } from './plan-money.ts';

interface AuditedAccount {
  connection_id: string;
  owner_user_id: string;
}

/** What the books of all live policies of an account say that the broker must have. */
interface TrackedBooks {
  cash: Decimal;
  positions: { instrument_id: string; symbol: string; quantity: Decimal; policies: string[] }[];
}

/**
 * Holds the books of live policies against the broker (spec: Policy rules 3): shares that the broker has fewer of are named,
 * more of are nobody's business; and so is cash. A difference blocks the account's policies until a person settles it.
 */
export function createAccountAudit(
  context: Pick<Context, 'clock' | 'database' | 'log'>,
  parts: {
    gateways: OrderGateways;
    instruments: { byIds(ids: readonly string[]): Promise<Map<string, Instrument>> };
    tell(trx: DbTransaction, account: AuditedAccount, named: readonly Difference[]): Promise<void>;
  },
) {
  const { clock, database, log } = context;

  async function audit(account: AuditedAccount, signal: AbortSignal): Promise<Difference[]> {
    const gateway = await parts.gateways.open(account.owner_user_id, account.connection_id);
    const [held, funds] = [await gateway.positions(signal), new Decimal(await gateway.funds(signal))];
    const read = async (trx: DbTransaction) => await readTracked(trx, account.connection_id);
    // Before the transaction: the registry takes a connection of the same pool.
    const ids = await database.readAsSystem('find what an account must have', async (trx) => [
      ...(await read(trx)).positions.map(({ instrument_id }) => instrument_id),
      ...(await soldOf(trx, account)),
    ]);
    const known = await parts.instruments.byIds([...new Set(ids)]);
    return await database.asSystem({ why: 'audit an account', owner: account.owner_user_id }, async (trx) => {
      const books = await read(trx);
      const differences: Difference[] = [];
      for (const { instrument_id, symbol, quantity, policies } of books.positions) {
        const isin = known.get(instrument_id)?.isin ?? null;
        const found = sharesOf(held, isin, symbol);
        if (found.gte(quantity)) continue;
        differences.push({
          kind: 'SHORTFALL',
          subject: symbol,
          expected: quantity.toFixed(),
          found: found.toFixed(),
          message: `${policies.join(' and ')} ${policies.length === 1 ? 'holds' : 'hold'} ${quantity.toFixed()} ${symbol} in the books; the broker has ${found.toFixed()}.`,
        });
      }
      const tolerance = Decimal.max(CASH_TOLERANCE.rupees, books.cash.times(CASH_TOLERANCE.part));
      if (funds.lt(books.cash.minus(tolerance)))
        differences.push({
          kind: 'CASH',
          subject: 'cash',
          expected: books.cash.toFixed(2),
          found: funds.toFixed(2),
          message: `The books of this account’s policies have ₹${books.cash.toFixed(2)} in cash; the broker has ₹${funds.toFixed(2)}.`,
        });
      const now = clock.now();
      const named = await nameDifferences(trx, account, differences, now);
      await trx('policy.trading_accounts')
        .where({ connection_id: account.connection_id })
        .update({ audited_on: now });
      await parts.tell(trx, account, named);
      const isinOf = (id: string) => known.get(id)?.isin ?? null;
      if (await proveByHoldings(trx, account, { held, cash: funds }, isinOf, now))
        await tellChange(trx, [account.owner_user_id], ['policies']);
      // More cash than the books have may be anybody's: only one that equals theirs tells what of it is left.
      if (differences.length === 0 && funds.minus(books.cash).abs().lte(tolerance))
        await consumeBySnapshot(trx, account.connection_id, funds, now);
      return differences;
    });
  }

  return {
    audit,

    /** Every account over which a live policy trades. One that cannot be asked keeps no other waiting. */
    async auditAll(signal: AbortSignal): Promise<{ accounts: number; differences: number; failed: number }> {
      const accounts = await database.readAsSystem('find accounts of live policies', readAccounts);
      const done = { accounts: 0, differences: 0, failed: 0 };
      for (const account of accounts) {
        signal.throwIfAborted();
        try {
          done.differences += (await audit(account, signal)).length;
          done.accounts += 1;
        } catch (error) {
          if (signal.aborted) throw error;
          done.failed += 1;
          log.warn({ err: error, connection_id: account.connection_id }, 'an account could not be audited');
        }
      }
      return done;
    },
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

async function readTracked(trx: DbTransaction, connectionId: string): Promise<TrackedBooks> {
  const { rows: positions } = await trx.raw<{ rows: TrackedBooks['positions'] }>(
    `select h.instrument_id, min(h.symbol) as symbol, sum(h.quantity) as quantity,
       array_agg(p.name order by p.id) as policies
     from policy.policy_positions h join policy.policies p on p.id = h.policy_id
     where h.mode = 'LIVE' and p.broker_connection_id = ? group by h.instrument_id order by 2`,
    [connectionId],
  );
  const { rows: cash } = await trx.raw<{ rows: { cash: Decimal }[] }>(
    `select coalesce(sum(s.cash), 0) as cash from policy.policy_state s join policy.policies p on p.id = s.policy_id
     where s.mode = 'LIVE' and p.broker_connection_id = ? and p.status <> 'RETIRED'`,
    [connectionId],
  );
  return { positions, cash: cash[0]?.cash ?? new Decimal(0) };
}
