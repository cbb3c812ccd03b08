import { istDate } from '../core/platform/index.ts';
import type { Narration, WatchlistItemView } from '../core/watchlist/index.ts';
import { forEachUser } from './for-each-user.ts';
import { coveredSessions, HOME_EXCHANGES } from './covered-sessions.ts';
import { pricesSince } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/** Persons beyond this time go without words. */
const NARRATING_MS = 5 * 60_000;
/** More lines are more than anybody reads; the rest is counted. */
const MOST_LINES = 25;

/**
 * Tells what the watched prices did, shortly after the opening (spec: Scheduler, morning_watchlist_intelligence). An empty
 * list says nothing, and neither does one whose exchanges have no session: NSE's of today, New York's of last night. Once everybody has their figures, a model may tell them in words:
 * a message of its own that says so. Whatever becomes of that, the figures wait for nothing; a run that is repeated leaves the
 * words out.
 */
export async function morningWatchlist(
  context: Pick<JobContext, 'calendar' | 'clock' | 'identity' | 'log' | 'notifications' | 'watchlist'>,
  run: Run,
): Promise<string> {
  const day = istDate(run.dueAt);
  const isNews = (currencies: readonly string[]): boolean =>
    coveredSessions(context, currencies, day).some(({ closedFor }) => closedFor === null);
  if (!isNews([...HOME_EXCHANGES.keys()])) return 'no exchange had or has a session';
  const kind = 'morning_watchlist_intelligence';
  const dedupKey = `${kind}:${day}`;
  const told: { userId: string; items: readonly WatchlistItemView[] }[] = [];
  await context.watchlist.refreshAll({
    of: 'ALL',
    signal: run.signal,
    since: pricesSince(context, run),
  });
  const { written } = await forEachUser(
    context,
    run,
    'morning watchlists could not be created',
    { written: 0 },
    async (userId) => {
      const items = await context.watchlist.items.list(userId);
      if (!isNews(items.map(({ currency }) => currency))) return {};
      const { created } = await context.notifications.notify(userId, {
        kind,
        dedupKey,
        title: `Your watchlist: ${items.length} ${items.length === 1 ? 'symbol' : 'symbols'}`,
        body: watchlistBody(items),
      });
      if (created) told.push({ userId, items });
      return { written: Number(created) };
    },
    async (everybody) => await context.notifications.wantedBy(everybody, kind, dedupKey),
  );
  const until = context.clock.now().getTime() + NARRATING_MS;
  for (const { userId, items } of told) {
    if (run.signal.aborted || context.clock.now().getTime() > until) break;
    const narration = await context.watchlist.narrate(userId, items, { day, signal: run.signal });
    if (narration === null) continue;
    await context.notifications
      .notify(userId, {
        kind,
        dedupKey: `${dedupKey}:words`,
        title: 'Your watchlist in words',
        body: narrationBody(narration),
      })
      .catch((error: unknown) => {
        context.log.warn({ err: error, user_id: userId }, 'the words about a watchlist could not be sent');
      });
  }
  return `${written} written`;
}

/** The paragraph, and who wrote it. */
const narrationBody = ({ text, model }: Narration): string =>
  `${text}\n\nWritten by a model (${model}) from the prices above. It may be wrong.`;

/** One line each, the largest moves first, what has no price last with its reason. */
export function watchlistBody(items: readonly WatchlistItemView[]): string {
  const size = ({ price, day_change_pct }: WatchlistItemView) =>
    price === null ? -2 : day_change_pct === null ? -1 : Math.abs(day_change_pct);
  const sorted = items.toSorted((a, b) => size(b) - size(a) || (a.symbol < b.symbol ? -1 : 1));
  const left = sorted.length - MOST_LINES;
  return [...sorted.slice(0, MOST_LINES).map(line), ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

function line(item: WatchlistItemView): string {
  const { symbol, price, currency, day_change_pct, day_change_label, price_reason } = item;
  if (price === null) return `${symbol}: no price. ${price_reason ?? ''}`.trim();
  const amount = price.toLocaleString(currency === 'INR' ? 'en-IN' : 'en-US', {
    style: 'currency',
    currency,
  });
  const change =
    day_change_pct === null
      ? 'change unknown'
      : `${day_change_pct > 0 ? '+' : day_change_pct < 0 ? '−' : ''}${Math.abs(day_change_pct).toFixed(2)}%`;
  const of = day_change_label === 'Today' ? '' : `, ${day_change_label}`;
  return `${symbol} ${amount} (${change}${of})`;
}
