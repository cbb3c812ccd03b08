import type { FormattedString } from '@grammyjs/parse-mode';
import { exchangeRate } from '../../charts/format.ts';
import type { DashboardView, Totals, TotalState } from '../../core/portfolio/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { change, count, money, percent, roundMoney, share } from './numbers.ts';
import { table } from './table.ts';
import { ago, day, moment } from './times.ts';

/** A sentence of the core as it stands inside brackets: without its full stop and its capital. */
export function because(reason: string | undefined | null): string | null {
  if (reason === undefined || reason === null) return null;
  const bare = reason.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}

const STATES: Record<TotalState, string | null> = {
  AVAILABLE: null,
  PARTIAL: 'Some holdings have no price: the value leaves them out.',
  UNAVAILABLE: null,
  ESTIMATED: null,
};

/** What to know about a total in its state; where currencies were converted, at which rate of which day. */
function stateLine(state: TotalState, view: DashboardView): string | null {
  if (state !== 'ESTIMATED') return STATES[state];
  const rates = view.fx_rates.map(exchangeRate);
  const at = rates.length === 0 ? '' : ` (${rates.join('; ')})`;
  return `Currencies are converted at one rate${at}: totals are estimates.`;
}

/** What is said to somebody whose books are empty. */
export function nothingYet(): FormattedString {
  return lines(
    bold('There is nothing in your books yet.'),
    'Drop your broker’s tradebook here as a CSV file, or write down one transaction with /add_transaction.',
  );
}

export const isEmpty = (view: DashboardView): boolean =>
  view.total.holdings_count === 0 && view.earnings.transactions_count === 0;

/** Value, cost, gain and today, each with the reason where it is not known; one reason is not told twice. */
export function totalLines(total: Totals, format: 'compact' | 'detailed'): string[] {
  const { currency, reasons } = total;
  const told = new Set<string>();
  const reason = (measure: keyof Totals['reasons']): string | null => {
    const text = because(reasons[measure]);
    if (text === null || told.has(text)) return null;
    told.add(text);
    return text;
  };
  const about = (points: number | null) => (points === null ? '' : ` (${percent(points)})`);
  const value = `Value ${money(total.current_value, currency, reason('current_value'))}`;
  const today = `Today ${change(total.day_change, currency, reason('day_change'))}${about(total.day_change_pct)}`;
  const gain = `Gain ${change(total.total_profit, currency, reason('total_profit'))}${about(total.total_profit_pct)}`;
  if (format === 'compact') return [value, today, gain];
  return [value, `Invested ${money(total.total_invested, currency, reason('total_invested'))}`, gain, today];
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
  if (format === 'compact') return lines(head, stateLine(total.state, view), freshness(view, now));
  return lines(
    head,
    stateLine(total.state, view),
    ...section('Portfolios', view.portfolios.length > 1 ? portfolioTable(view) : null),
    ...section('Asset classes', sliceLine(view)),
    ...section('Moved most today', moverLine(view)),
    ...section('So far', earningsLine(view)),
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
      `${row.portfolio}: ${roundMoney(row.current_value, row.currency)}, today ${percent(row.day_change_pct)}`,
  );
  const [value, today] = totalLines(total, 'compact');
  return lines(
    bold('Live'),
    value,
    today,
    ...(format === 'detailed' && each.length > 1 ? each : []),
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
    stateLine(row.state, view),
    count(row.holdings_count, 'holding'),
    freshness(view, now),
  );
}

function section(title: string, body: Line): Line[] {
  return body === null || body === undefined || body === false || body === '' ? [] : ['', bold(title), body];
}

export function portfolioTable(view: DashboardView): FormattedString {
  return table(
    [
      { title: 'Portfolio', max: 16 },
      { title: 'Value', align: 'right' },
      { title: 'Gain', align: 'right' },
      { title: 'Today', align: 'right' },
    ],
    view.portfolios.map((row) => [
      row.portfolio,
      row.holdings_count === 0 ? 'empty' : roundMoney(row.current_value, row.currency),
      row.holdings_count === 0 ? '' : percent(row.total_profit_pct),
      row.holdings_count === 0 ? '' : percent(row.day_change_pct),
    ]),
  );
}

function sliceLine(view: DashboardView): string | null {
  const slices = view.allocation.asset_class.filter((slice) => slice.share_pct !== null);
  if (slices.length === 0) return null;
  const shown = slices.slice(0, 5).map((slice) => `${slice.label} ${share(slice.share_pct)}`);
  return `${shown.join(', ')}${view.allocation.basis === 'cost' ? ' (by what was paid)' : ''}`;
}

function moverLine(view: DashboardView): string | null {
  const { gainers, losers } = view.movers.day;
  const named = (rows: typeof gainers) =>
    rows.slice(0, 3).map((row) => `${row.label} ${percent(row.change_pct)}`);
  const all = [...named(gainers), ...named(losers)];
  return all.length === 0 ? null : all.join(', ');
}

export function earningsLine({ earnings, base_currency }: DashboardView): string | null {
  if (earnings.transactions_count === 0) return null;
  const reason = because(earnings.reason);
  const unmatched = earnings.unmatched_symbols.length;
  return [
    `Realised ${change(earnings.realised_gain, base_currency, reason)}, dividends ${money(earnings.dividends, base_currency, reason)}, charges ${money(earnings.fees, base_currency, reason)}`,
    `${count(earnings.transactions_count, 'transaction')}${earnings.first_date === null ? '' : ` since ${day(earnings.first_date)}`}`,
    unmatched === 0 ? null : `Sold without a known purchase: ${firstOf(earnings.unmatched_symbols)}`,
    earnings.unknown_cost_symbols.length === 0
      ? null
      : `Sold at an unknown cost, and so in no realised gain: ${firstOf(earnings.unknown_cost_symbols)}`,
  ]
    .filter((part) => part !== null)
    .join('\n');
}

/** The first few symbols and how many more there are. */
function firstOf(symbols: readonly string[]): string {
  const more = symbols.length - 5;
  return `${symbols.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** When the prices are from, and when this was worked out. */
export function freshness(view: DashboardView, now: Date): string {
  const { valuation_timestamp, stale_holdings } = view.freshness;
  const prices =
    valuation_timestamp === null
      ? 'No prices yet'
      : `Prices of ${ago(valuation_timestamp, now)}${stale_holdings > 0 ? `, ${count(stale_holdings, 'holding')} stale` : ''}`;
  return `${prices}. As of ${moment(view.calculated_at)}.`;
}

/** What limits the figures and was not said beside them already. */
export function warningLines(view: DashboardView): string[] {
  const said = new Set(['VALUATION_PARTIAL', 'FX_ESTIMATED', 'VALUATION_STALE']);
  return view.warnings
    .filter((warning) => !said.has(warning.code))
    .map((warning) => `Note: ${warning.message}`);
}
