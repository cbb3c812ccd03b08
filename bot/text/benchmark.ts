import type { FormattedString } from '@grammyjs/parse-mode';
import type { Comparison, PeriodComparison } from '../../core/market/index.ts';
import type { PerformanceView } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, money, percent } from './numbers.ts';
import { because } from './status.ts';
import { table } from './table.ts';
import { day } from './times.ts';

/**
 * A portfolio against an index: one period in words, the others as a table, and how it was worked out.
 * @param since the figures since the first purchase.
 */
export function benchmarkText(
  view: Comparison,
  format: 'compact' | 'detailed',
  since: PerformanceView | null = null,
): FormattedString {
  const title = bold(`${view.portfolio} against ${view.benchmark.name}`);
  if (view.reason !== null) return lines(title, view.reason);
  const chosen = view.periods.find(({ period }) => period === view.period);
  const head: Line[] = [title, ...(chosen === undefined ? [] : periodLines(chosen, view))];
  if (format === 'compact') return lines(head);
  return lines(head, '', periodTable(view), '', ...sinceLines(view, since), ...footLines(view, chosen));
}

/** What is said of the period that the picture shows. */
function periodLines(one: PeriodComparison, view: Comparison): string[] {
  const { reasons } = one;
  const span = one.from === null ? one.period : `${one.period}, ${day(one.from)} to ${day(one.to)}`;
  const own = percent(one.return_pct, because(reasons.return_pct));
  // The reason of the difference is that of one of its parts, which stands above it.
  const index = percent(one.benchmark_return_pct, because(reasons.benchmark_return_pct));
  return [
    `${span}:`,
    `${view.portfolio} ${own}`,
    `${view.benchmark.name} ${index}`,
    ...(one.alpha_pct === null ? [] : [`Difference ${percent(one.alpha_pct)}`]),
  ];
}

function periodTable(view: Comparison): FormattedString {
  const figure = (value: number | null) => (value === null ? '–' : percent(value));
  return table(
    [
      { title: 'Period' },
      { title: 'Yours', align: 'right' },
      { title: 'Index', align: 'right' },
      { title: 'Diff.', align: 'right' },
    ],
    view.periods.map((one) => [
      one.period,
      figure(one.return_pct),
      figure(one.benchmark_return_pct),
      figure(one.alpha_pct),
    ]),
  );
}

/** What does not depend on the period. */
function sinceLines(view: Comparison, since: PerformanceView | null): (string | null)[] {
  const total =
    view.total_return_pct === null
      ? null
      : `Since the beginning, gain and dividends are ${percent(view.total_return_pct)} of what is invested.`;
  if (since === null) return [total];
  const { alpha_pct, benchmark, xirr_pct, twr_pct, warnings } = since;
  return [
    total,
    alpha_pct === null || benchmark.from === null
      ? null
      : `${benchmark.name} made ${percent(benchmark.return_pct)} since ${day(benchmark.from)}: a difference of ${percent(alpha_pct)}.`,
    xirr_pct === null ? null : `Money-weighted (XIRR) ${percent(xirr_pct)} a year.`,
    twr_pct === null || since.from === null
      ? null
      : `Time-weighted ${percent(twr_pct)} since ${day(since.from)}${since.twr_annual_pct === null ? '' : `, ${percent(since.twr_annual_pct)} a year`}.`,
    ...warnings.filter(({ code }) => /^(VALUES|XIRR)_/.test(code)).map(({ message }) => message),
  ];
}

function footLines(view: Comparison, chosen: PeriodComparison | undefined): (string | null)[] {
  const flow = chosen?.net_flow ?? 0;
  const unexplained = chosen?.unexplained_days ?? 0;
  const moved =
    flow === 0
      ? null
      : `${money(Math.abs(flow), view.currency)} was ${flow > 0 ? 'put in' : 'taken out'} meanwhile, which is no part of the return.`;
  return [
    moved,
    unexplained === 0
      ? null
      : `On ${count(unexplained, 'day')} holdings came or changed without a transaction of that day: ${unexplained === 1 ? 'it counts' : 'they count'} as without return.`,
    view.benchmark.currency === view.currency
      ? null
      : `${view.benchmark.name} is in ${view.benchmark.currency}: no rates are on record to compare it in ${view.currency}.`,
    view.periods.some(({ alpha_pct }) => alpha_pct === null)
      ? 'A dash is a period that reaches further back than what is recorded.'
      : null,
    `The index is without dividends.`,
  ];
}
