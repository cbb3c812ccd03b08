import type { FormattedString } from '@grammyjs/parse-mode';
import { onDay } from '../../core/market/calendar/index.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { madeSoFar } from './earnings.ts';
import { isEmpty, nothingYet } from './empty-books.ts';
import { freshness, warningLines } from './freshness.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, moneyCell, percent, roundMoney, share } from './numbers.ts';
import { table } from './table.ts';
import { estimateLine, exclusionLines, pointsCell, pointsOf, starLine, totalLines } from './totals.ts';

/** Everything at a glance: totals, portfolios, where the money is, what moved, what to know about the figures. */
export function completeStatus(
  view: DashboardView,
  format: 'compact' | 'detailed',
  now: Date,
): FormattedString {
  if (isEmpty(view)) return nothingYet();
  const { total } = view;
  const head: Line[] = [bold('Your portfolio'), ...totalLines(total, format)];
  const about = [...exclusionLines(total, format), estimateLine(total, view)];
  if (format === 'compact') return lines(head, about, freshness(view, now));
  return lines(
    head,
    about,
    ...section('Portfolios', view.portfolios.length > 1 ? portfolioTable(view) : null),
    view.portfolios.length > 1 ? starLine(view.portfolios, 'total_profit_pct', 'day_change_pct') : null,
    ...section('Asset classes', sliceLine(view)),
    ...section(`Top movers ${onDay(total.day_change_label)}`, moverLine(view)),
    ...section('Made so far', madeSoFar(view)),
    '',
    freshness(view, now),
    ...warningLines(view),
  );
}

/** Only what changes during the day. */
export function liveStatus(view: DashboardView, format: 'compact' | 'detailed', now: Date): FormattedString {
  if (isEmpty(view)) return nothingYet();
  const { total } = view;
  const rows = view.portfolios.filter((row) => row.holdings_count > 0);
  const each = rows.map(
    (row) =>
      `${row.portfolio}: ${roundMoney(row.current_value, row.currency)}, ${pointsOf(row, 'day_change_pct')} ${onDay(row.day_change_label)}`,
  );
  const [value, ofDay] = totalLines(total, 'compact');
  return lines(
    bold('Live'),
    value,
    ofDay,
    ...(format === 'detailed' && each.length > 1 ? [...each, starLine(rows, 'day_change_pct')] : []),
    ...(format === 'detailed' ? [moverLine(view)] : []),
    freshness(view, now),
  );
}

/** One portfolio's totals. */
export function portfolioStatus(
  view: DashboardView,
  portfolio: string,
  format: 'compact' | 'detailed',
  now: Date,
): FormattedString | null {
  const row = view.portfolios.find((candidate) => candidate.portfolio === portfolio);
  if (row === undefined) return null;
  return lines(
    bold(portfolio),
    ...totalLines(row, format),
    ...exclusionLines(row, format),
    estimateLine(row, view),
    count(row.holdings_count, 'holding'),
    freshness(view, now),
  );
}

function section(title: string, body: Line): Line[] {
  return body === null || body === undefined || body === false || body === '' ? [] : ['', bold(title), body];
}

export function portfolioTable(view: DashboardView): FormattedString {
  const day = dayColumn(view.portfolios.filter((row) => row.holdings_count > 0));
  return table(
    [
      { title: 'Portfolio', max: 16 },
      { title: 'Value', align: 'right' },
      { title: 'Gain', align: 'right' },
      { title: day.title, shortTitle: 'Day', align: 'right', isOptional: true },
    ],
    view.portfolios.map((row) => [
      row.portfolio,
      row.holdings_count === 0 ? 'empty' : moneyCell(row.current_value, row.currency),
      row.holdings_count === 0 ? '' : pointsCell(row, 'total_profit_pct'),
      row.holdings_count === 0 ? '' : pointsCell(row, 'day_change_pct', day.after(row)),
    ]),
  );
}

/** The heading of a column of changes: their day where it is the same one, else each figure is followed by its own. */
function dayColumn(rows: readonly { day_change_label: string }[]): {
  title: string;
  after: (row: { day_change_label: string }) => string;
} {
  const [label, ...others] = new Set(rows.map((row) => row.day_change_label));
  return others.length === 0
    ? { title: label ?? 'Day', after: () => '' }
    : { title: 'Day', after: (row) => `, ${row.day_change_label}` };
}

function sliceLine(view: DashboardView): string | null {
  const slices = view.allocation.asset_class.filter((slice) => slice.share_pct !== null);
  if (slices.length === 0) return null;
  const shown = slices.slice(0, 5).map((slice) => `${slice.label} ${share(slice.share_pct)}`);
  return `${shown.join(', ')}${view.allocation.basis === 'cost' ? ' (by cost)' : ''}`;
}

function moverLine(view: DashboardView): string | null {
  const { gainers, losers } = view.movers.day;
  const ofList = view.total.day_change_label;
  const named = (rows: typeof gainers) =>
    rows
      .slice(0, 3)
      .map(
        (row) =>
          `${row.label} ${percent(row.change_pct)}${row.day_change_label === ofList ? '' : ` (${row.day_change_label})`}`,
      );
  const all = [...named(gainers), ...named(losers)];
  return all.length === 0 ? null : all.join(', ');
}
