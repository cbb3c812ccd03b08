import { Decimal } from '../platform/index.ts';
import type { IncomeFacts } from './event.ts';
import { causeOf, type IncomeCause, type IncomeStatus } from './transitions.ts';

/** An event on record. */
export interface StoredEvent extends IncomeFacts {
  id: string;
}

/** A change of an event that is on record: written only if its state is still `from`. */
interface EventChange {
  id: string;
  from: IncomeStatus;
  /** Null where the state stays and only figures change. */
  cause: IncomeCause | null;
  facts: IncomeFacts;
}

export interface Difference {
  added: IncomeFacts[];
  changed: EventChange[];
}

/**
 * What has to be written so that the events on record become the ones that the facts give. Events are never deleted: what
 * is not given any more is cancelled with a reason. Where both agree there is nothing to write.
 */
export function difference(
  stored: readonly StoredEvent[],
  wanted: readonly IncomeFacts[],
  today: string,
): Difference {
  const byReference = new Map(stored.map((event) => [event.source_reference, event]));
  const changed: EventChange[] = [];
  const added: IncomeFacts[] = [];
  const change = (event: StoredEvent, facts: IncomeFacts) =>
    changed.push({ id: event.id, from: event.status, cause: step(event.status, facts.status), facts });
  for (const facts of wanted) {
    const event = byReference.get(facts.source_reference);
    if (event === undefined) {
      step(null, facts.status);
      added.push(facts);
      continue;
    }
    byReference.delete(facts.source_reference);
    if (!isSame(event, facts)) change(event, facts);
  }
  for (const event of byReference.values()) {
    if (event.status === 'CANCELLED') continue;
    const { id: _id, ...facts } = event;
    change(event, { ...facts, status: 'CANCELLED', note: whyCancelled(event, today) });
  }
  return { added, changed };
}

function step(from: IncomeStatus | null, to: IncomeStatus): IncomeCause | null {
  if (from === to) return null;
  const cause = causeOf(from, to);
  if (cause === null) throw new Error(`an income event cannot change from ${from} to ${to}`);
  return cause;
}

function whyCancelled({ status, payment_date }: StoredEvent, today: string): string {
  if (status === 'PAID') return 'The payment is no longer in the ledger.';
  if (status === 'FORECAST' && payment_date !== null && payment_date < today)
    return 'The date has passed and no payment is recorded.';
  return 'No longer expected: the units, the terms or the announcement changed.';
}

const FIELDS = [
  'kind',
  'asset_class',
  'currency',
  'isin',
  'record_date',
  'ex_date',
  'payment_date',
  'amount_per_unit',
  'entitled_quantity',
  'gross_amount',
  'withheld_tax',
  'net_amount',
  'status',
  'source',
  'confidence',
  'note',
] as const satisfies readonly (keyof IncomeFacts)[];

function isSame(a: IncomeFacts, b: IncomeFacts): boolean {
  return FIELDS.every((field) => {
    const [one, other] = [a[field], b[field]];
    return one instanceof Decimal && other instanceof Decimal ? one.eq(other) : one === other;
  });
}
