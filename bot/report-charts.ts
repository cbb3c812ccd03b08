import { charts, monthlyBars } from '../charts/index.ts';
import { coverageSentence, exclusionsOf, uncountedText } from '../charts/coverage-text.ts';
import { limitSentences, priceAgeSentence } from '../charts/figure-limits.ts';
import type { Coverage } from '../core/portfolio/index.ts';
import type { ChartRequest, RenderableChart, NoChart } from './drawing.ts';
import { day } from './text/times.ts';

/** `Drawdown: Long term`; Networth goes without saying. */
const chartTitle = (title: string, portfolio: string | null): string =>
  portfolio === null ? title : `${title}: ${portfolio}`;

const withNotes = (caption: string, warnings: readonly { message: string }[]): string =>
  [caption, ...warnings.map(({ message }) => message)].join('\n');

/** What the ledger holds and no figure counts. */
const gapsOf = (warnings: readonly { code: string; message: string }[]) =>
  warnings.filter(({ code }) => code === 'UNMATCHED_SALES' || code === 'ROWS_LEFT_OUT');

const withReason = (caption: string, reason: string | null | undefined): string =>
  reason === null || reason === undefined ? caption : `${caption}\n${reason}`;

/** Which holdings a picture is of, where it is not of all, and what to do about the others. */
export const withCoverage = (caption: string, part: Coverage | null): string =>
  part === null
    ? caption
    : [caption, coverageSentence(part), ...exclusionsOf([['it', part]]).map(uncountedText)].join('\n');

/** How far the portfolio lay under its highest worth. */
export async function drawdownChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.reports.risk.read(userId, { portfolio: portfolio ?? undefined });
  const { series } = view;
  if (series.length === 0)
    return { reason: view.reasons.max_drawdown_pct ?? 'There is no history to chart yet.' };
  const data = { points: series.map(({ date, drawdown_pct }) => ({ day: date, drawdown_pct })) };
  const options = { currency: view.currency, title: chartTitle('Drawdown', portfolio) };
  return {
    name: 'drawdown.png',
    caption: withCoverage(
      withReason(
        withNotes(charts.drawdown.table(data, options).caption, gapsOf(view.warnings)),
        limitSentences(view.limits),
      ),
      view.coverage,
    ),
    config: charts.drawdown.config(data, options),
  };
}

/** The return of each month. */
export async function monthsChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.reports.monthlyReturns.read(userId, { portfolio: portfolio ?? undefined });
  const { months } = view;
  if (!months.some(({ return_pct }) => return_pct !== null))
    return { reason: view.reason ?? view.months.at(-1)?.reason ?? 'There is no month to chart yet.' };
  const data = { months };
  const options = { currency: view.currency, title: chartTitle('Monthly returns', portfolio) };
  const { caption } = charts.monthly_returns.table(data, options);
  return {
    name: 'months.png',
    caption: withCoverage(
      withReason(
        withNotes(
          `${caption}, time-weighted, so deposits and withdrawals do not affect them. Values up to ${day(view.to)}.`,
          view.warnings,
        ),
        priceAgeSentence(view.freshness),
      ),
      view.coverage,
    ),
    config: charts.monthly_returns.config(data, options),
  };
}

/** What each holding added to the return. */
export async function attributionChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.reports.attribution.read(userId, { portfolio: portfolio ?? undefined });
  if (view.holdings.length === 0)
    return { reason: view.reasons.contributed_pct ?? 'No holding has both a cost and a price yet.' };
  const data = {
    rows: [
      ...view.holdings.map(({ symbol, contributed_pct }) => ({ label: symbol, contributed_pct })),
      ...view.excluded.map(({ symbol }) => ({ label: symbol, contributed_pct: null })),
    ],
    total: view.contributed_pct,
  };
  const options = { currency: view.currency, title: chartTitle('Contribution to return', portfolio) };
  const { caption } = charts.attribution.table(data, options);
  return {
    name: 'attribution.png',
    caption: withNotes(caption, view.warnings),
    config: charts.attribution.config(data, options),
  };
}

/** Sectors with their holdings, as far as these have a cost and a price. */
export async function sectorsChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.reports.attribution.read(userId, { portfolio: portfolio ?? undefined });
  if (view.holdings.length === 0) return await sectorDoughnut({ core, userId, portfolio });
  const data = {
    parts: [
      ...view.holdings.map(({ symbol, sector, market_value, gain_pct }) => ({
        label: symbol,
        group: sector?.trim() || 'Unclassified',
        value: market_value,
        change_pct: gain_pct,
      })),
      ...view.excluded.map(({ symbol }) => ({
        label: symbol,
        group: 'Unclassified',
        value: null,
        change_pct: null,
      })),
    ],
    since: 'since purchase',
  };
  const options = { currency: view.currency, title: chartTitle('Sectors', portfolio) };
  return {
    name: 'sectors.png',
    caption: `${charts.sectors.table(data, options).caption}. Area shows value; the sign shows the gain since purchase.`,
    config: charts.sectors.config(data, options),
  };
}

/** The sectors alone, by what was paid, while no holding has a price. */
async function sectorDoughnut({ core, userId, portfolio }: ChartRequest): Promise<RenderableChart | NoChart> {
  const { allocation, base_currency } = await core.portfolio.dashboard.read(userId);
  if (portfolio !== null || !allocation.sector.some(({ value }) => value !== null && value > 0))
    return { reason: 'No holding has both a price and a cost yet.' };
  const data = { slices: allocation.sector, basis: allocation.basis };
  const options = { currency: base_currency, title: 'Sectors' };
  return {
    name: 'sectors.png',
    caption: charts.allocation.table(data, options).caption,
    config: charts.allocation.config(data, options),
  };
}

/** Months of income that are drawn: two years read well on a phone. */
const MOST_MONTHS = 24;

/** Income by month, in the base currency where it has any. */
export async function incomeChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const summary = await core.income.summary(userId, portfolio === null ? {} : { portfolio });
  const [first, ...others] = summary.by_currency;
  if (first === undefined)
    return {
      reason: 'There is no income yet. Dividends and coupons appear once they are announced or paid.',
    };
  const { currency } = first;
  const bars = monthlyBars(
    summary.by_month.filter((sum) => sum.currency === currency),
    MOST_MONTHS,
  );
  const options = { currency, title: chartTitle('Income', portfolio) };
  const { caption } = charts.income_bars.table({ bars }, options);
  const left = others.map((sum) => sum.currency).join(', ');
  return {
    name: 'income.png',
    caption: withReason(caption, left === '' ? null : `In ${currency}. /dividends also shows ${left}.`),
    config: charts.income_bars.config({ bars }, options),
  };
}

/** The portfolio beside the large-cap index of its currency, over the longest period that is on record. */
export async function benchmarkChart({
  core,
  userId,
  portfolio,
}: ChartRequest): Promise<RenderableChart | NoChart> {
  const view = await core.reports.comparison.read(userId, { portfolio: portfolio ?? undefined });
  const { series } = view;
  if (series.length < 2) return { reason: view.reason ?? 'There is nothing to compare yet.' };
  const data = {
    points: series.map(({ date, portfolio: own, benchmark }) => ({
      at: date,
      portfolio: own,
      benchmark,
    })),
    portfolio: view.portfolio,
    benchmark: view.benchmark.name,
  };
  return {
    name: 'benchmark.png',
    caption: withCoverage(
      withReason(
        withNotes(
          `${charts.benchmark.table(data).caption}. Your line is time-weighted. /benchmark has other periods and indexes.`,
          view.warnings,
        ),
        priceAgeSentence(view.freshness),
      ),
      view.coverage,
    ),
    config: charts.benchmark.config(data),
  };
}
