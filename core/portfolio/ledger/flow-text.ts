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
