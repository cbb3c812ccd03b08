/** What going live takes (decisions: Options workspace). Limits in percent are settings. */
export const TRADES_NEEDED = 30;
export const SESSIONS_NEEDED = 20;
/** The last sessions that are over, in which no broker may have been below OK. */
export const BROKER_SESSIONS = 5;
/** The last sessions that are over, since which fills say how prices slip. */
export const SLIPPAGE_SESSIONS = 20;
/** Signals and closed trades that show that a strategy reports at all: SHADOW needs no more, since it spends nothing. */
export const REPORTS_NEEDED = 10;
