import type { PriceSessions } from '../market/calendar/index.ts';
import type { Context } from '../platform/index.ts';
import type { Llm } from '../llm/index.ts';
import type { Market } from '../market/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type PortfolioArea,
  type ReadUndecided,
  type UndecidedAction,
  undecidedIn,
  undecidedReason,
  withUndecidedMarks,
} from '../portfolio/index.ts';
import { createAlertService } from './alert-service.ts';
import type { ReadDrawdownSeries } from './drawdown.ts';
import { createItemService } from './item-service.ts';
import { AlertModel, WatchlistItemModel } from './models.ts';
import type { NewsQuery } from './inputs.ts';
import { createNarrator } from './narrator.ts';
import { createNews } from './news.ts';
import { createMonitor } from './monitor.ts';
import { createItemPrices, type WatchedItems } from './prices.ts';
import type { AlertView, NewsView } from './view.ts';

export type Watchlist = ReturnType<typeof createWatchlist>;

/** Watched instruments of a person, and alerts on them. */
export function createWatchlist(
  context: Context,
  outer: {
    portfolio: Pick<PortfolioArea, 'quotes' | 'suggestions'>;
    /** The days that drawdowns are measured on. */
    readDays: ReadDrawdownSeries;
    readUndecided: ReadUndecided;
    market: Pick<Market, 'quotesOf' | 'quotesOfAll'>;
    notifications: Pick<Notifications, 'notifyWithin'>;
    sessions: PriceSessions;
    /** Without models nothing is told in words. */
    llm?: Llm;
  },
) {
  const { portfolio, notifications, readDays, readUndecided, sessions } = outer;
  const prices = createItemPrices(context, outer.market, sessions);
  const held = async (userId: string) => await portfolio.quotes.holdings(userId);
  const items = createItemService(context, { suggestions: portfolio.suggestions, prices, held, sessions });
  const alerts = createAlertService(context, { prices, held, portfolio, readDays, sessions });
  const news = createNews(context);
  return {
    items,
    alerts: withUndecidedMarks(alerts, ['list', 'get', 'create', 'update'], markedAlert, readUndecided),
    /** Headlines about an instrument. */
    news,
    /** Headlines about something that is watched. @throws 404 WATCHLIST_ITEM_NOT_FOUND */
    async headlines(userId: string, id: string, { most }: NewsQuery = {}): Promise<NewsView> {
      return await news.about(await items.get(userId, id), most);
    },
    /** A paragraph about what the watched prices did. */
    narrate: createNarrator(context, outer.llm),
    /** Requests the prices of all watched items, each instrument once. */
    refreshAll: async (wanted: WatchedItems) => await prices.freshenAll(wanted),
    /** People with an alert; with a currency, those with one on something that trades in it. */
    alertOwners: async (currency?: string): Promise<string[]> =>
      await context.database.readAsSystem('who has alerts', async (db) => {
        const owners = db(`${AlertModel.tableName} as a`).groupBy('a.owner_user_id');
        if (currency !== undefined)
          void owners
            .join(`${WatchlistItemModel.tableName} as i`, 'i.id', 'a.item_id')
            .where('i.currency', currency);
        return await owners.pluck<string[]>('a.owner_user_id');
      }),
    evaluateAlerts: createMonitor(context, {
      alerts,
      notifications,
      sessions,
      readUndecided,
    }),
  };
}

/** A fall below a peak is measured on the value of a portfolio; prices are not of the books. */
const markedAlert = (alert: AlertView, undecided: readonly UndecidedAction[]): AlertView => ({
  ...alert,
  provisional_reason:
    alert.kind === 'DRAWDOWN_PCT' ? undecidedReason(undecidedIn(undecided, alert.portfolio)) : null,
});
