import type { FormattedString } from '@grammyjs/parse-mode';
import type { Coverage } from '../../core/portfolio/index.ts';
import type { ComparisonView, PerformanceView } from '../../core/reports/index.ts';
import { coverageSentence, coverageText, exclusionText, exclusionsOf } from '../../charts/coverage-text.ts';
import { limitsBehind } from '../../charts/figure-limits.ts';
import { bold, type Line, lines } from './lines.ts';
import { because, count, money, percent, percentCell, unknown } from './numbers.ts';
import { type Cell, table } from './table.ts';
import { day } from './times.ts';
import { fewMark, moneyMoved, windowNotes } from './window-notes.ts';

/**
 * A portfolio against an index: one period in words, the others as a table, and how it was worked out.
 * @param since the figures since the first purchase.
 */
export function benchmarkText(
  view: ComparisonView,
  format: 'compact' | 'detailed',
  since: PerformanceView | null = null,
): FormattedString {
  const title = bold(`${view.portfolio} against ${view.benchmark.name}`);
  const missing = view.warnings.map(({ message }) => message);
  if (view.reason !== null) return lines(title, view.reason, ...missing);
  const chosen = view.periods.find(({ period }) => period === view.period);
  const head: Line[] = [title, ...(chosen === undefined ? [] : periodLines(chosen, view))];
  if (format === 'compact') return lines(head, ...partialLines(view, since), ...missing);
  return lines(
    head,
    '',
    periodTable(view.periods),
    ...windowNotes(
      view.periods.filter((one) => one.return_pct !== null),
      view,
    ),
    ...partialLines(view, since),
    ...otherMeasures(view, since),
    '',
    ...sinceLines(view, since),
    ...footLines(view, chosen),
    ...missing,
  );
}

/** What figures of a part leave out. */
function partialLines({ coverage }: ComparisonView, since: PerformanceView | null): string[] {
  const left = exclusionsOf([
    ['Periods', coverage],
    ['XIRR', since?.partial.xirr_pct],
    ['Return on what you hold', since?.partial.total_return_pct],
  ]);
  return [...(coverage === null ? [] : [coverageSentence(coverage)]), ...left.map(exclusionText)];
}

type PeriodComparison = ComparisonView['periods'][number];

/** What is said of the period that the picture shows. */
function periodLines(one: PeriodComparison, view: ComparisonView): string[] {
  const { benchmark_return_pct: same, index_return_pct: literal, reasons } = one;
  const { name } = view.benchmark;
  const days = one.from === null ? one.period : `${one.period}, ${day(one.from)} to ${day(one.to)}`;
  const span = `${days}${one.return_pct === null ? '' : limitsBehind(one.limits)}`;
  const own = `${view.portfolio} ${percent(one.return_pct, because(reasons.return_pct))}`;
  const index = `${name} ${percent(literal, because(reasons.index_return_pct))}`;
  const difference = one.alpha_pct === null ? [] : [`Difference ${percent(one.alpha_pct)}`];
  // Where no money moved the two are one.
  if (same === null || (literal !== null && Math.abs(same - literal) < VISIBLE_DIFFERENCE_PCT))
    return [`${span}:`, own, index, ...difference];
  return [
    `${span}:`,
    own,
    `The same payments in ${name} ${percent(same)}`,
    ...difference,
    `${name} alone ${percent(literal, because(reasons.index_return_pct))}`,
  ];
}

/** Smaller differences round to 0.00 percentage points. */
const VISIBLE_DIFFERENCE_PCT = 0.005;

const figureCell = (value: number | null, mark = ''): Cell =>
  value === null ? '–' : percentCell(value, mark);

function periodTable(periods: readonly PeriodComparison[]): FormattedString {
  return table(
    [
      { title: 'Period' },
      { title: 'Yours', align: 'right' },
      { title: 'In index', align: 'right' },
      { title: 'Diff.', align: 'right' },
    ],
    periods.map((one) => [
      one.period,
      figureCell(one.return_pct, fewMark(one)),
      figureCell(one.benchmark_return_pct),
      figureCell(one.alpha_pct, fewMark(one)),
    ]),
  );
}

/** The period time-weighted, and last unadjusted, under the name of what it is. */
function otherMeasures(view: ComparisonView, since: PerformanceView | null): string[] {
  const one = since?.periods.find(({ period }) => period === view.period);
  const indexNote = `“In index” means the same payments in ${view.benchmark.name}.`;
  if (one === undefined || one.twr_pct === null) return [indexNote];
  const unadjusted =
    one.return_pct === null ? '' : `, unadjusted (deposits count as gain) ${percent(one.return_pct)}`;
  return [indexNote, `${one.period} time-weighted ${percent(one.twr_pct)}${fewMark(one)}${unadjusted}.`];
}

/** What does not depend on the period. */
function sinceLines(view: ComparisonView, since: PerformanceView | null): (string | null)[] {
  const partial = since?.partial ?? {};
  const made = view.total_return_pct ?? partial.total_return_pct?.figure ?? null;
  const total =
    made === null
      ? null
      : `Return on what you hold, dividends included: ${percent(made)}${ofPart(view.total_return_pct === null ? partial.total_return_pct : undefined)}.`;
  if (since === null) return [total];
  const { benchmark, xirr_pct, warnings } = since;
  return [
    total,
    alphaLine(since),
    benchmark.index_return_pct === null || benchmark.from === null
      ? null
      : `${benchmark.name} alone returned ${percent(benchmark.index_return_pct)} from ${day(benchmark.from)} to ${day(benchmark.to)}.`,
    xirr_pct === null && partial.xirr_pct === undefined
      ? null
      : `Money-weighted (XIRR) ${percent(xirr_pct ?? partial.xirr_pct?.figure)} a year${ofPart(partial.xirr_pct)}.`,
    timeWeightedLine(since),
    ...warnings.filter(({ code }) => /^(VALUES|XIRR|INDEX)_/.test(code)).map(({ message }) => message),
  ];
}

const ofPart = (part: Coverage | undefined): string => (part === undefined ? '' : `, ${coverageText(part)}`);

function timeWeightedLine(since: PerformanceView): string | null {
  const { from, to, twr_pct, twr_annual_pct } = since;
  if (twr_pct === null || from === null) return null;
  return `Time-weighted ${percent(twr_pct)} from ${day(from)} to ${day(to)}${twr_annual_pct === null ? '' : `, ${percent(twr_annual_pct)} a year`}${limitsBehind(since.limits)}.`;
}

function alphaLine(since: PerformanceView): string {
  const { alpha_pct, benchmark, current_value, currency, reasons } = since;
  if (alpha_pct === null) return `Alpha ${unknown(because(reasons.alpha_pct))}.`;
  return `The same payments in ${benchmark.name} would now be ${money(benchmark.position_value, currency)}; yours are ${money(current_value, currency)}. Alpha ${percent(alpha_pct)}${limitsBehind(since.limits)}.`;
}

function footLines(view: ComparisonView, chosen: PeriodComparison | undefined): (string | null)[] {
  const flow = chosen === undefined ? 0 : moneyMoved(chosen);
  const unexplained = chosen?.unexplained_days ?? 0;
  const moved =
    flow === 0
      ? null
      : `The return excludes ${money(Math.abs(flow), view.currency)} ${flow > 0 ? 'put in' : 'taken out'} during the period.`;
  return [
    moved,
    unexplained === 0
      ? null
      : `On ${count(unexplained, 'day')}, holdings changed without a transaction. ${unexplained === 1 ? 'It counts' : 'They count'} as zero return.`,
    view.benchmark.currency === view.currency
      ? null
      : `${view.benchmark.name} is in ${view.benchmark.currency}, and there are no exchange rates to compare it in ${view.currency}.`,
    dashLine(view),
    `The index excludes dividends.`,
  ];
}

/** Meaning of a dash. Most periods without a figure start before the records. */
function dashLine({ periods }: ComparisonView): string | null {
  const dashed = periods.filter(({ alpha_pct }) => alpha_pct === null);
  const begin = periods.find(({ period }) => period === 'Max')?.from ?? null;
  const isBefore = ({ from, start_value }: PeriodComparison) =>
    begin === null || (start_value === null && from !== null && from < begin);
  if (dashed.length === 0) return null;
  return dashed.every(isBefore)
    ? 'A dash marks a period that starts before your records.'
    : 'A dash marks a period for which your return or the return of the index is unknown.';
}
