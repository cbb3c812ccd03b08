import type { Completeness, Reason } from './performance-view.ts';

/** What each reason means, for people. */
const WORDS: Readonly<Record<string, string>> = {
  ENTRY_PRICE_MISSING: 'A leg has no entry price.',
  LEG_NOT_CLOSED: 'A leg has no exit price.',
  SETTLEMENT_UNKNOWN: 'A contract expired without a closing fill, and its settlement price is unknown.',
  LAST_PRICE_MISSING: 'A leg has no last price.',
  LAST_PRICE_OLD: 'The last price is of an earlier session.',
  CONTRACT_EXPIRED: 'A contract has expired, and the trade was not reported closed.',
  COSTS_MISSING: 'The costs were not reported.',
  EXIT_COSTS_MISSING: 'The cost of closing the trade is unknown.',
  NO_TRADES: 'There are no closed trades in this mode.',
  NO_OPEN_TRADES: 'There are no open trades in this mode.',
  NET_UNKNOWN: 'The net result of some trades is unknown.',
  TOO_FEW_OBSERVATIONS: 'A Sharpe ratio needs at least 30 days with closed trades.',
  NO_VARIATION: 'Every day had the same result, so there is no volatility to measure against.',
};

export const reasonOf = (code: string, trades = 0): Reason => ({
  code,
  message: WORDS[code] ?? code,
  trades,
});

/** The reasons that rows give, without the symbols that follow their codes; each with the number of its trades. */
export function reasonsOf(rows: readonly { reasons_json: string }[]): Reason[] {
  const counts = new Map<string, number>();
  for (const { reasons_json } of rows) {
    const codes = (JSON.parse(reasons_json) as string[]).map((reason) => reason.split(' ')[0] ?? reason);
    for (const code of new Set(codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => reasonOf(code, count));
}

/** Complete where every trade is known, unavailable where none is. No trade at all is a complete sum of nothing. */
export const completeness = (known: number, all: number): Completeness => {
  if (known === all) return 'COMPLETE';
  return known === 0 ? 'UNAVAILABLE' : 'PARTIAL';
};

const ORDER: readonly Completeness[] = ['UNAVAILABLE', 'PARTIAL', 'COMPLETE'];
export const leastOf = (...states: readonly Completeness[]): Completeness =>
  ORDER.find((state) => states.includes(state)) ?? 'COMPLETE';
