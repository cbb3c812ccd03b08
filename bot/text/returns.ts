import type { FormattedString } from '@grammyjs/parse-mode';
import { AFTER_TAX } from '../../charts/basis-words.ts';
import { coverageSentence, coverageText } from '../../charts/coverage-text.ts';
import { limitsBehind, priceAgeSentence } from '../../charts/figure-limits.ts';
import { isOutsideWindow, type Period } from '../../core/performance/index.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import type { PerformanceView, PeriodReturn } from '../../core/reports/index.ts';
import { bold, lines } from './lines.ts';
import { because, change, money, moneyCell, percent, percentCell } from './numbers.ts';
import { earningsLine } from './earnings.ts';
import { exclusionLines, totalLines } from './totals.ts';
import { fewMark, moneyMoved, windowNotes } from './window-notes.ts';
import { table } from './table.ts';
import { day } from './times.ts';

type Figure = 'xirr_pct' | 'cagr_pct' | 'total_return_pct' | 'twr_annual_pct' | 'total_gain';

/** Rates that few daily returns limit. */
const NEEDS_DAYS: ReadonlySet<Figure> = new Set(['cagr_pct', 'twr_annual_pct']);

/** The yearly rates and the gain, each with the reason where it is not known, or with the part that it is known for. */
export function yearlyText(view: PerformanceView): FormattedString {
  const figure = (name: string, of: Figure, unit = ''): string => {
    const known = of === 'twr_annual_pct' ? view.coverage : null;
    const part = view[of] === null ? (view.partial[of] ?? null) : known;
    const shown = view[of] ?? view.partial[of]?.figure ?? null;
    const reason = because(view.reasons[of]);
    const text = of === 'total_gain' ? change(shown, view.currency, reason) : percent(shown, reason);
    if (shown === null) return `${name} ${text}`;
    const limits = NEEDS_DAYS.has(of) ? limitsBehind(view.limits) : '';
    return `${name} ${text}${unit}${part === null ? '' : `, ${coverageText(part)}`}${limits}`;
  };
  return lines(
    bold(`Yearly return: ${view.portfolio}`),
    madeLine(view.money_made, view.currency),
    figure('XIRR', 'xirr_pct', ' a year'),
    view.xirr_state === 'AMBIGUOUS'
      ? 'Several rates fit your payments. The one nearest to no return is shown.'
      : null,
    figure('CAGR', 'cagr_pct', ' a year'),
    figure('Time-weighted', 'twr_annual_pct', ' a year'),
    figure('Return on what you hold', 'total_return_pct'),
    figure('Gain', 'total_gain', ` as of ${day(view.as_of)}`),
    priceAgeSentence(view.freshness),
    ...view.warnings.map(({ message }) => message),
  );
}

/** All that was made, by its parts; null before there is a transaction. */
function madeLine(
  {
    made,
    realised_gain,
    unrealised_gain,
    dividends,
    charges,
    coverage,
    reason,
  }: PerformanceView['money_made'],
  currency: string,
): string {
  if (made === null) return `Made so far ${change(null, currency, because(reason))}`;
  return `Made so far ${change(made, currency)}: realised ${change(realised_gain, currency)}, unrealised ${change(unrealised_gain, currency)}, dividends ${money(dividends, currency)}, after charges of ${money(charges, currency)}${coverage === null ? '' : `, ${coverageText(coverage)}`}`;
}

/** What was made so far, and the return of every period. */
export function profitText(
  dashboard: DashboardView,
  view: PerformanceView,
  format: 'compact' | 'detailed',
  today: string,
): FormattedString {
  const isPast = ({ period, to }: PeriodReturn) => to !== null && isOutsideWindow(period, to, today);
  const [value, ...rest] = totalLines(dashboard.total, format);
  const earned = earningsLine(dashboard);
  return lines(
    bold('Profit and loss'),
    madeLine(view.money_made, view.currency),
    value,
    ...rest,
    ...exclusionLines(dashboard.total, format),
    ...(earned === null ? [] : ['', bold('Realised so far'), earned]),
    '',
    bold('Return by period'),
    table(
      [{ title: 'Period' }, { title: 'Return', align: 'right' }, { title: 'Dividends', align: 'right' }],
      view.periods.map((one) => [
        one.period,
        isPast(one) || one.adjusted_return_pct === null
          ? '–'
          : percentCell(one.adjusted_return_pct, fewMark(one)),
        isPast(one) || one.dividends === null ? '–' : moneyCell(one.dividends, view.currency),
      ]),
    ),
    view.ends_early || view.to === null || view.to === today ? null : `All periods end on ${day(view.to)}.`,
    ...windowNotes(
      view.periods.filter((one) => one.adjusted_return_pct !== null && !isPast(one)),
      view,
    ),
    `Deposits and withdrawals are left out of the return. Dividends are ${AFTER_TAX}.`,
    coverageLine(view),
  );
}

/**
 * One period: from what to what, what was put in, and what is left as return. A period that lies wholly after the last known
 * value has no figure: that of another month would answer another question.
 */
export function periodText(view: PerformanceView, period: Period, today: string): FormattedString {
  const { currency } = view;
  const shown = view.periods.find((one) => one.period === period);
  const title = bold(`${period}: ${view.portfolio}`);
  if (shown === undefined || shown.from === null)
    return lines(title, `Return ${percent(null, because(shown?.reasons.adjusted_return_pct))}`);
  if (shown.to !== null && isOutsideWindow(period, shown.to, today))
    return shown.end_value === 0
      ? lines(title, `You held nothing in this period: everything was sold by ${day(shown.to)}.`)
      : lines(
          title,
          `No return is known for this period: the last known value is of ${day(shown.to)}.`,
          'Refresh prices, or import daily prices, and ask again.',
        );
  return lines(
    title,
    `${day(shown.from)} to ${day(shown.to)}`,
    `Return ${percent(shown.adjusted_return_pct, because(shown.reasons.adjusted_return_pct))}${shown.adjusted_return_pct === null ? '' : limitsBehind(shown.limits)}`,
    coverageLine(view),
    `Value then ${money(shown.start_value, currency)}`,
    `${shown.to === today ? 'Value now' : `Value on ${day(shown.to)}`} ${money(shown.end_value, currency)}`,
    priceAgeSentence(view.freshness),
    ...flowLines(shown, currency),
    shown.dividends === null || shown.dividends === 0
      ? null
      : `Dividends ${money(shown.dividends, currency)}`,
  );
}

const coverageLine = ({ coverage }: PerformanceView): string | null =>
  coverage === null ? null : coverageSentence(coverage);

/** Deposits and withdrawals, apart from the value of holdings that the coverage gained or lost. */
function flowLines(period: PeriodReturn, currency: string): string[] {
  if (period.net_flow === null) return [];
  const joined = Number((period.net_joined ?? 0).toFixed(2));
  const paid = moneyMoved(period);
  const amount = (of: number) => money(Math.abs(of), currency);
  return [
    paid === 0
      ? 'Nothing was put in or taken out.'
      : `${paid > 0 ? 'Put in' : 'Taken out'} meanwhile ${amount(paid)}`,
    ...(joined === 0
      ? []
      : [`Holdings worth ${amount(joined)} are ${joined > 0 ? 'newly' : 'no longer'} covered`]),
  ];
}
