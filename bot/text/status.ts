import type { FormattedString } from '@grammyjs/parse-mode';
import { AFTER_TAX, AT_LATEST_RATES } from '../../charts/basis-words.ts';
import { exchangeRate } from '../../charts/format.ts';
import { exclusionText, exclusionsOf, coverageText } from '../../charts/coverage-text.ts';
import { onDay } from '../../core/market/calendar/index.ts';
import type { DashboardView, Measure, Totals } from '../../core/portfolio/index.ts';
import { bold, type Line, lines } from './lines.ts';
import {
  change,
  count,
  money,
  moneyCell,
  percent,
  percentCell,
  roundMoney,
  share,
  unknown,
} from './numbers.ts';
import { type Figure, table } from './table.ts';
import { ago, day, moment } from './times.ts';

/** A sentence of the core as it stands inside brackets: without its full stop and its capital. */
export function because(reason: string | undefined | null): string | null {
  if (reason === undefined || reason === null) return null;
  const bare = reason.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}

/** At which rate of which day currencies were converted, where they were. */
function estimateLine({ is_estimated }: Totals, view: DashboardView): string | null {
  if (!is_estimated) return null;
  const rates = view.fx_rates.map(exchangeRate);
  const at = rates.length === 0 ? '' : ` (${rates.join('; ')})`;
  return `Totals are estimates, converted at one rate${at}.`;
}

/** What is said to somebody whose books are empty. */
export function nothingYet(): FormattedString {
  return lines(
    bold('You have no records yet.'),
    'Drop your broker’s tradebook here as a CSV file, or record a transaction with /add_transaction.',
  );
}

export const isEmpty = (view: DashboardView): boolean =>
  view.total.holdings_count === 0 && view.earnings.transactions_count === 0;

/** Text for books without holdings: how to begin, or where to see the past. */
export function emptyBooksText(view: DashboardView): FormattedString {
  if (isEmpty(view)) return nothingYet();
  return lines(
    bold('You hold nothing now.'),
    'Send /pnl to see what you made, or /transactions for your records.',
  );
}

/** Value, cost, gain and the change of the day, each with the reason where it is not known; one reason is not told twice. */
export function totalLines(total: Totals, format: 'compact' | 'detailed'): string[] {
  const { currency, reasons } = total;
  const told = new Set<string>();
  const reason = (measure: keyof Totals['reasons']): string | null => {
    const text = because(reasons[measure]);
    if (text === null || told.has(text)) return null;
    told.add(text);
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

const STARRED = '* Partial: some holdings are excluded.';

/** A percentage, with a star where it is of a part of the holdings. */
function pointsOf(total: Totals, measure: 'total_profit_pct' | 'day_change_pct'): string {
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

/** What a star means, where there is one. */
export function starLine(
  totals: readonly Totals[],
  ...measures: ('total_profit_pct' | 'day_change_pct')[]
): string | null {
  const isStarred = totals.some(({ partial }) => measures.some((measure) => partial[measure] !== undefined));
  return isStarred ? STARRED : null;
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

/** All that was made, and what of it is realised. */
function madeSoFar(view: DashboardView): string | null {
  const { earnings, base_currency } = view;
  const realised = earningsLine(view);
  if (realised === null) return null;
  const part = earnings.coverage === null ? '' : `, ${coverageText(earnings.coverage)}`;
  const made =
    earnings.made === null
      ? `Total ${unknown(because(earnings.made_reason))}`
      : `${change(earnings.made, base_currency)} in all, after charges${part}`;
  return `${made}\n${realised}`;
}

export function earningsLine({ earnings, base_currency }: DashboardView): string | null {
  if (earnings.transactions_count === 0) return null;
  const reason = because(earnings.reason);
  const unmatched = earnings.unmatched_symbols.length;
  return [
    `Realised gain ${change(earnings.realised_gain, base_currency, reason)}, dividends ${AFTER_TAX} ${money(earnings.dividends, base_currency, reason)}, charges ${money(earnings.fees, base_currency, reason)}, all ${AT_LATEST_RATES}`,
    `${count(earnings.transactions_count, 'transaction')}${earnings.first_date === null ? '' : ` since ${day(earnings.first_date)}`}`,
    unmatched === 0 ? null : `Sold without a purchase: ${firstOf(earnings.unmatched_symbols)}`,
    earnings.unknown_cost_symbols.length === 0
      ? null
      : `Excluded from the realised gain, cost unknown: ${firstOf(earnings.unknown_cost_symbols)}`,
  ]
    .filter((part) => part !== null)
    .join('\n');
}

/** The first few symbols and how many more there are. */
function firstOf(symbols: readonly string[]): string {
  const more = symbols.length - 5;
  return `${symbols.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** When the prices are from, and when this was worked out. Prices read on a Sunday are of Friday, however new the reading. */
export function freshness(view: DashboardView, now: Date): string {
  const { age_message, valuation_timestamp } = view.freshness;
  const stale = view.warnings.find(({ code }) => code === 'VALUATION_STALE')?.message;
  const old = stale ?? (age_message === null ? null : `${age_message}.`);
  if (old !== null) return `${old} As of ${moment(view.calculated_at)}.`;
  // Cash needs no price, and without holdings no price is missing.
  if (valuation_timestamp === null && view.total.current_value !== null)
    return `As of ${moment(view.calculated_at)}.`;
  const label = view.total.day_change_label;
  const prices =
    valuation_timestamp === null
      ? 'No prices yet'
      : `Prices ${label === 'Today' ? `updated ${ago(valuation_timestamp, now)}` : `of ${label}`}`;
  return `${prices}. As of ${moment(view.calculated_at)}.`;
}

/** What limits the figures and was not said beside them already. */
export function warningLines(view: DashboardView): string[] {
  const said = new Set([
    'VALUATION_PARTIAL',
    'FX_ESTIMATED',
    'FX_UNAVAILABLE',
    'PREVIOUS_CLOSE_MISSING',
    'VALUATION_STALE',
    'ACTIONS_UNDECIDED',
    'BROKER_CHANGES_UNDECIDED',
  ]);
  return view.warnings
    .filter((warning) => !said.has(warning.code))
    .map((warning) => `Note: ${warning.message}`);
}
