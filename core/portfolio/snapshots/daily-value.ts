import type { DayAmount, DayValue } from '../../finance/returns/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { UnitsTell } from './unit-changes.ts';

/** A portfolio day by day, with what came in and went out: what a return over any span is worked out from. */
export interface DailyValues {
  portfolio: string;
  currency: string;
  /** Oldest first. */
  days: DayValue[];
  /** Money put in (negative: taken out) between the snapshots. */
  flows: DayAmount[];
  /** Worth of holdings that came without money, at the end of the day: they earned nothing on it. */
  entered?: readonly DayAmount[];
  /** Worth of holdings that went without money, as of the measured day before: they earned nothing since. */
  left?: readonly DayAmount[];
  /** Received after the tax withheld. */
  dividends: DayAmount[];
  /** Days on which holdings came, went or changed in a way that no transaction of those days explains. */
  unexplained_days: string[];
}

/**
 * All that was ever paid and received for the holdings of a portfolio, as the ledger counts it, in the base currency at the
 * rate of each day.
 */
export interface Payments {
  /** By day: purchases with their fees less sales after theirs and dividends after tax; negative was received. */
  amounts: DayAmount[];
  /** The first day on which money moved that the ledger counts, cash among it; null where none did. */
  first_day: string | null;
  /** Why the payments are not those of what is held; null where they are. */
  reason: string | null;
}

/** What is on record of a portfolio. */
export interface RecordedValues extends DailyValues {
  /** Amounts of other currencies are among the values. */
  is_converted: boolean;
  payments: Payments;
}

/** A day's snapshot, and what the ledger as it is now says that the holdings of that day had cost; null is unknown. */
export interface DayRecord {
  day: string;
  value: number | null;
  invested: Decimal | null;
  in_ledger: Decimal | null;
}

/** Averages are rounded: a cost that did not change may differ by so much, or by this share of itself. */
const ROUNDING = new Decimal('0.01');
const ROUNDING_SHARE = new Decimal('0.000001');
/** A cost in other currencies differs by the rates of a snapshot's hour and of its day. */
const RATES_SHARE = new Decimal('0.01');

/**
 * What was put in and taken out between the snapshots of days that follow one another. Purchases and sales tell, as long
 * as the units that were held, or where a snapshot kept none their cost, changed as they say. Where it did not change at all, they were entered later: nothing
 * moved yet. Where it changed otherwise (holdings entered by hand, a file of old trades, a correction), nobody can tell
 * what of the new value is gain: all of the day's change counts as put in, so that the day has no return.
 * @param traded purchases less sales of each day, by the dates of the transactions.
 * @param hasRates other currencies are among the holdings.
 * @param untold days on which units were recorded that came without money: no purchase tells of their value.
 * @param unitsTell what explains the units from one record to the next; null where it is not known.
 */
export function flowsBetween<R extends DayRecord>(
  records: readonly R[],
  traded: readonly DayAmount[],
  hasRates: boolean,
  untold: readonly string[] = [],
  unitsTell: (from: R, to: R) => UnitsTell | null = () => null,
): Pick<DailyValues, 'flows' | 'unexplained_days'> {
  const known = records.filter((record): record is R & { value: number } => record.value !== null);
  const flows: DayAmount[] = [];
  const unexplained_days: string[] = [];
  let next = 0;
  for (const [at, record] of known.entries()) {
    const within: DayAmount[] = [];
    for (; next < traded.length; next += 1) {
      const one = traded[next];
      if (one === undefined || one.day > record.day) break;
      within.push(one);
    }
    const before = known[at - 1];
    if (before === undefined) continue;
    const isTold = !untold.some((day) => day > before.day && day <= record.day);
    const explained = isTold ? (unitsTell(before, record) ?? explains(before, record, hasRates)) : 'RECORDS';
    if (explained === 'LEDGER') flows.push(...within);
    if (explained !== 'RECORDS') continue;
    flows.push({ day: record.day, amount: record.value - before.value });
    unexplained_days.push(record.day);
  }
  return { flows, unexplained_days };
}

/** What explains the change of the cost from one record to the next. */
function explains(from: DayRecord, to: DayRecord, hasRates: boolean): UnitsTell {
  // A cost that is known no more, or again: holdings of unknown cost came or went, and no purchase tells of them.
  if ((from.invested === null) !== (to.invested === null)) return 'RECORDS';
  if (from.invested === null || to.invested === null || from.in_ledger === null || to.in_ledger === null)
    return 'LEDGER';
  const change = to.invested.minus(from.invested);
  const dated = to.in_ledger.minus(from.in_ledger);
  const least = tolerance(from.invested, to.invested, hasRates);
  if (change.minus(dated).abs().lte(least)) return 'LEDGER';
  return change.abs().lte(least) ? 'NO_CHANGE' : 'RECORDS';
}

/** Whether a snapshot's cost is another than the ledger gives its day. Unknown costs differ from nothing. */
export function hasOtherCost({ invested, in_ledger }: DayRecord, hasRates: boolean): boolean {
  if (invested === null || in_ledger === null) return false;
  return invested
    .minus(in_ledger)
    .abs()
    .gt(tolerance(invested, in_ledger, hasRates));
}

function tolerance(one: Decimal, other: Decimal, hasRates: boolean): Decimal {
  const share = hasRates ? RATES_SHARE : ROUNDING_SHARE;
  return Decimal.max(ROUNDING, one.abs().times(share), other.abs().times(share));
}
