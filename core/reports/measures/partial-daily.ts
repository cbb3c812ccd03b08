import { daysBetween } from '../../platform/index.ts';
import type { PartialValues, PortfolioValues } from '../../performance/engine/index.ts';
import type { BasedDaily } from './based-daily.ts';
import { withoutSeams } from './seams.ts';
import type { DayAmount, DayValue } from '../../finance/returns/index.ts';

/** As long as a close stands for the days after it. */
const MOST_DAYS_BEHIND = 10;

/** Whether days that end with `to` say nothing of `day` any more: something that was bought since keeps the value unknown. */
export function isBehind(to: string | null, day: string): boolean {
  return to === null || daysBetween(to, day) > MOST_DAYS_BEHIND;
}

/**
 * Values and flows of the positions that are known throughout, from the ledger and closes: a snapshot holds the total alone
 * and cannot be divided. Days count as in `basedDaily`: those on which something held had a close of its own.
 */
export function partialDaily(ledger: PortfolioValues, { daily }: PartialValues): BasedDaily {
  const { portfolio, currency, days: dates } = ledger;
  const days: DayValue[] = [];
  const flows: DayAmount[] = [];
  const dividends: DayAmount[] = [];
  const payments: DayAmount[] = [];
  for (const [at, day] of dates.entries()) {
    const value = daily.value[at] ?? null;
    const flow = (daily.put_in[at] ?? 0) - (daily.taken_out[at] ?? 0);
    const income = daily.income[at] ?? 0;
    if (flow !== 0 || income !== 0) payments.push({ day, amount: flow - income });
    // What moved up to the first value is in it.
    if (days.length > 0 && flow !== 0) flows.push({ day, amount: flow });
    if (days.length > 0 && income !== 0) dividends.push({ day, amount: income });
    if (value !== null && (daily.fresh[at] ?? 0) > 0) days.push({ day, value });
  }
  const known = {
    portfolio,
    currency,
    days,
    flows,
    dividends,
    unexplained_days: [],
    payments: { amounts: payments, first_day: payments[0]?.day ?? null, reason: null },
    first_day: days.find(({ value }) => value !== null && value > 0)?.day ?? null,
    recorded_from: null,
    ledger_reason: null,
  };
  return withoutSeams(known, ledger);
}
