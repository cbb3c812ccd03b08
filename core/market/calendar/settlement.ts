import { dayInWords } from '../../platform/index.ts';
import { type DayNumber, formatDay } from './day.ts';
import type { MarketDays } from './market-days.ts';
import { settlementCycle } from './settlement-cycle.ts';

export interface Settlement {
  /** Null when no share could trade that day or the cycle of the time is not on record. */
  date: string | null;
  /** The n of T+n, in settlement days. */
  lag: number | null;
  /** False when a settlement holiday may be missing on the way or the lag depends on the share. */
  certain: boolean;
  /** Why the date is null or not certain. */
  reason: string | null;
}

/** Counts the cycle's settlement days after the trade day; trades of a settlement holiday settle with the day before. */
export function settle(days: MarketDays, tradeDay: DayNumber): Settlement {
  if (!days.trading.has(tradeDay)) return unsettled('No session on that day');
  const cycle = settlementCycle(days.market, tradeDay);
  if (cycle === null) return unsettled('The settlement cycle of that time is unknown');
  const day = days.settling.after(tradeDay, cycle.lag);
  const unlisted =
    day > days.settlementTo
      ? `Settlement days are known until ${dayInWords(formatDay(days.settlementTo))}; later ones are assumed weekdays`
      : tradeDay + 1 < days.settlementListedFrom
        ? 'Some settlement holidays of that time are unknown'
        : null;
  const reason = cycle.doubt ?? unlisted;
  return { date: formatDay(day), lag: cycle.lag, certain: reason === null, reason };
}

function unsettled(reason: string): Settlement {
  return { date: null, lag: null, certain: false, reason };
}
