import { type DayNumber, toDay } from './day.ts';
import type { Market } from './exchange.ts';

/** From this trade date on, cash equities settle `lag` settlement days after the trade. */
interface SettlementCycle {
  from: DayNumber;
  lag: number;
  /** Set while the lag depends on the security. */
  doubt: string | null;
}

const cycle = (from: string, lag: number, doubt: string | null = null): SettlementCycle => ({
  from: toDay(from),
  lag,
  doubt,
});

const CYCLES: Readonly<Record<Market, readonly SettlementCycle[]>> = {
  IN: [
    // SEBI SMD/POLICY/Cir-03/2003 of 6 February 2003.
    cycle('2003-04-01', 2),
    // SEBI circular of 7 September 2021 and the exchanges' joint notices of 8 November 2021 and 23 November 2022:
    // the smallest companies first, further ones on the last Friday of each month.
    cycle(
      '2022-02-25',
      2,
      'Some shares already settled T+1 while the cycle was being shortened month by month',
    ),
    // The last batch: every share with derivatives.
    cycle('2023-01-27', 1),
  ],
  US: [
    // SEC Rule 15c6-1 and its amendments (releases 33-7022, 34-80295, 34-96930).
    cycle('1995-06-07', 3),
    cycle('2017-09-05', 2),
    cycle('2024-05-28', 1),
  ],
};

/** The cycle of a trade date, or null before the first one on record (India April 2003, United States June 1995). */
export function settlementCycle(market: Market, tradeDay: DayNumber): SettlementCycle | null {
  return CYCLES[market].findLast(({ from }) => from <= tradeDay) ?? null;
}
