import { type DayAmounts, dayAt } from '../../finance/returns/index.ts';
import { type Amount, amountText } from '../../platform/fixed-point.ts';

/** Money of one day: negative when the investor paid, positive when the investor received. */
export interface DayFlow {
  /** YYYY-MM-DD. */
  date: string;
  amount: Amount;
}

/** Offset of the amount in a line. */
const AMOUNT_AT = 'YYYY-MM-DD '.length;

/** Cash flows as text, a line a day: `2024-01-06 -1000.5`. Amounts are exact. */
export function flowText(flows: readonly DayFlow[]): string {
  return flows.map(({ date, amount }) => `${date} ${amountText(amount)}`).join('\n');
}

/** Reads `flowText`: amounts as the nearest double, and exactly as text. */
export function flowsOfText(text: string): { date: string; amount: number; exact: string }[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const exact = line.slice(AMOUNT_AT);
    return { date: line.slice(0, AMOUNT_AT - 1), amount: Number(exact), exact };
  });
}

/**
 * Reads the nearest doubles of `flowText`, which returns use. A list of objects would take most of the time of an hourly snapshot.
 * @throws RangeError for a line without a day and an amount.
 */
export function dayAmountsOfText(text: string): DayAmounts {
  const days: number[] = [];
  const amounts: number[] = [];
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const day = dayAt(text, at);
    const amount = Number(text.slice(at + AMOUNT_AT, end));
    if (Number.isNaN(day) || Number.isNaN(amount))
      throw new RangeError(`not a cash flow: ${text.slice(at, end)}`);
    days.push(day);
    amounts.push(amount);
    at = end + 1;
  }
  return { days: Int32Array.from(days), amounts: Float64Array.from(amounts) };
}
