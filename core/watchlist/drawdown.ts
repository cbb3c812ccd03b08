import type { DailyValues } from '../portfolio/index.ts';
import type { Reading } from './alert-state.ts';

/**
 * How far a portfolio stands below its highest point on record, in percentage points, by the last snapshot of each day.
 * Money put in or taken out is no gain and no loss: what is compared is the growth of one rupee that stayed in,
 * (value + taken out) ⁄ (value before + put in), day after day, as the reports have it. Days without a whole value are
 * passed over, and what moved on them counts to the next known one.
 */
export function drawdownOf({ days, flows }: Pick<DailyValues, 'days' | 'flows'>): Reading {
  let before: { day: string; value: number } | null = null;
  let growth = 1;
  let peak = 1;
  let at = 0;
  const paid = flows.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  for (const { day, value } of days) {
    if (value === null) continue;
    let [came, went] = [0, 0];
    for (let next = paid[at]; next !== undefined && next.day <= day; next = paid[at]) {
      if (next.amount > 0) came += next.amount;
      else went -= next.amount;
      at += 1;
    }
    const base = before === null ? 0 : before.value + came;
    if (base > 0) {
      growth *= Math.max(0, (value + went) / base);
      // Everything sold: what comes afterwards is another portfolio.
      if (value <= 0) growth = peak = 1;
      peak = Math.max(peak, growth);
    }
    before = { day, value };
  }
  if (before === null)
    return { value: null, day: null, reason: 'No value of the portfolio is on record yet.' };
  return { value: tidy((1 - growth / peak) * 100), day: before.day, reason: null };
}

const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;
