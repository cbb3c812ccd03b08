import { type Amount, amountText, type DbTransaction, type Fixed, fixedText } from '../../platform/index.ts';
import type { AllocationMode, Flow } from '../../strategies/index.ts';
import type { LedgerKey } from '../cycle/index.ts';
import { attachToBatch } from './batch-store.ts';
import { ContributionModel, type RecordedPrice, ValuationRecordModel } from './models.ts';
import { type ContributionState, contributionTransition } from './states.ts';

/** An instalment whose money is credited. */
interface CreditedMoney {
  id: string;
  nr: number;
  amount: Amount;
  allocationMode: AllocationMode;
}

/** Money of one valuation. */
interface Credit {
  /** YYYY-MM-DD: the session, or the day on which a person applied it. */
  effective_date: string;
  kind: ValuationRecordModel['kind'];
  flow: Flow;
  /** Units before the money. */
  unitsBefore: Fixed;
  prices: RecordedPrice[];
  now: Date;
}

/** Writes down what a policy was worth right before money came in. @returns the id of the record. */
export async function recordValuation(trx: DbTransaction, key: LedgerKey, of: Credit): Promise<string> {
  const { before } = of.flow;
  const { id } = await ValuationRecordModel.query(trx).insert({
    ...key,
    effective_date: of.effective_date,
    valued_at: of.now,
    kind: of.kind,
    cash: amountText(before.cash),
    positions_value: amountText(before.positions),
    tax_outstanding: amountText(before.taxAccrued - before.taxPaid),
    units_outstanding: fixedText(of.unitsBefore),
    nav_gross: fixedText(before.navGross),
    nav_net_of_costs: fixedText(before.navNetOfCosts),
    nav_net_of_tax: fixedText(before.navNetOfTax),
    prices: of.prices,
  } as never);
  return id;
}

/**
 * Credits contributions that a ledger took in: each becomes APPLIED with its units, its cash flow is recorded, and it joins
 * the batch of its day. The books themselves are written by the caller, in the same transaction.
 * @returns false, and nothing may stand of it, where an instalment is no longer where it was.
 */
export async function creditContributions(
  trx: DbTransaction,
  key: LedgerKey,
  contributions: readonly CreditedMoney[],
  credit: Credit,
  valuationId: string,
): Promise<boolean> {
  const { flow, effective_date, now } = credit;
  const { from, to } = contributionTransition('apply', key.mode);
  let cash = flow.before.cash;
  for (const [at, { id, nr, amount, allocationMode }] of contributions.entries()) {
    const units = fixedText(flow.units[at] ?? 0n);
    const changed = await ContributionModel.query(trx)
      .where({ id, policy_id: key.policy_id, mode: key.mode, amount: amountText(amount) })
      .whereIn('state', [...(from as readonly ContributionState[])])
      .patch({
        state: to,
        reason: null,
        applied_at: now,
        applied_on: effective_date,
        units_issued: units,
        nav: fixedText(flow.before.navNetOfTax),
        valuation_id: valuationId,
        cash_before: amountText(cash),
        cash_after: amountText(cash + amount),
        updated_at: now,
      } as never);
    if (changed === 0) return false;
    cash += amount;
    await trx('policy.policy_cash_flows').insert({
      ...key,
      day: effective_date,
      kind: 'CONTRIBUTION',
      amount: amountText(amount),
      note: `Instalment ${nr}`,
    });
    await attachToBatch(
      trx,
      { ...key, effective_date, requested_allocation_mode: allocationMode, valuation_id: valuationId },
      { id, amount: amountText(amount), units },
      now,
    );
  }
  return true;
}
