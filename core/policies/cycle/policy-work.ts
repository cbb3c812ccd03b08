import type { Calendar } from '../../market/calendar/index.ts';
import type { InstrumentQuotes } from '../../market/index.ts';
import {
  type Context,
  type DbTransaction,
  istDate,
  type Leased,
  type Leases,
  tellChange,
} from '../../platform/index.ts';
import { isRebalanceDay, type PanelLoader } from '../../strategies/index.ts';
import { type LedgerKey, readLedger, writeLedger } from './books-store.ts';
import { writeCycle, type WrittenCycle } from './cycle-rows-store.ts';
import { endFailure, type PolicyToRun, readPolicyToRun } from './cycle-store.ts';
import { type FinishedSession, ledgerToWrite } from './finished-session.ts';
import { type QuotedPrices, quotedPrices } from './quoted-prices.ts';
import type { LiveTerms } from './live-session.ts';
import type { PolicySession } from './run-session.ts';
import type { SessionContributions } from './session-contributions.ts';
import { amountOf, type StoredLedger } from './stored-ledger.ts';
import { writeEvents, writeValuation } from './valuation-store.ts';

export interface CycleParts {
  leases: Leases<'id'>;
  loader: Pick<PanelLoader, 'load' | 'medianTurnovers'>;
  calendar: Calendar;
  quotesOf: InstrumentQuotes;
  /** Money that comes in by a schedule, on paper. */
  contributions?: SessionContributions;
  /** Of policies that trade; without it they stand still. */
  live?: LiveTerms;
  /** Tells the person of a cycle, within the transaction that writes it. */
  tell?: (
    trx: DbTransaction,
    policy: PolicyToRun,
    finished: FinishedSession,
    cycle: WrittenCycle,
  ) => Promise<void>;
}

export type PolicyWork = ReturnType<typeof createPolicyWork>;

/** What is done to one policy while it is claimed: its books are read, sessions are made of them, and written. */
export function createPolicyWork(context: Context, parts: CycleParts) {
  const { database, clock } = context;
  const { calendar, leases } = parts;

  /** Claims a policy; null while another process works on it, or it is gone. */
  async function claim(policyId: string): Promise<{ claim: Leased<'id'>; policy: PolicyToRun } | null> {
    return await database.asSystem('claim a policy', async (trx) => {
      const [row] = await leases.lockFree<{ id: string }>(trx, (rows) => rows.where('leased.id', policyId));
      if (row === undefined) return null;
      const policy = await readPolicyToRun(trx, policyId);
      return policy === null ? null : { claim: await leases.claim(trx, row), policy };
    });
  }

  async function withPolicy<T>(
    policyId: string,
    signal: AbortSignal | undefined,
    work: (policy: PolicyToRun, held: Leased<'id'>, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const claimed = await claim(policyId);
    if (claimed === null) return null;
    try {
      return await leases.withLease(
        claimed.claim,
        async (inner) => await work(claimed.policy, claimed.claim, inner),
        signal,
      );
    } finally {
      await database.asSystem('give a policy back', (trx) => leases.release(trx, claimed.claim));
    }
  }

  const keyOf = ({ id, owner_user_id, mode }: PolicyToRun): LedgerKey => ({
    policy_id: id,
    owner_user_id,
    mode,
  });

  /** What the books need of a session, with the quotes of shares whose close is missing today. */
  async function sessionOf(
    policy: PolicyToRun,
    day: string,
    panel: PolicySession['panel'],
    signal: AbortSignal,
  ) {
    const { stored, money } = await database.asSystem(
      { why: 'read the books of a policy', owner: policy.owner_user_id },
      async (trx) => ({
        stored: await readLedger(trx, keyOf(policy)),
        money: policy.mode === 'PAPER' ? await parts.contributions?.due(trx, policy, day) : undefined,
      }),
    );
    if (stored === null) throw new Error(`policy ${policy.id} has no books`);
    const at = panel.days.indexOf(day);
    const places = new Map(panel.securities.map(({ instrument_id }, nr) => [instrument_id, nr]));
    const held = stored.positions.flatMap(({ instrument_id }) => places.get(instrument_id) ?? []);
    const looked = new Set([...held, ...(panel.liquid === undefined ? [] : [panel.liquid.security])]);
    const priceless = [...looked].filter((security) =>
      Number.isNaN(panel.closes[security * panel.days.length + at] ?? Number.NaN),
    );
    const lastPrices = await quotes(policy, panel, priceless, day, signal);
    const session: PolicySession = {
      panel,
      config: policy.config,
      stored,
      day,
      isRebalance: day >= policy.trades_from && isRebalanceDay(calendar, policy.config.rebalance, day),
      isYearEnd: calendar.isLastSessionOfFinancialYear('NSE', day),
      deposit: stored.day === null ? amountOf(policy.initial_capital) : null,
      ...money,
      lastPrices,
    };
    return session;
  }

  /** Quotes of the day that is running; of an earlier one there are none. */
  async function quotes(
    policy: PolicyToRun,
    panel: PolicySession['panel'],
    wanted: readonly number[],
    day: string,
    signal: AbortSignal,
  ): Promise<QuotedPrices> {
    if (wanted.length === 0 || day !== istDate(clock.now())) return new Map();
    return await quotedPrices(parts.quotesOf, policy.owner_user_id, panel, wanted, day, signal);
  }

  async function write(
    policy: PolicyToRun,
    held: Leased<'id'>,
    finished: FinishedSession,
    requestedBy: string,
  ): Promise<WrittenCycle | null> {
    const key = keyOf(policy);
    return await database.asSystem(
      { why: 'write a session of a policy', owner: policy.owner_user_id },
      async (trx) => {
        await leases.assertLease(trx, held);
        const by = { requestedBy, now: clock.now() };
        if (finished.session.plan === null) await endFailure(trx, key, finished.day, by);
        const batch = (await parts.contributions?.book(trx, key, finished, by.now)) ?? null;
        const isCycle = finished.session.plan !== null || batch !== null;
        const cycle = isCycle ? await writeCycle(trx, key, finished, { ...by, batch }) : null;
        await parts.contributions?.settle(trx, key, finished, cycle, by.now);
        await writeEvents(trx, key, finished);
        await writeValuation(trx, key, finished);
        await writeLedger(trx, key, ledgerToWrite(finished));
        if (cycle !== null) await parts.tell?.(trx, policy, finished, cycle);
        // Sockets hear of it; the person's other writers are not held up.
        await tellChange(trx, [policy.owner_user_id], ['policies']);
        return cycle;
      },
    );
  }

  const booksOf = async (policy: PolicyToRun): Promise<StoredLedger | null> =>
    await database.readAsSystem('read the books of a policy', (trx) => readLedger(trx, keyOf(policy)));

  return { booksOf, keyOf, withPolicy, sessionOf, quotes, write };
}
