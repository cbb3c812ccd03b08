import { auditedMutation } from '../../audit/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { InstrumentQuotes } from '../../market/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import {
  type Actor,
  amountText,
  conflict,
  type Context,
  type DbTransaction,
  fixedText,
  istDate,
  type Leased,
  LeaseLost,
  type Leases,
  parseAmount,
  parseFixed,
} from '../../platform/index.ts';
import {
  type LedgerKey,
  performanceJson,
  type PolicyWork,
  quotedPrices,
  readLedger,
  type StoredLedger,
} from '../cycle/index.ts';
import { PolicyModel } from '../models.ts';
import { findPolicy } from '../policy-store.ts';
import { type Application, applyBetweenSessions, type PositionPrice, sameDayPrices } from './application.ts';
import { type ContributionReads, findContribution } from './contribution-reads.ts';
import { factsOf } from './contribution-service.ts';
import { creditContributions, recordValuation } from './credit-store.ts';
import { ContributionModel, FundingAllocationModel, ValuationRecordModel } from './models.ts';
import { recoverFailed } from './recovery.ts';
import { requireEvent } from './required-state.ts';
import { contributionTransition } from './states.ts';
import type { ContributionView } from './view.ts';

interface ApplyParts {
  calendar: Calendar;
  leases: Pick<Leases<'id'>, 'assertLease'>;
  work: Pick<PolicyWork, 'withPolicy'>;
  quotesOf: InstrumentQuotes;
  instruments: Pick<Instruments, 'byIds'>;
  reads: ContributionReads;
  /** What follows from money of a policy that trades once it is credited, after the transaction that credits it. */
  credited?: (policyId: string, actor: Actor) => Promise<void>;
}

/** What a claim of the policy and quotes of its positions were made for. */
interface Asked {
  id: string;
  held: Leased<'id'>;
  prices: ReadonlyMap<string, PositionPrice>;
}
/** Null where it was credited; else why its reservation does not fit, which is kept. */
interface Applied {
  mismatch: string | null;
}

/**
 * Credits an instalment when a person says so, between two sessions: on paper one that is scheduled, live one that is
 * confirmed. The policy is claimed for it, so that no session is written meanwhile, and quotes are asked for before the
 * transaction. All that it changes is written in one.
 */
export function createApplyFunding(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, leases, work, quotesOf, instruments, reads, credited }: ApplyParts,
) {
  const { clock, database, log } = context;
  const mutation = auditedMutation(context);

  /** Quotes of today, or else the newest close. Live books are valued at nothing older than the last session. */
  async function pricesOf(userId: string, key: LedgerKey): Promise<Map<string, PositionPrice>> {
    const stored = await database.readAsUser(userId, (trx) => readLedger(trx, key));
    if (stored === null || stored.positions.length === 0) return new Map();
    const today = istDate(clock.now());
    const known = await instruments.byIds(stored.positions.map(({ instrument_id }) => instrument_id));
    const securities = stored.positions.map(({ instrument_id, symbol }) => {
      const instrument = known.get(instrument_id);
      return {
        instrument_id,
        symbol: instrument?.symbol ?? symbol,
        name: instrument?.name ?? null,
        isin: instrument?.isin ?? null,
        sector: null,
        asset_class: instrument?.asset_class === 'ETF' ? ('ETF' as const) : ('Indian Equity' as const),
        delisted_on: null,
        member: [],
      };
    });
    const quotes = await quotedPrices(quotesOf, userId, { securities }, securities.keys(), today);
    const oldest = key.mode === 'LIVE' ? calendar.previousSession('NSE', today) : '';
    return new Map(
      stored.positions.flatMap(({ instrument_id, price, pricedOn, missed }, at) => {
        const quote = quotes.get(at);
        if (quote !== undefined)
          return [[instrument_id, { price: quote, source: 'QUOTE', price_date: today } as PositionPrice]];
        if (pricedOn < oldest) return [];
        const source = missed > 0 ? 'OLDER_CLOSE' : 'CLOSE';
        return [[instrument_id, { price, source, price_date: pricedOn } as PositionPrice]];
      }),
    );
  }

  const credit = mutation('contribution.apply', {
    topics: ['policies'],
    async run(change, { id, held, prices }: Asked): Promise<Applied> {
      const { trx, now } = change;
      await leases.assertLease(trx, held);
      let row = await change.locked('CONTRIBUTION', ContributionModel, id);
      if (row.state === 'FAILED') {
        await recoverFailed(trx, { id: row.id }, now);
        row = await change.locked('CONTRIBUTION', ContributionModel, id);
      }
      requireEvent(row, 'apply');
      const policy = await PolicyModel.query(trx).findById(row.policy_id).throwIfNotFound();
      if (policy.mode !== row.mode)
        throw conflict(
          'POLICY_IS_LIVE',
          'This policy now trades with a broker. Its books on paper stay as they are.',
        );
      const key: LedgerKey = { policy_id: policy.id, owner_user_id: policy.owner_user_id, mode: row.mode };
      const mismatch = row.mode === 'LIVE' ? await reservationFault(trx, row) : null;
      if (mismatch !== null) {
        const { to } = contributionTransition('fail', row.mode);
        await row.$query(trx).patch({ state: to, reason: mismatch, updated_at: now });
        return { mismatch };
      }
      const day = istDate(now);
      const stored = await readLedger(trx, key);
      if (stored === null || stored.state.units === 0n)
        throw conflict(
          'POLICY_NOT_STARTED',
          `This policy has no units yet: its first session is ${firstSession(policy)}. Apply the instalment after that day.`,
        );
      const earlier = await valuationOfDay(trx, key, day, stored);
      const applied = applyBetweenSessions(stored, earlier?.prices ?? prices, parseAmount(row.amount), day);
      if (applied === null) throw noNav(stored, earlier?.prices ?? prices);
      const of = { ...applied, effective_date: day, kind: 'AT_APPLICATION' as const, now };
      const valuationId = earlier?.id ?? (await recordValuation(trx, key, of));
      const money = {
        id: row.id,
        nr: row.nr,
        amount: parseAmount(row.amount),
        allocationMode: row.allocation_mode,
      };
      if (!(await creditContributions(trx, key, [money], of, valuationId)))
        throw new Error('a locked instalment changed');
      await writeBooks(trx, key, stored, applied);
      await FundingAllocationModel.query(trx)
        .where({ contribution_id: row.id, state: 'RESERVED' })
        .patch({ state: 'APPLIED_TO_POLICY', applied_at: now });
      await change.record('CONTRIBUTION_APPLIED', row.id, {
        ...factsOf(row),
        units: fixedText(applied.flow.units[0] ?? 0n),
        nav: fixedText(applied.flow.before.navNetOfTax),
      });
      return { mismatch: null };
    },
  });

  /**
   * @throws 404 CONTRIBUTION_NOT_FOUND, 409 CONTRIBUTION_STATE, POLICY_BUSY, POLICY_IS_LIVE, POLICY_NOT_STARTED,
   *   NAV_UNAVAILABLE, FUNDING_MISMATCH
   */
  return async (userId: string, id: string, actor: Actor): Promise<ContributionView> => {
    const key = await database.readAsUser(userId, async (trx): Promise<LedgerKey> => {
      const { policy_id, mode } = await findContribution(trx, id);
      return { policy_id, mode, owner_user_id: (await findPolicy(trx, policy_id)).owner_user_id };
    });
    const done = await work
      .withPolicy(key.policy_id, undefined, async (_, held) =>
        credit(userId, { id, held, prices: await pricesOf(userId, key) }, actor),
      )
      .catch((error: unknown) => {
        // The process slept, and another one went on with the policy: nothing was written.
        if (error instanceof LeaseLost) return null;
        throw error;
      });
    if (done === null)
      throw conflict('POLICY_BUSY', 'This policy is being calculated. Try again in a minute.');
    if (done.mismatch !== null) throw conflict('FUNDING_MISMATCH', done.mismatch);
    if (key.mode === 'LIVE')
      await credited?.(key.policy_id, actor).catch((error: unknown) => {
        // The money is in the books whatever follows; the round of every minute goes on with it.
        log.warn({ err: error, policy_id: key.policy_id }, 'credited money is left to the next round');
      });
    return await reads.get(userId, id);
  };
}

/** Why what is reserved does not fit an instalment; null where it does. */
async function reservationFault(trx: DbTransaction, row: ContributionModel): Promise<string | null> {
  const reserved = await FundingAllocationModel.query(trx)
    .where({ contribution_id: row.id, state: 'RESERVED' })
    .first();
  if (reserved === undefined)
    return 'No money is reserved for this instalment. Cancel it, or confirm it again.';
  if (reserved.policy_id !== row.policy_id || reserved.mode !== row.mode)
    return 'The reserved money belongs to another policy. Cancel this instalment and confirm a new one.';
  if (!reserved.amount.eq(row.amount))
    return `${reserved.amount.toFixed()} rupees are reserved, but the instalment is ${row.amount.toFixed()} rupees. Cancel it and confirm a new one.`;
  return null;
}

/** The valuation that money of the day was credited at before, where the same is held still: one for all of a day. */
async function valuationOfDay(
  trx: DbTransaction,
  { policy_id, mode }: LedgerKey,
  day: string,
  stored: StoredLedger,
): Promise<{ id: string; prices: Map<string, PositionPrice> } | null> {
  const record = await ValuationRecordModel.query(trx)
    .where({ policy_id, mode, effective_date: day, kind: 'AT_APPLICATION' })
    .orderBy('id', 'desc')
    .first();
  const prices = record === undefined ? null : sameDayPrices(stored, record.prices, parseFixed);
  return record === undefined || prices === null ? null : { id: record.id, prices };
}

async function writeBooks(
  trx: DbTransaction,
  { policy_id, mode }: LedgerKey,
  stored: StoredLedger,
  { after, flow }: Application,
): Promise<void> {
  await trx('policy.policy_state')
    .where({ policy_id, mode })
    .update({
      cash: amountText(after.cash),
      units_outstanding: fixedText(after.units),
      deposits: amountText(after.deposits),
      nav_gross: fixedText(flow.after.navGross),
      nav_net_of_costs: fixedText(flow.after.navNetOfCosts),
      nav_net_of_tax: fixedText(flow.after.navNetOfTax),
      performance: performanceJson(after.performance, stored.benchmarkBase),
    });
}

/** Live books begin later than those on paper. */
const firstSession = ({ mode, live_starts_on, starts_on }: PolicyModel) =>
  mode === 'LIVE' ? (live_starts_on ?? starts_on) : starts_on;

function noNav(stored: StoredLedger, prices: ReadonlyMap<string, PositionPrice>) {
  const missing = stored.positions
    .filter(({ instrument_id }) => !prices.has(instrument_id))
    .map(({ symbol }) => symbol);
  return conflict(
    'NAV_UNAVAILABLE',
    missing.length > 0
      ? `There is no price for ${missing.join(', ')} from today or the last session, so no units can be issued. Try again when there is one.`
      : 'The policy is worth no more than the tax it owes, so no units can be issued.',
  );
}
