import type { Calendar } from '../../market/calendar/index.ts';
import { type Context, type DbTransaction, fixedText, parseAmount } from '../../platform/index.ts';
import {
  type DueContribution,
  DueMoneyChanged,
  type FinishedSession,
  type LedgerKey,
  type SessionContributions,
} from '../cycle/index.ts';
import { linkWaitingBatches, moveBatches, pendingAllocations } from './batch-store.ts';
import { creditContributions, recordValuation } from './credit-store.ts';
import { writeInstalments } from './instalment-store.ts';
import { ContributionModel, type RecordedPrice } from './models.ts';
import { contributionTransition } from './states.ts';
import { readTargets } from './targets-store.ts';

const PAUSED = 'The policy was paused on that day.';
const NO_NAV = 'The policy is worth no more than the tax it owes, so no units can be issued.';

/**
 * Money of a schedule in sessions on paper (spec: PAPER path SCHEDULED to APPLIED). What is due by a session comes in before
 * its trades; an instalment of a day without a session comes with the next one. All that a session brings about is written in
 * its one transaction: a session that fails, or a process that dies, leaves every instalment SCHEDULED.
 */
export function createSessionContributions(
  { clock }: Pick<Context, 'clock'>,
  { calendar }: { calendar: Calendar },
): SessionContributions {
  return {
    async due(trx, policy, day) {
      const nothing = { contributions: [], pendingAllocation: 0n, targets: null };
      const { from: curatedFrom } = calendar.curatedRange('NSE');
      const now = clock.now();
      const isScheduled = await writeInstalments(
        trx,
        { id: policy.id, owner_user_id: policy.owner_user_id, mode: 'PAPER', live_from: null },
        { until: day, curatedFrom, now },
      );
      if (!isScheduled) return nothing;
      const rows = ContributionModel.query(trx).where({ policy_id: policy.id, mode: 'PAPER' });
      const recover = contributionTransition('recover', 'PAPER');
      await rows
        .clone()
        .whereIn('state', [...recover.from])
        .patch({ state: recover.to, updated_at: now });
      const due = rows.clone().where({ state: 'SCHEDULED' }).where('due_date', '<=', day);
      if (day < policy.trades_from) {
        const { to } = contributionTransition('skip', 'PAPER');
        await due.patch({ state: to, reason: PAUSED, updated_at: now });
        return nothing;
      }
      const contributions = (await due.orderBy(['due_date', 'id'])).map(
        ({ id, nr, amount, allocation_mode }): DueContribution => ({
          id,
          nr,
          amount: parseAmount(amount),
          allocationMode: allocation_mode,
        }),
      );
      const pending = await pendingAllocations(trx, { policy_id: policy.id, mode: 'PAPER' });
      const pendingAllocation = pending.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
      const isBought =
        pendingAllocation > 0n ||
        contributions.some(({ allocationMode }) => allocationMode === 'buy_only_current_targets');
      const targets = isBought ? await readTargets(trx, { ...policy, mode: 'PAPER' }, day) : null;
      return { contributions, pendingAllocation, targets };
    },

    async book(trx, key, finished, now) {
      await credit(trx, key, finished, now);
      if (finished.session.allocation === null || finished.session.allocation.fallback !== null) return null;
      const [first] = await pendingAllocations(trx, key);
      if (first === undefined) throw new DueMoneyChanged('the money of an allocation is gone');
      return first.id;
    },

    async settle(trx, key, { session }, cycle, now) {
      const { plan, allocation } = session;
      if (plan === null && allocation === null) return;
      const pending = (await pendingAllocations(trx, key)).map(({ id }) => id);
      const links = cycle === null ? null : { cycle_id: cycle.cycle_id, plan_id: cycle.plan_id };
      if (plan !== null) {
        // Nothing was ordered: all of it waits for the next rebalance.
        if (links === null || links.plan_id === null) await moveBatches(trx, pending, 'wait', now);
        else await moveBatches(trx, await linkWaitingBatches(trx, key, links, now), 'execute', now);
        return;
      }
      const fallback = allocation?.fallback ?? null;
      if (fallback !== null) {
        const { code, reason } = fallback;
        await moveBatches(trx, pending, 'fall back', now, { fallback_code: code, fallback_reason: reason });
      } else if (links !== null)
        await moveBatches(trx, await moveBatches(trx, pending, 'plan', now, links), 'execute', now);
    },
  };
}

async function credit(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
  now: Date,
): Promise<void> {
  const { contributions, day, session } = finished;
  if (contributions.length === 0) return;
  const { flow } = session;
  if (flow === null || flow.units.length === 0) {
    const { from, to } = contributionTransition('fail', 'PAPER');
    await ContributionModel.query(trx)
      .whereIn(
        'id',
        contributions.map(({ id }) => id),
      )
      .whereIn('state', [...from])
      .patch({ state: to, reason: NO_NAV, updated_at: now });
    return;
  }
  const issued = flow.units.reduce((sum, units) => sum + units, 0n);
  const of = {
    effective_date: day,
    kind: 'SESSION_CLOSE' as const,
    flow,
    unitsBefore: finished.ledger.units - issued,
    prices: pricesOf(finished),
    now,
  };
  const valuation = await recordValuation(trx, key, of);
  if (!(await creditContributions(trx, key, contributions, of, valuation)))
    throw new DueMoneyChanged('an instalment was changed while its session was calculated');
}

function pricesOf({ market, pricedAs, sources }: FinishedSession): RecordedPrice[] {
  return pricedAs.map(({ security, quantity, price, pricedOn, missed }) => {
    const share = market.panel.securities[security];
    return {
      instrument_id: share?.instrument_id ?? '',
      symbol: share?.symbol ?? '',
      quantity: fixedText(quantity),
      price: fixedText(price),
      source: missed > 0 ? 'OLDER_CLOSE' : sources.reference(security) === 'LTP' ? 'QUOTE' : 'CLOSE',
      price_date: pricedOn,
    };
  });
}
