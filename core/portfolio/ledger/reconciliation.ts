import { dayInWords, Decimal } from '../../platform/index.ts';
import { nearestFixed } from '../../platform/fixed-point.ts';
import { instant, numberOrNull, oneOf, text, view, type ViewOf } from '../../platform/schema/index.ts';
import { plainRatio } from '../../finance/lots/index.ts';
import { suspicion } from './split-suspicion.ts';

const RECONCILIATION_STATUSES = ['MATCHED', 'MISSING_HISTORY', 'EXCESS_LEDGER', 'NO_LEDGER'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];

/** How the quantity of a holding stands against its transactions, as every door shows it. */
export const reconciliationView = view({
  /** What the broker (with the trades that its list lacks), the file or the person states; null for a holding that follows its transactions. */
  broker_quantity: numberOrNull,
  ledger_quantity: numberOrNull,
  /** Stated less ledger: positive when transactions are missing. */
  difference: numberOrNull,
  status: oneOf(...RECONCILIATION_STATUSES),
  /** What it means and what to do, in one or two sentences. */
  reason: text,
  calculated_at: instant,
});
export type Reconciliation = ViewOf<typeof reconciliationView>;

export interface ReconciliationInput {
  /** LEDGER, MANUAL, CSV or BROKER: who states the holding's quantity. */
  source: string;
  holding_quantity: Decimal.Value;
  /** Quantity of the replayed ledger; null when it was never replayed. */
  ledger_quantity: Decimal.Value | null;
  has_transactions: boolean;
  /** Day on which the last trade settles, while a broker may not list it; absent or null otherwise. */
  unsettled_until?: string | null;
  /** An applied corporate action before which there were as many units as are stated; absent or null where there is none. */
  unlisted_action?: { title: string; ex_date: string } | null;
  calculated_at: string;
}

const STATED_BY: Readonly<Record<string, string>> = {
  MANUAL: 'The holding as entered',
  CSV: 'The imported holding',
  BROKER: 'The broker',
};

/**
 * Sets a holding's quantity beside what its transactions add up to. It explains a difference and changes nothing
 * (spec: Import and ledger rules 6).
 */
export function reconcile(input: ReconciliationInput): Reconciliation {
  const { source, calculated_at } = input;
  const stated = new Decimal(input.holding_quantity);
  const follows = source === 'LEDGER';
  const broker_quantity = follows ? null : stated.toNumber();
  if (!input.has_transactions || input.ledger_quantity === null) {
    const reason = 'No transactions are recorded for this holding. Import its tradebook or add the purchase.';
    return {
      broker_quantity,
      ledger_quantity: null,
      difference: null,
      status: 'NO_LEDGER',
      reason,
      calculated_at,
    };
  }
  const replayed = new Decimal(input.ledger_quantity);
  const difference = stated.minus(replayed);
  const answer = (status: ReconciliationStatus, reason: string): Reconciliation => ({
    broker_quantity,
    ledger_quantity: replayed.toNumber(),
    difference: difference.toNumber(),
    status,
    reason,
    calculated_at,
  });
  if (difference.isZero()) {
    return answer(
      'MATCHED',
      follows
        ? 'The quantity is calculated from the transactions.'
        : `${statedBy(source)} and the transactions agree.`,
    );
  }
  const gap = difference.abs().toFixed();
  const both = `${statedBy(source)} has ${stated.toFixed()}, the transactions add up to ${replayed.toFixed()}.`;
  const status = difference.gt(0) ? 'MISSING_HISTORY' : 'EXCESS_LEDGER';
  if ((input.unsettled_until ?? null) !== null)
    return answer(
      status,
      `${both} The last trade settles on ${dayInWords(input.unsettled_until ?? '')}, so the broker may not list it yet.`,
    );
  const action = input.unlisted_action ?? null;
  if (action !== null)
    return answer(
      status,
      `${both} The difference is the ${action.title} of ${dayInWords(action.ex_date)}, which is applied to the transactions and not in the holding. Ask your broker, or take the action back under Corporate actions.`,
    );
  const ratio = plainRatio(nearestFixed(stated) ?? 0n, nearestFixed(replayed) ?? 0n);
  if (ratio !== null) return answer(status, `${both} That is ${suspicion(ratio)}`);
  return difference.gt(0)
    ? answer(
        status,
        `${both} The purchase of ${gap} is not recorded. Import the older tradebook, or add an opening position under Data quality.`,
      )
    : answer(status, `${both} A sale of ${gap} may be missing, or a purchase may be recorded twice.`);
}

function statedBy(source: string): string {
  return STATED_BY[source] ?? 'The holding';
}
