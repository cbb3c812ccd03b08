import { type AllocationData, charts, insteadOfLine } from '../charts/index.ts';
import { limitSentences } from '../charts/figure-limits.ts';
import { onDay } from '../core/market/calendar/index.ts';
import type { Claim } from '../core/notifications/index.ts';
import type { Core } from '../core/assembly/index.ts';
import type { ChartRequest, RenderableChart, NoChart } from './drawing.ts';
import {
  attributionChart,
  benchmarkChart,
  drawdownChart,
  incomeChart,
  monthsChart,
  sectorsChart,
  withCoverage,
} from './report-charts.ts';

/** Pictures the chat can draw, by the word a person types. */
export const CHART_KINDS = [
  'value',
  'benchmark',
  'drawdown',
  'months',
  'attribution',
  'allocation',
  'sectors',
  'income',
  'movers',
] as const;
export type ChartKindName = (typeof CHART_KINDS)[number];

const DRAWN: Record<ChartKindName, (of: ChartRequest) => Promise<RenderableChart | NoChart>> = {
  value: valueChart,
  benchmark: benchmarkChart,
  drawdown: drawdownChart,
  months: monthsChart,
  attribution: attributionChart,
  allocation: allocationChart,
  sectors: sectorsChart,
  income: incomeChart,
  movers: moversChart,
};

/** Prepares a chart from the same read models that the texts use. */
export async function chartOf(
  core: Core,
  userId: string,
  kind: ChartKindName,
  portfolio: string | null,
): Promise<RenderableChart | NoChart> {
  return await DRAWN[kind]({ core, userId, portfolio });
}

async function moversChart({ core, userId }: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.portfolio.dashboard.read(userId);
  const moves = view.movers.day;
  const known = moves.gainers.length + moves.losers.length > 0;
  const ofDay = view.total.day_change_label;
  const named = (rows: typeof moves.gainers) =>
    rows.map(({ label, change_pct, day_change_label: own }) => ({
      label: own === ofDay ? label : `${label} (${own})`,
      change_pct,
    }));
  const data = known ? { gainers: named(moves.gainers), losers: named(moves.losers) } : view.movers.total;
  if (data.gainers.length + data.losers.length === 0)
    return { reason: 'No holding has moved, or none has a previous price to compare with.' };
  const options = {
    currency: view.base_currency,
    title: known ? `Top movers ${onDay(ofDay)}` : 'Gain on cost',
  };
  return {
    name: 'movers.png',
    caption: charts.movers.table(data, options).caption,
    config: charts.movers.config(data, options),
  };
}

/** Of everything, as the overview has it; of one portfolio, as the report of diversification has it. */
async function allocationChart(of: ChartRequest): Promise<RenderableChart | NoChart> {
  const { slices, basis, currency } = await allocationOf(of);
  if (!slices.some(({ value }) => value !== null && value > 0))
    return { reason: 'No holding has a price or a cost yet.' };
  const data = { slices, basis };
  const title = of.portfolio === null ? 'Asset classes' : `Asset classes: ${of.portfolio}`;
  return {
    name: 'allocation.png',
    caption: charts.allocation.table(data, { currency, title }).caption,
    config: charts.allocation.config(data, { currency, title }),
  };
}

async function allocationOf({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<AllocationData & { currency: string }> {
  if (portfolio !== null) {
    const view = await core.reports.diversification.read(userId, { portfolio });
    return { slices: view.asset_class, basis: 'value', currency: view.currency };
  }
  const { allocation, base_currency } = await core.portfolio.dashboard.read(userId);
  return { slices: allocation.asset_class, basis: allocation.basis, currency: base_currency };
}

async function valueChart({ core, userId, portfolio }: ChartRequest): Promise<RenderableChart | NoChart> {
  const history = await core.reports.valueHistory.read(userId, { portfolio: portfolio ?? undefined });
  const points = history.points.map(({ date, value, invested }) => ({ at: date, value, invested }));
  const options = { currency: history.currency, ...(portfolio === null ? {} : { title: history.portfolio }) };
  const config = charts.value_over_time.config(points, options);
  const instead = insteadOfLine(config);
  if (instead !== null) return { reason: instead };
  const { caption } = charts.value_over_time.table(points, options);
  return {
    name: 'value.png',
    caption: withCoverage(
      [caption, history.reason, ...history.notes, limitSentences(history.limits)]
        .filter((line) => line !== null)
        .join('\n'),
      history.coverage,
    ),
    config,
  };
}

const NOTIFICATION_CHARTS: Record<string, ChartKindName> = {
  value_over_time: 'value',
  allocation: 'allocation',
  movers: 'movers',
};

/** Chart of a notification with the current figures; null when the notification has none. */
export async function notificationChart(
  core: Core,
  claim: Claim,
): Promise<Pick<RenderableChart, 'name' | 'config'> | null> {
  const kind = NOTIFICATION_CHARTS[claim.chart ?? ''];
  if (kind === undefined) return null;
  const chart = await chartOf(core, claim.user_id, kind, null);
  return 'reason' in chart ? null : chart;
}
