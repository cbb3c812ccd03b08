import type { Charges } from '../../finance/charges/index.ts';
import { type Amount, amountText, fixedText, fixedToNumber } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import type { PricePanel } from '../panel/index.ts';
import type { BacktestTrace } from './backtest.ts';
import { orderReason } from './order-words.ts';
import { FIRST_INDEX } from './performance-index.ts';
import type { ChargeTexts, EquityRow, HoldingRow, OrderRow, UniverseEventRow } from './result.ts';
import type { ExecutedOrder } from './execution.ts';
import type { Session } from './session.ts';

/** A day of the curve as a row. @param benchmark its index that day. @param textOf exact text of an amount. */
export function equityRow(
  { valuation, performance, traded }: Omit<BacktestTrace['days'][number], 'liquid'>,
  benchmark: number | null,
  textOf: (amount: Amount, column: string) => string = amountText,
): EquityRow {
  const { assets } = valuation;
  return {
    date: valuation.day,
    cash: textOf(valuation.cash, 'cash'),
    positions_value: amountText(valuation.positions),
    stale_value: amountText(valuation.stale),
    total_value: amountText(assets),
    nav_gross: fixedText(valuation.navGross),
    nav_net_of_costs: fixedText(valuation.navNetOfCosts),
    nav_net_of_tax: fixedText(valuation.navNetOfTax),
    performance_index_gross: performance.gross,
    performance_index_net_of_costs: performance.netOfCosts,
    performance_index_net_of_tax: performance.netOfTax,
    drawdown_net_of_tax_pct: performance.drawdownPct,
    cumulative_costs: textOf(valuation.costs, 'costs'),
    tax_accrued: textOf(valuation.taxAccrued, 'accrued'),
    tax_paid: textOf(valuation.taxPaid, 'paid'),
    turnover_pct: assets === 0n || traded === 0n ? 0 : fixedToNumber((traded * 1_000_000_000_000n) / assets),
    benchmark_index: benchmark,
  };
}

/** Text of amounts that are mostly those of the day before: each column remembers its newest. */
function rememberedTexts(): (amount: Amount, column: string) => string {
  const newest = new Map<string, { amount: Amount; text: string }>();
  return (amount, column) => {
    const before = newest.get(column);
    if (before?.amount === amount) return before.text;
    const text = amountText(amount);
    newest.set(column, { amount, text });
    return text;
  };
}

/** An order as a row. */
export function orderRow(date: string, order: ExecutedOrder, config: StrategyConfig): OrderRow {
  const { side, security, rule, limited_by, rank, quantity, wanted, price, charges, outcome } = order;
  const context = {
    top_n: config.top_n,
    max_stock_pct: config.max_stock_pct,
    max_sector_pct: config.max_sector_pct,
  };
  return {
    date,
    side,
    security,
    state: quantity === 0n ? 'NOT_MADE' : quantity < wanted ? 'REDUCED' : 'FILLED',
    rule,
    limited_by,
    reason: orderReason(order, context),
    rank,
    wanted_quantity: fixedText(wanted),
    quantity: fixedText(quantity),
    price: price === null ? null : fixedText(price),
    value: amountText(quantity * (price ?? 0n)),
    charges: charges === null ? null : chargeTexts(charges),
    realised_gain: outcome === null ? null : amountText(outcome.gain),
    tax: outcome === null ? null : amountText(outcome.tax),
  };
}

export function chargeTexts(charges: Charges): ChargeTexts {
  return {
    brokerage: amountText(charges.brokerage),
    stt: amountText(charges.stt),
    exchange: amountText(charges.exchange),
    sebi: amountText(charges.sebi),
    stamp_duty: amountText(charges.stamp_duty),
    gst: amountText(charges.gst),
    dp: amountText(charges.dp),
    total: amountText(charges.total),
  };
}

/** The benchmark from 10 at its first known level on or after a session; null where it is not known. */
export function benchmarkIndices({ benchmark }: PricePanel, first: number, count: number): (number | null)[] {
  const closes = benchmark?.closes.subarray(first, first + count) ?? new Float64Array();
  const base = closes.find((close) => !Number.isNaN(close));
  return Array.from({ length: count }, (_, at) => {
    const close = closes[at];
    return base === undefined || close === undefined || Number.isNaN(close)
      ? null
      : (close / base) * FIRST_INDEX;
  });
}

/** Rows are made one by one as they are read: all of them at once would outlive every collection of garbage. */
export interface BacktestRows {
  equity: Iterable<EquityRow>;
  orders: Iterable<OrderRow>;
  holdings: Iterable<HoldingRow>;
  events: readonly UniverseEventRow[];
}

/** Everything that a backtest went through, as rows. */
export function backtestRows(trace: BacktestTrace, config: StrategyConfig): BacktestRows {
  const eventRow = (date: string, { security, kind, message, amount }: Session['events'][number]) => ({
    date,
    security,
    kind,
    message,
    amount: amount === null ? null : amountText(amount),
  });
  return {
    equity: rows(function* equity() {
      const indices = benchmarkIndices(trace.market.panel, trace.first, trace.days.length);
      const textOf = rememberedTexts();
      for (const [at, day] of trace.days.entries()) yield equityRow(day, indices[at] ?? null, textOf);
    }),
    orders: rows(function* orders() {
      for (const { day, order } of trace.orders) yield orderRow(day, order, config);
    }),
    holdings: rows(function* holdings() {
      for (const { day, held } of trace.holdings) for (const one of held) yield holdingRow(day, one);
    }),
    events: [...membershipEvents(trace), ...trace.events.map(({ day, event }) => eventRow(day, event))].sort(
      (a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
    ),
  };
}

const rows = <T>(each: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: each });

function holdingRow(date: string, one: BacktestTrace['holdings'][number]['held'][number]): HoldingRow {
  return {
    date,
    security: one.security,
    quantity: fixedText(one.quantity),
    cost: amountText(one.cost),
    close: fixedText(one.price),
    close_date: one.pricedOn,
    market_value: amountText(one.quantity * one.price),
    held_since: one.heldSince,
  };
}

/** Who entered and left the universe within the backtest. */
function membershipEvents({ market, days }: BacktestTrace): UniverseEventRow[] {
  const [from, to] = [days[0]?.valuation.day ?? '', days.at(-1)?.valuation.day ?? ''];
  return market.panel.securities.flatMap(({ member, symbol }, security) =>
    member.flatMap((span): UniverseEventRow[] => {
      const told = { security, amount: null };
      const within = (day: string | null): day is string => day !== null && from < day && day <= to;
      return [
        ...(within(span.from)
          ? [
              {
                ...told,
                date: span.from,
                kind: 'ENTERED' as const,
                message: `${symbol} entered the universe.`,
              },
            ]
          : []),
        ...(span.to !== null && within(span.to)
          ? [
              {
                ...told,
                date: span.to,
                kind: 'LEFT' as const,
                message: `This was the last day of ${symbol} in the universe.`,
              },
            ]
          : []),
      ];
    }),
  );
}
