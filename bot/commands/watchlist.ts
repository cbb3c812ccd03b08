import { descriptionOf } from '../../core/chat/index.ts';
import { stepOf } from '../../core/platform/index.ts';
import { type ChatReply, button, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { type Argument, choice, optional } from '../arguments.ts';
import { command, type Command, type Confirmation } from '../command.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { addedText, emptyWatchlist, newsText, watchlistText } from '../text/watchlist.ts';
import { instrument } from '../instrument-argument.ts';
import { anySymbol, watched } from '../watchlist-arguments.ts';
import { alertCommands, alertConfirmations } from './alerts.ts';
import { signed } from './signed.ts';

const ITEMS_A_PAGE = 15;

const watchlist = command({
  ...descriptionOf('watchlist'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const all = await call.core.watchlist.items.list(call.who.userId, { fresh: true });
    if (all.length === 0) return { text: emptyWatchlist() };
    const { shown, page, pages, from } = pageOf(all, call.page, ITEMS_A_PAGE);
    return {
      text: watchlistText(shown, from, all.length),
      buttons: [
        ...rows(
          shown
            .slice(0, 6)
            .map(({ symbol }) =>
              button(`News on ${symbol}`, { do: 'run', command: 'stock_news', args: [symbol], fresh: true }),
            ),
          2,
        ),
        pager('watchlist', [], { page, pages }),
        [refresh('watchlist', [], page)],
      ].filter((row) => row.length > 0),
    };
  },
});

const watchlistAdd = command({
  ...descriptionOf('watchlist_add'),
  arguments: { symbol: anySymbol(), currency: optional(choice(['INR', 'USD'])) },
  async run(call, { symbol, currency }): Promise<ChatReply> {
    const body = currency === null ? { symbol } : { symbol, currency };
    const made = await call.core.watchlist.items.create(call.who.userId, body, call.actor);
    return {
      text: lines(addedText(made), signed(call)),
      buttons: [
        [
          button('↶ Undo', {
            do: 'confirm',
            name: 'watchlist_remove',
            payload: { id: made.id, symbol: made.symbol },
          }),
        ],
      ],
    };
  },
});

const watchlistRemove = command({
  ...descriptionOf('watchlist_remove'),
  arguments: { symbol: watched() },
  async run(call, { symbol }): Promise<ChatReply> {
    const item = (await call.core.watchlist.items.list(call.who.userId)).find((one) => one.symbol === symbol);
    if (item === undefined) return { text: plain(`${symbol} is not on your watchlist.`) };
    const { id, currency, asset_class, alerts } = item;
    return {
      text: lines(
        bold(`Remove ${symbol} from your watchlist?`),
        alerts === 0 ? null : `Its ${alerts === 1 ? 'alert' : `${alerts} alerts`} will be deleted too.`,
      ),
      buttons: [
        [
          button('✓ Remove', {
            do: 'confirm',
            name: 'watchlist_remove',
            payload: { id, symbol, currency, asset_class },
          }),
          button('✗ Cancel', { do: 'dismiss', say: `${symbol} kept.` }),
        ],
      ],
    };
  },
});

const confirmRemove: Confirmation = {
  name: 'watchlist_remove',
  async run(call, payload) {
    const { id, symbol, currency, asset_class } = payload;
    const alerts = (await call.core.watchlist.alerts.list(call.who.userId))
      .filter((one) => one.symbol === symbol)
      .map(({ kind, threshold }) => ({ kind, threshold }));
    await call.core.watchlist.items.remove(call.who.userId, String(id), call.actor);
    const back = { symbol, currency, asset_class, alerts };
    return {
      text: lines(bold(`${String(symbol)} removed from your watchlist`), signed(call)),
      buttons:
        currency === undefined
          ? []
          : [[button('↶ Undo', { do: 'confirm', name: 'watchlist_restore', payload: back })]],
    };
  },
};

const restore: Confirmation = {
  name: 'watchlist_restore',
  async run(call, payload) {
    const { symbol, currency, asset_class } = payload;
    const what = { symbol, currency, asset_class };
    const { items, alerts } = call.core.watchlist;
    await items.create(call.who.userId, what, call.actor);
    const wanted = Array.isArray(payload['alerts']) ? (payload['alerts'] as object[]) : [];
    for (const [index, one] of wanted.entries())
      await alerts.create(call.who.userId, { ...one, symbol }, stepOf(call.actor, `alert${index}`));
    return { text: lines(bold(`${String(symbol)} is back on your watchlist`), signed(call)) };
  },
};

/** A symbol, or the name of what is held or listed. */
const symbolOrName: Argument<string> = {
  ...anySymbol(),
  rest: true,
  parse: async (words, world) => await instrument().parse(words, world),
};

const stockNews = command({
  ...descriptionOf('stock_news'),
  arguments: { symbol: symbolOrName },
  async run(call, { symbol }): Promise<ChatReply> {
    const { items } = await call.core.portfolio.suggestions.suggest(call.who.userId, {
      search: symbol,
      limit: 6,
    });
    const name = items.find((one) => one.symbol === symbol)?.name ?? null;
    return {
      text: newsText(await call.core.watchlist.news.about({ symbol, name })),
      buttons: [[refresh('stock_news', [symbol])]],
    };
  },
});

/** What is watched, and what to be told of (spec: Chat-messaging commands). */
export const watchlistCommands: readonly Command[] = [
  watchlist,
  watchlistAdd,
  watchlistRemove,
  stockNews,
  ...alertCommands,
];
export const watchlistConfirmations: readonly Confirmation[] = [
  confirmRemove,
  restore,
  ...alertConfirmations,
];
