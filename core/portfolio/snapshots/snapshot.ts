import { type Fx, type FxRate, list, type Totals, type TotalState } from '../valuation/index.ts';
import { Decimal, toNumber } from '../../platform/index.ts';
import type { LedgerPosition } from '../ledger/index.ts';
import { type DatedAmount, type Xirr, xirr } from '../../finance/returns/index.ts';

/** The computed fields of a snapshot (spec: Resources, Snapshot). Null is unknown and has its reason. */
export interface SnapshotFields {
  state: TotalState;
  current_value: number | null;
  total_invested: number | null;
  total_profit: number | null;
  total_profit_pct: number | null;
  total_dividends: number | null;
  /** Percentage points a year, since inception. */
  xirr: number | null;
  /** Other yearly rates that fit the same flows; empty where xirr is the only one. */
  xirr_alternatives: number[];
  holdings_count: number;
  reasons: Partial<Record<keyof SnapshotFields, string>>;
}

/** A cash flow of the ledger with its currency. */
export interface LedgerFlow {
  date: string;
  currency: string;
  amount: Decimal;
  /** The amount as a double, for the return; made where the flow is read, since thousands at once take long. */
  rough: number;
}

interface SnapshotInput {
  /** Totals of the portfolio in its base currency. */
  total: Totals;
  /** The holdings that `total` adds up. `portfolio` is any key, as long as the positions use the same. */
  holdings: Iterable<{ portfolio: string; symbol: string; quantity: Decimal.Value }>;
  /** What the ledger says of the same portfolio, closed positions included. */
  positions: Iterable<{
    portfolio: string;
    symbol: string;
    currency: string;
    quantity: Decimal;
    dividends: Decimal;
  }>;
  /** Symbols with units, held or sold, whose cost nobody knows: no yearly return can be told of them. */
  unknown_cost?: readonly string[];
  /** Cash flows of those positions (`ledgerFlows` reads them off a replay). */
  flows: Iterable<LedgerFlow>;
  fx: Fx;
  /** The day of the valuation, YYYY-MM-DD in India. */
  date: string;
}

/** Every cash flow of some positions. */
export function ledgerFlows(positions: Iterable<LedgerPosition>): LedgerFlow[] {
  return Array.from(positions).flatMap((position) =>
    position
      .cash_flows()
      .map(({ date, amount }) => ({ date, amount, rough: amount.toNumber(), currency: position.currency })),
  );
}

/**
 * Computes a snapshot. XIRR takes the ledger's flows and the current value as received today (spec: Report rules 2);
 * each converted at the rate of its day where all days have one, else all at the newest; it is given only where the ledger explains every unit held, since a value without its purchases would be a gain
 * out of nothing.
 */
export function snapshotFields(input: SnapshotInput): SnapshotFields {
  const { total } = input;
  const positions = [...input.positions];
  const holdings = [...input.holdings];
  const reasons: SnapshotFields['reasons'] = {};
  for (const measure of ['current_value', 'total_invested', 'total_profit', 'total_profit_pct'] as const) {
    const reason = total.reasons[measure];
    if (reason !== undefined) reasons[measure] = reason;
  }

  const dividends = totalDividends(positions, holdings.length > 0, total.currency, input.fx);
  if (typeof dividends === 'string') reasons.total_dividends = dividends;

  const rate = yearlyReturn(input, holdings, positions);
  if (rate.reason !== null) reasons.xirr = rate.reason;

  return {
    state: total.state,
    current_value: total.current_value,
    total_invested: total.total_invested,
    total_profit: total.total_profit,
    total_profit_pct: total.total_profit_pct,
    total_dividends: typeof dividends === 'string' ? null : toNumber(dividends),
    xirr: rate.value,
    xirr_alternatives: rate.others,
    holdings_count: total.holdings_count,
    reasons,
  };
}

/** The sum in the base currency, or why there is none. */
function totalDividends(
  positions: readonly { currency: string; dividends: Decimal }[],
  hasHoldings: boolean,
  base: string,
  fx: Fx,
): Decimal | string {
  if (positions.length === 0 && hasHoldings) return 'No transactions are recorded.';
  let sum = new Decimal(0);
  for (const { currency, dividends } of positions) {
    if (dividends.isZero()) continue;
    const rate = fx(currency, base);
    if (rate === null) return `No exchange rate for ${currency}.`;
    sum = sum.plus(dividends.times(rate.rate));
  }
  return sum;
}

function yearlyReturn(
  { total, flows, fx, date, unknown_cost = [] }: SnapshotInput,
  holdings: readonly { portfolio: string; symbol: string; quantity: Decimal.Value }[],
  positions: readonly { portfolio: string; symbol: string; quantity: Decimal }[],
): Pick<Xirr, 'value' | 'others' | 'reason'> {
  const unknown = (reason: string) => ({ value: null, others: [], reason });
  if (total.current_value === null || total.state === 'PARTIAL') {
    return unknown(
      total.reasons.current_value ?? total.reasons.total_profit ?? 'Some holdings have no value.',
    );
  }
  const unexplained = unexplainedPositions(holdings, positions).map(({ symbol }) => symbol);
  if (unexplained.length > 0) return unknown(`The transactions of ${list(unexplained)} are incomplete.`);
  const series: DatedAmount[] = [];
  const dated = [...flows];
  const undated = undatedCurrencies(dated, total.currency, fx);
  for (const flow of dated) {
    if (flow.currency === total.currency) {
      series.push({ date: flow.date, amount: flow.rough });
      continue;
    }
    const rate = fx(flow.currency, total.currency, ...(undated.has(flow.currency) ? [] : [flow.date]));
    if (rate === null) return unknown(`No exchange rate for ${flow.currency}.`);
    series.push({ date: flow.date, amount: flow.amount.times(rate.rate).toNumber() });
  }
  // A value without its purchase would be a gain out of nothing.
  if (unknown_cost.length > 0)
    return unknown(
      `The cost of some units of ${list([...unknown_cost])} is unknown. Record it under Data quality, Opening positions.`,
    );
  if (series.length === 0) return unknown('No transactions are recorded.');
  return xirr([...series, { date, amount: total.current_value }]);
}

/**
 * Currencies whose flows all count at the newest rate, because a day of theirs has none: some flows at the rates of their
 * days and others at today's would show moves of the rate that never were.
 */
export function undatedCurrencies(
  flows: readonly { currency: string; date: string }[],
  base: string,
  fx: Fx,
): Set<string> {
  return new Set(
    flows
      .filter(({ currency, date }) => !isOfThatTime(fx(currency, base, date), date))
      .map(({ currency }) => currency),
  );
}

function isOfThatTime(rate: FxRate | null, day: string): boolean {
  return rate !== null && rate.day !== null && rate.day <= day;
}

/** What a ledger and the holdings tell apart by: any key of the portfolio, and the symbol. */
export interface PositionName {
  portfolio: string;
  symbol: string;
}

export const positionKey = (one: PositionName): string => `${one.portfolio}\n${one.symbol}`;

/** Whose units in hand and units in the ledger differ, from either side. */
export function unexplainedPositions(
  holdings: Iterable<PositionName & { quantity: Decimal.Value }>,
  positions: Iterable<PositionName & { quantity: Decimal }>,
): PositionName[] {
  const left = new Map(Array.from(positions, (position) => [positionKey(position), position]));
  const unexplained: PositionName[] = [];
  for (const holding of holdings) {
    const inLedger = left.get(positionKey(holding))?.quantity ?? new Decimal(0);
    if (!inLedger.eq(holding.quantity)) unexplained.push(holding);
    left.delete(positionKey(holding));
  }
  for (const position of left.values()) if (!position.quantity.isZero()) unexplained.push(position);
  return unexplained;
}
