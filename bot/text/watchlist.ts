import type { FormattedString } from '@grammyjs/parse-mode';
import type { AlertView, NewsView, WatchlistItemView } from '../../core/watchlist/index.ts';
import { bold, inline, type Line, lines, link } from './lines.ts';
import { money, percent, share } from './numbers.ts';
import { ago, day, moment } from './times.ts';

export const emptyWatchlist = (): FormattedString =>
  lines(
    bold('Your watchlist is empty'),
    'Add an instrument with /watchlist_add TCS, or set a price alert with /alert TCS above 4000.',
  );

/** What is watched, one line each. */
export function watchlistText(
  items: readonly WatchlistItemView[],
  from: number,
  total: number,
): FormattedString {
  return lines(
    bold(
      total === items.length ? 'Watchlist' : `Watchlist (${from + 1} to ${from + items.length} of ${total})`,
    ),
    ...items.map(itemLine),
  );
}

function itemLine(item: WatchlistItemView): FormattedString {
  const { symbol, price, currency, day_change_pct, price_as_of, price_reason, alerts } = item;
  const of = price_as_of === null ? 'day unknown' : day(item.day_change_date);
  const alertCount = alerts === 0 ? '' : ` · ${alerts} ${alerts === 1 ? 'alert' : 'alerts'}`;
  if (price === null) return inline(bold(symbol), ` no price (${price_reason ?? 'unknown'})${alertCount}`);
  const move = day_change_pct === null ? 'change unknown' : percent(day_change_pct);
  return inline(
    bold(symbol),
    ` ${money(price, currency)} ${move}, ${of}${price_reason === null ? '' : ' (no newer price)'}${alertCount}`,
  );
}

/** One item as it was put on the list. */
export function addedText(item: WatchlistItemView): FormattedString {
  return lines(bold(`${item.symbol} added to your watchlist`), item.name, itemLine(item));
}

export const noAlerts = (): FormattedString =>
  lines(
    bold('You have no alerts'),
    'Set one: /alert TCS above 4000, /alert TCS below 3000, /alert TCS move 5 or /alert everything drawdown 10.',
  );

/** All alerts, two lines each. */
export function alertsText(alerts: readonly AlertView[], now: Date): FormattedString {
  return lines(
    bold('Alerts'),
    ...alerts.flatMap((alert): Line[] => [
      '',
      inline(bold(`#${alert.id}`), ` ${alert.label}`),
      stateLine(alert, now),
      alert.provisional_reason,
    ]),
  );
}

function stateLine(alert: AlertView, now: Date): string {
  const { state, fired_at, last_reason } = alert;
  const value = `now ${valueOf(alert)}${last_reason === null ? '' : ` (${last_reason})`}`;
  if (state === 'ARMED') return `armed, ${value}`;
  return fired_at === null
    ? `already past this level, ${value}. It will alert after the price comes back and crosses again`
    : `alerted ${ago(fired_at, now)}, ${value}. It can alert again after the value comes back`;
}

function valueOf({ kind, last_value, currency }: AlertView): string {
  if (last_value === null) return 'unknown';
  if (kind === 'DAY_MOVE_PCT') return percent(last_value);
  return kind === 'DRAWDOWN_PCT' ? share(last_value) : money(last_value, currency ?? 'INR');
}

/** An alert as it was made. */
export function alertMadeText(alert: AlertView, now: Date): FormattedString {
  return lines(bold(`Alert #${alert.id}`), alert.label, stateLine(alert, now), alert.provisional_reason);
}

/** Headlines, each with its source and time. */
export function newsText({ symbol, items, reason }: NewsView): FormattedString {
  return lines(
    bold(`News on ${symbol}`),
    reason,
    ...items.flatMap(({ title, url, source, published_at }): Line[] => [
      '',
      url === null ? title : link(title, url),
      `${source ?? 'source unknown'}, ${published_at === null ? 'time unknown' : moment(published_at)}`,
    ]),
  );
}
