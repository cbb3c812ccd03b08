import type { EquityRow, HoldingRow, OrderRow } from '../../core/strategies/engine/index.ts';

/*
 * The metrics of a backtest worked out anew from its rows, slowly: every pair of days is looked at, every figure has a loop of
 * its own. It shares no code with `metrics.ts`.
 */
export interface RunRows {
  equity: readonly EquityRow[];
  orders: readonly OrderRow[];
  holdings: readonly HoldingRow[];
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;

/** Falls of a series that begins at 10: each run of days below a former high. */
export function slowDrawdowns(days: readonly string[], values: readonly number[]) {
  const highBefore = (at: number) => Math.max(10, ...values.slice(0, at));
  const isBelow = (at: number) => at < values.length && (values[at] ?? 0) < highBefore(at) * (1 - 1e-12);
  const falls: {
    peak_date: string;
    trough_date: string;
    recovery_date: string | null;
    drawdown_pct: number;
  }[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (!isBelow(at) || (at > 0 && isBelow(at - 1))) continue;
    let end = at;
    while (isBelow(end)) end += 1;
    const own = values.slice(at, end);
    const lowest = Math.min(...own);
    falls.push({
      peak_date: days[Math.max(0, at - 1)] ?? '',
      trough_date: days[at + own.indexOf(lowest)] ?? '',
      recovery_date: days[end] ?? null,
      drawdown_pct: (1 - lowest / highBefore(at)) * 100,
    });
  }
  return falls.sort((a, b) => b.drawdown_pct - a.drawdown_pct);
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

const financialYear = (day: string): string => {
  const first = Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
};

export function slowMetrics({ equity, orders, holdings }: RunRows, riskFree: number, tradingDays: number) {
  const days = equity.map(({ date }) => date);
  const last = equity.at(-1) as EquityRow;
  const net = equity.map((row) => row.performance_index_net_of_tax);
  const span = dayNumber(days.at(-1) ?? '') - dayNumber(days[0] ?? '');
  const years = Math.max(1, span) / 365;
  const cagr = (level: number) => (span < 365 ? null : (Math.exp(Math.log(level / 10) / years) - 1) * 100);
  const returns = net.slice(1).map((level, at) => level / (net[at] ?? 0) - 1);
  const mean = sumOf(returns) / returns.length;
  const volatility =
    Math.sqrt(sumOf(returns.map((one) => (one - mean) ** 2)) / returns.length) * Math.sqrt(tradingDays) * 100;
  const netCagr = cagr(last.performance_index_net_of_tax);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].map((month) => {
    const own = equity.filter(({ date }) => date.startsWith(month));
    const before = equity.filter(({ date }) => date.slice(0, 7) < month).at(-1);
    const [from, to] = [
      before?.performance_index_net_of_tax ?? 10,
      own.at(-1)?.performance_index_net_of_tax ?? 10,
    ];
    const [base, level] = [
      before === undefined ? equity[0]?.benchmark_index : before.benchmark_index,
      own.at(-1)?.benchmark_index,
    ];
    return {
      month,
      return_pct: (to / from - 1) * 100,
      benchmark_return_pct:
        typeof base !== 'number' || typeof level !== 'number' ? null : (level / base - 1) * 100,
    };
  });
  /** Of what stands in the rows one after the other: how much each is over the value of its day. */
  const dragged = (of: (row: EquityRow) => string) =>
    sumOf(
      equity.map((row, at) => {
        const before = equity[at - 1];
        return (Number(of(row)) - (before === undefined ? 0 : Number(of(before)))) / Number(row.total_value);
      }),
    );
  const isHeld = (security: number, day: string) =>
    holdings.some((row) => row.date === day && row.security === security);
  let [closed, hits] = [0, 0];
  for (const [nr, order] of orders.entries()) {
    if (order.side !== 'SELL' || order.quantity === '0' || isHeld(order.security, order.date)) continue;
    closed += 1;
    const own = orders
      .slice(0, nr + 1)
      .filter(
        ({ security, side, quantity }) => security === order.security && side === 'SELL' && quantity !== '0',
      );
    const former = own.slice(0, -1).findLastIndex(({ date }) => !isHeld(order.security, date));
    if (sumOf(own.slice(former + 1).map(({ realised_gain }) => Number(realised_gain))) > 0) hits += 1;
  }
  const filled = orders.filter(({ quantity }) => Number(quantity) > 0);
  const items = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst', 'dp', 'total'] as const;
  const benchmark = equity.map((row) => row.benchmark_index);
  return {
    final_value: Number(last.total_value),
    total_return_gross_pct: (last.performance_index_gross - 10) * 10,
    total_return_net_of_costs_pct: (last.performance_index_net_of_costs - 10) * 10,
    total_return_net_of_tax_pct: (last.performance_index_net_of_tax - 10) * 10,
    cagr_gross_pct: cagr(last.performance_index_gross),
    cagr_net_of_costs_pct: cagr(last.performance_index_net_of_costs),
    cagr_net_of_tax_pct: netCagr,
    volatility_pct: volatility,
    sharpe: netCagr === null ? null : (netCagr - riskFree) / volatility,
    max_drawdown_pct: Math.max(0, ...equity.map((row) => row.drawdown_net_of_tax_pct)),
    drawdowns: slowDrawdowns(days, net).slice(0, 5),
    worst_months: [...months].sort((a, b) => a.return_pct - b.return_pct).slice(0, 5),
    best_month: [...months].sort((a, b) => b.return_pct - a.return_pct)[0] ?? null,
    exposure_pct:
      (sumOf(equity.map((row) => Number(row.positions_value) / Number(row.total_value))) / equity.length) *
      100,
    turnover_pct_per_year: sumOf(equity.map((row) => row.turnover_pct)) / years,
    cost_drag_pct_per_year: (dragged((row) => row.cumulative_costs) / years) * 100,
    tax_drag_pct_per_year: (dragged((row) => row.tax_accrued) / years) * 100,
    orders_filled: filled.length,
    positions_closed: closed,
    hit_rate_pct: closed === 0 ? null : (hits / closed) * 100,
    costs: Object.fromEntries(
      items.map((item) => [item, sumOf(filled.map(({ charges }) => Number(charges?.[item])))]),
    ),
    tax_total: Number(last.tax_accrued),
    /** Tax by financial year, as the curve accrued it. */
    tax_by_year: Object.fromEntries(
      [...new Set(days.map(financialYear))].map((fy) => {
        const own = equity.filter(({ date }) => financialYear(date) === fy);
        const before = equity.filter(({ date }) => financialYear(date) < fy).at(-1);
        return [fy, Number(own.at(-1)?.tax_accrued) - Number(before?.tax_accrued ?? 0)];
      }),
    ) as Record<string, number>,
    benchmark: {
      total_return_pct: ((benchmark.at(-1) ?? 0) - 10) * 10,
      cagr_pct: cagr(benchmark.at(-1) ?? 0),
      max_drawdown_pct:
        slowDrawdowns(
          days,
          benchmark.map((level) => level ?? 0),
        )[0]?.drawdown_pct ?? 0,
    },
    stale_value_pct: (Number(last.stale_value) / Number(last.total_value)) * 100,
  };
}
