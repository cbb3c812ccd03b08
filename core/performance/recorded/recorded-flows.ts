import type { DayAmount, ValueSeries } from '../../finance/returns/index.ts';
import { type LedgerMovements, dayText } from '../engine/index.ts';
import type { ReconciledRecord } from './reconcile-records.ts';

/** After all days. */
const NO_DAY = '~';

/**
 * Money put in and taken out between the records, as far as the ledger explains their change (spec: Report rules 4). Where a
 * record changed otherwise, the gain in it is unknown: all of the change is a flow, so that the day has no return.
 */
export function recordedFlows(
  records: readonly ReconciledRecord[],
  movements: LedgerMovements,
): Pick<ValueSeries, 'flows' | 'dividends' | 'unexplained_days'> {
  const paid = byDay(movements, 'paid');
  const flows: DayAmount[] = [];
  const unexplained_days: string[] = [];
  let before = 0;
  let next = 0;
  for (const { day, value, is_whole, change } of records) {
    if (value === null || !is_whole) continue;
    const first = next;
    while ((paid[next]?.day ?? NO_DAY) <= day) next += 1;
    if (change === 'LEDGER') flows.push(...paid.slice(first, next));
    if (change === 'RECORDS') {
      flows.push({ day, amount: value - before });
      unexplained_days.push(day);
    }
    before = value;
  }
  return { flows, dividends: byDay(movements, 'income'), unexplained_days };
}

/** The sums of a column by day, ascending; days without an amount are not among them. */
function byDay(movements: LedgerMovements, column: 'paid' | 'income'): DayAmount[] {
  const sums = new Map<number, number>();
  for (const [row, day] of movements.day.entries()) {
    const amount = movements[column][row] ?? 0;
    if (amount !== 0) sums.set(day, (sums.get(day) ?? 0) + amount);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([day, amount]) => ({ day: dayText(day), amount }));
}
