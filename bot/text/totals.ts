import { exchangeRate } from '../../charts/format.ts';
import { exclusionText, exclusionsOf, coverageText } from '../../charts/coverage-text.ts';
import type { DashboardView, Measure, Totals } from '../../core/portfolio/index.ts';
import { because, change, money, percent, percentCell } from './numbers.ts';
import type { Figure } from './table.ts';

/** At which rate of which day currencies were converted, where they were. */
export function estimateLine({ is_estimated }: Totals, view: DashboardView): string | null {
  if (!is_estimated) return null;
  const rates = view.fx_rates.map(exchangeRate);
  const at = rates.length === 0 ? '' : ` (${rates.join('; ')})`;
  return `Totals are estimates, converted at one rate${at}.`;
}

/** Value, cost, gain and the change of the day, each with the reason if it is unknown. Shows each reason once. */
export function totalLines(total: Totals, format: 'compact' | 'detailed'): string[] {
  const { currency, reasons } = total;
  const shown = new Set<string>();
  const reason = (measure: keyof Totals['reasons']): string | null => {
    const text = because(reasons[measure]);
    if (text === null || shown.has(text)) return null;
    shown.add(text);
    return text;
  };
  const about = (points: number | null | undefined) =>
    points === null || points === undefined ? '' : ` (${percent(points)})`;
  /** The figure of the holdings for which it is known, where it is not known for all. */
  const figure = (name: string, of: Measure, shown: typeof money, share?: Measure): string => {
    const part = total.partial[of];
    if (part === undefined)
      return `${name} ${shown(total[of], currency, reason(of))}${share === undefined ? '' : about(total[share])}`;
    const points = share === undefined ? '' : about(total.partial[share]?.figure);
    return `${name} ${shown(part.figure, currency)}${points}, ${coverageText(part)}`;
  };
  const value = figure('Value', 'current_value', money);
  const ofDay = figure(total.day_change_label, 'day_change', change, 'day_change_pct');
  const gain = figure('Gain', 'total_profit', change, 'total_profit_pct');
  if (format === 'compact') return [value, ofDay, gain];
  return [value, figure('Invested', 'total_invested', money), gain, ofDay];
}

/** Which holdings the figures leave out, why, and what to do. */
export function exclusionLines(
  { day_change_label, partial }: Totals,
  format: 'compact' | 'detailed',
): string[] {
  const left = exclusionsOf([
    ['Value', partial.current_value],
    ...(format === 'detailed' ? [['Invested', partial.total_invested] as const] : []),
    ['Gain', partial.total_profit],
    [day_change_label, partial.day_change],
  ]);
  return left.map(exclusionText);
}

const STARRED = '* Partial: some holdings are excluded.';

/** A percentage, with a star where it is of a part of the holdings. */
export function pointsOf(total: Totals, measure: 'total_profit_pct' | 'day_change_pct'): string {
  const part = total.partial[measure];
  return part === undefined ? percent(total[measure]) : `${percent(part.figure)}*`;
}

/** The same as a cell of a table. @param after what follows the figure. */
export function pointsCell(
  total: Totals,
  measure: 'total_profit_pct' | 'day_change_pct',
  after = '',
): Figure {
  const part = total.partial[measure];
  return part === undefined ? percentCell(total[measure], after) : percentCell(part.figure, `*${after}`);
}

/** Explains the star; null if no figure has one. */
export function starLine(
  totals: readonly Totals[],
  ...measures: ('total_profit_pct' | 'day_change_pct')[]
): string | null {
  const isStarred = totals.some(({ partial }) => measures.some((measure) => partial[measure] !== undefined));
  return isStarred ? STARRED : null;
}
