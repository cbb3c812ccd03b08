import { type Fx, type FxRate, list, type Totals, type TotalState } from '../valuation/index.ts';
import { Decimal, MONEY_BOUND, toNumber, toScale } from '../../platform/index.ts';
import type { LedgerPosition } from '../ledger/index.ts';
import { type DayAmounts, dayAmounts, joinDayAmounts, type Xirr, xirr } from '../../finance/returns/index.ts';

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

/** A cash flow of the ledger, in the currency of its position. */
interface LedgerFlow {
  date: string;
  /** The nearest double of `exact`, for the return. */
  amount: number;
  exact: Decimal.Value;
}

/** The replayed ledger of one symbol in one portfolio, as snapshots need it. */
export interface ReplayedPosition extends PositionName {
  currency: string;
  quantity: Decimal;
  /** After the tax withheld. */
  dividends: Decimal;
  /** Units of unknown cost are held, or were sold: their yearly return is unknown. */
  has_unknown_cost: boolean;
  /** Exact amounts, which other currencies need. */
  readonly flows: readonly LedgerFlow[];
  /** Nearest doubles of `flows`. */
  readonly amounts: DayAmounts;
}

interface SnapshotInput {
  /** Totals of the portfolio in its base currency. */
  total: Totals;
  /** The holdings that `total` adds up. `portfolio` is any key, as long as the positions use the same. */
  holdings: readonly (PositionName & { quantity: Decimal.Value })[];
  /** The ledger of the same portfolio, closed positions included. */
  positions: readonly ReplayedPosition[];
  fx: Fx;
  /** The day of the valuation, YYYY-MM-DD in India. */
  date: string;
}

/** The position of a replayed ledger. @param portfolio any key of its portfolio. */
export function replayedPosition(portfolio: string, position: LedgerPosition): ReplayedPosition {
  const { symbol, currency, quantity, dividends, unknown_cost_quantity, unknown_cost_sold } = position;
  const flows = position
    .cash_flows()
    .map(({ date, amount: exact }) => ({ date, amount: exact.toNumber(), exact }));
  return {
    portfolio,
    symbol,
    currency,
    quantity,
    dividends,
    has_unknown_cost: !unknown_cost_quantity.isZero() || !unknown_cost_sold.isZero(),
    flows,
    amounts: dayAmounts(flows),
  };
}

/**
 * Computes a snapshot. XIRR takes the ledger's flows, and the current value as received today (spec: Report rules 2). Each is
 * converted at the rate of its day if all days have one, else at the newest. XIRR needs a ledger that explains every unit
 * held: a value without its purchases would be a gain out of nothing.
 */
export function snapshotFields(input: SnapshotInput): SnapshotFields {
  const { total, positions, holdings } = input;
  const reasons: SnapshotFields['reasons'] = {};
  for (const measure of ['current_value', 'total_invested', 'total_profit', 'total_profit_pct'] as const) {
    const reason = total.reasons[measure];
    if (reason !== undefined) reasons[measure] = reason;
  }

  const dividends = totalDividends(positions, holdings.length > 0, total.currency, input.fx);
  if (typeof dividends === 'string') reasons.total_dividends = dividends;

  const rate = yearlyReturn(input);
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

function yearlyReturn({
  total,
  holdings,
  positions,
  fx,
  date,
}: SnapshotInput): Pick<Xirr, 'value' | 'others' | 'reason'> {
  const unknown = (reason: string) => ({ value: null, others: [], reason });
  if (total.current_value === null || total.state === 'PARTIAL') {
    return unknown(
      total.reasons.current_value ?? total.reasons.total_profit ?? 'Some holdings have no value.',
    );
  }
  const unexplained = unexplainedPositions(holdings, positions).map(({ symbol }) => symbol);
  if (unexplained.length > 0) return unknown(`The transactions of ${list(unexplained)} are incomplete.`);
  const base = total.currency;
  const foreign = positions.filter(({ currency }) => currency !== base);
  const undated = undatedCurrencies(
    foreign.flatMap(({ currency, flows }) => flows.map(({ date }) => ({ currency, date }))),
    base,
    fx,
  );
  const series: DayAmounts[] = [];
  for (const one of positions) {
    if (one.currency === base) {
      series.push(one.amounts);
      continue;
    }
    const converted = inBase(one, (day) =>
      fx(one.currency, base, ...(undated.has(one.currency) ? [] : [day])),
    );
    if (converted === null) return unknown(`No exchange rate for ${one.currency}.`);
    series.push(converted);
  }
  // A value without its purchase would be a gain out of nothing, and units that left without their sale a loss.
  const costless = positions.filter((one) => one.has_unknown_cost).map(({ symbol }) => symbol);
  if (costless.length > 0)
    return unknown(
      `The cost or the sale of some units of ${list(costless)} is unknown. Record the cost under Data quality, Opening positions, or the sale under Transactions.`,
    );
  if (series.every(({ days }) => days.length === 0)) return unknown('No transactions are recorded.');
  return xirr(joinDayAmounts([...series, dayAmounts([{ date, amount: total.current_value }])]));
}

/** Flows in the base currency; null without a rate. */
function inBase({ flows }: ReplayedPosition, rateOf: (day: string) => FxRate | null): DayAmounts | null {
  const converted: { date: string; amount: number }[] = [];
  for (const { date, exact } of flows) {
    const rate = rateOf(date);
    if (rate === null) return null;
    converted.push({ date, amount: rate.rate.times(exact).toNumber() });
  }
  return dayAmounts(converted);
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

/** An amount at the scale of its column; null for a total that is too large for it. */
export const keptAmount = (value: number | null): Decimal | null =>
  value === null || MONEY_BOUND.lte(Math.abs(value)) ? null : toScale(value);

/** A symbol in a portfolio, which is named by any key. */
export interface PositionName {
  portfolio: string;
  symbol: string;
}

export const positionKey = (one: PositionName): string => `${one.portfolio}\n${one.symbol}`;

/** Positions whose units in hand and in the ledger differ, from either side. */
export function unexplainedPositions(
  holdings: readonly (PositionName & { quantity: Decimal.Value })[],
  positions: readonly (PositionName & { quantity: Decimal })[],
): PositionName[] {
  const inLedger = new Map(positions.map((one) => [positionKey(one), one.quantity]));
  const held = new Set(holdings.map(positionKey));
  return [
    ...holdings.filter((one) => !(inLedger.get(positionKey(one)) ?? new Decimal(0)).eq(one.quantity)),
    ...positions.filter((one) => !held.has(positionKey(one)) && !one.quantity.isZero()),
  ];
}
