import { type BacktestTrace, isLiquidMove } from '../engine/index.ts';
import type { StrategyConfig } from '../config.ts';
import { rankingHistory } from './coverage.ts';
import type { FindingKind, FindingView } from './view.ts';

const MOST_EXAMPLES = 20;

/**
 * Gaps in the data of a backtest, and how each was handled. No missing price or event was made up.
 * @param exposure average share of the value that was invested, in percentage points.
 */
export function findingsOf(trace: BacktestTrace, config: StrategyConfig, exposure: number): FindingView[] {
  const { market, days } = trace;
  const { panel } = market;
  const [from, to] = [days[0]?.valuation.day ?? '', days.at(-1)?.valuation.day ?? ''];
  const findings: FindingView[] = [];
  const symbolsOf = (securities: Iterable<number>) =>
    [...new Set(securities)].map((one) => market.symbol(one)).sort();
  const tell = (kind: FindingKind, symbols: readonly string[], message: string, count = symbols.length) => {
    if (count > 0) findings.push({ kind, message, count, symbols: symbols.slice(0, MOST_EXAMPLES) });
  };
  const counted = (count: number, one: string, many: string) =>
    count === 1 ? `1 ${one}` : `${count} ${many}`;

  const members = panel.securities.flatMap(({ member }, security) =>
    member.some((span) => span.from <= to && from <= (span.to ?? '9999')) ? [security] : [],
  );
  const unknown = symbolsOf(members.filter((one) => panel.securities[one]?.instrument_id === null));
  tell(
    'UNKNOWN_SYMBOL',
    unknown,
    `${counted(unknown.length, 'symbol is', 'symbols are')} not in the instrument registry and never ranked.`,
  );
  const last = trace.first + days.length;
  const sessions = panel.days.length;
  const hasClose = (security: number) => {
    for (let at = trace.first; at < last; at += 1)
      if (!Number.isNaN(panel.closes[security * sessions + at] ?? Number.NaN)) return true;
    return false;
  };
  const priceless = symbolsOf(
    members.filter((one) => panel.securities[one]?.instrument_id !== null && !hasClose(one)),
  );
  tell(
    'NO_PRICES',
    priceless,
    `${counted(priceless.length, 'member has', 'members have')} no close in the window and ${priceless.length === 1 ? 'was' : 'were'} never ranked.`,
  );
  const empty: string[] = [];
  for (let at = trace.first; at < last; at += 1)
    if (!members.some((one) => !Number.isNaN(panel.closes[one * sessions + at] ?? Number.NaN)))
      empty.push(market.day(at));
  tell(
    'MISSING_SESSIONS',
    empty,
    `No share has a close on ${counted(empty.length, 'session', 'sessions')}. Holdings kept their last close, and nothing was traded.`,
  );
  const unranked = sessionsWithoutHistory(trace, config, members);
  tell(
    'SHORT_HISTORY',
    [],
    `Prices begin too late to rank anything on the first ${counted(unranked, 'session', 'sessions')}: the strategy looks ${rankingHistory(config)} sessions back.`,
    unranked,
  );
  const eventsOf = (kind: string) =>
    symbolsOf(trace.events.filter(({ event }) => event.kind === kind).map(({ event }) => event.security));
  const suspended = eventsOf('SUSPENDED');
  tell(
    'SUSPENDED',
    suspended,
    `${counted(suspended.length, 'share', 'shares')} had no close for at least five sessions while held. They kept their last close.`,
  );
  const delisted = eventsOf('DELISTED');
  tell(
    'DELISTED',
    delisted,
    `${counted(delisted.length, 'share was', 'shares were')} delisted while held. The outcome is unknown, so the last close is used.`,
  );
  const unquantified = eventsOf('UNQUANTIFIED_ACTION');
  tell(
    'UNQUANTIFIED_ACTION',
    unquantified,
    `${counted(unquantified.length, 'held share', 'held shares')} had a demerger, scheme or rights issue without known terms. What it gave is missing from the value.`,
  );
  const unexplained = eventsOf('UNEXPLAINED_MOVE');
  tell(
    'UNEXPLAINED_MOVE',
    unexplained,
    `${counted(unexplained.length, 'held share', 'held shares')} halved or doubled overnight without a known split or bonus. Import the corporate actions, or the figures are wrong.`,
  );
  const skipped = trace.events.filter(({ event }) => event.kind === 'SWEEP_SKIPPED');
  tell(
    'NO_LIQUID_FUND',
    symbolsOf(skipped.map(({ event }) => event.security)),
    `The fund for spare cash had no price on ${counted(skipped.length, 'rebalance', 'rebalances')}, so nothing was moved into it or out of it.`,
  );
  const isBudgetBound = trace.orders.some(({ order }) => order.limited_by === 'TURNOVER_BUDGET');
  if (exposure < 80 && isBudgetBound)
    tell(
      'LOW_EXPOSURE',
      [],
      `On average only ${exposure.toFixed(0)} % of the value was in shares: a rebalance trades at most a quarter of the value, sales first.`,
      1,
    );
  if (config.max_sector_pct !== undefined) {
    const without = symbolsOf(members.filter((one) => panel.securities[one]?.sector === null));
    tell(
      'NO_SECTORS',
      without,
      `The sector is unknown for ${counted(without.length, 'share', 'shares')}, so max_sector_pct does not limit ${without.length === 1 ? 'it' : 'them'}.`,
    );
  }
  const hasDividends = panel.actions.some(
    ({ kind, ex_date }) => kind === 'DIVIDEND' && from <= ex_date && ex_date <= to,
  );
  if (!hasDividends)
    tell('NO_DIVIDENDS', [], 'No dividend is known for the window, so returns exclude dividends.', 1);
  if (
    panel.benchmark === null ||
    !panel.benchmark.closes.subarray(trace.first, last).some((one) => !Number.isNaN(one))
  )
    tell('NO_BENCHMARK', [], 'The benchmark has no closes in the window.', 1);
  const orders = trace.orders.filter(({ order }) => !isLiquidMove(order.rule));
  if (!orders.some(({ order }) => order.quantity > 0n))
    tell('NO_ORDERS', [], whyNothing({ ...trace, orders }), 1);
  return findings;
}

/** How many sessions of the window come before the first on which a member has enough history; 0 where none has a close. */
function sessionsWithoutHistory(
  { market: { panel }, first, days }: BacktestTrace,
  config: StrategyConfig,
  members: readonly number[],
): number {
  const sessions = panel.days.length;
  let earliest = sessions;
  for (const security of members)
    for (let at = 0; at < earliest; at += 1)
      if (!Number.isNaN(panel.closes[security * sessions + at] ?? Number.NaN)) earliest = at;
  if (earliest === sessions) return 0;
  return Math.max(0, Math.min(earliest + rankingHistory(config) - first, days.length));
}

const TOO_SMALL: ReadonlySet<string> = new Set(['WHOLE_SHARES', 'TURNOVER_BUDGET']);

/** Why a backtest never traded. */
function whyNothing({ orders, days }: BacktestTrace): string {
  if (days.length === 0) return 'The window has no session.';
  if (orders.length === 0)
    return 'Nothing was ever bought: no share could be ranked, or no session was a rebalance.';
  if (orders.every(({ order }) => order.limited_by === 'WHOLE_SHARES'))
    return 'Nothing was ever bought: the capital does not buy one whole share of any target. Give more capital or a smaller top_n.';
  if (orders.every(({ order }) => TOO_SMALL.has(order.limited_by ?? '')))
    return 'Nothing was ever bought: one share of any target costs more than a rebalance may trade, a quarter of the value. Give more capital.';
  return 'Nothing was ever bought. Each order gives its reason.';
}
