import { type Answer, button, pageOf, pager, refresh, rows } from '../answer.ts';
import { amount, choice, optional } from '../arguments.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { signature } from '../presses.ts';
import { bold, lines, plain } from '../text/lines.ts';
import {
  addedText,
  alertMadeText,
  alertsText,
  emptyWatchlist,
  newsText,
  noAlerts,
  watchlistText,
} from '../text/watchlist.ts';
import {
  alert as alertNumber,
  alertSubject,
  anySymbol,
  EVERYTHING,
  watched,
} from '../watchlist-arguments.ts';

const ITEMS_A_PAGE = 15;
const ALERTS_A_PAGE = 10;
const KINDS = {
  above: 'PRICE_ABOVE',
  below: 'PRICE_BELOW',
  move: 'DAY_MOVE_PCT',
  drawdown: 'DRAWDOWN_PCT',
} as const;

/** @param step tells a press from the message under which its button stands: both have the message's key. */
const by = (call: Call, step = '') => ({
  actor: `chat:${call.who.login}`,
  receipt: `${call.receiptKey}${step}`,
});
const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const watchlist = command({
  name: 'watchlist',
  family: 'Watchlist',
  summary: 'What you watch, with prices and changes of today',
  examples: ['/watchlist'],
  arguments: {},
  changes: false,
  async run(call): Promise<Answer> {
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
  name: 'watchlist_add',
  family: 'Watchlist',
  summary: 'Watch a share, fund or ETF without holding it',
  details: 'For what is listed outside India give the currency too.',
  examples: ['/watchlist_add TCS', '/watchlist_add AAPL USD'],
  arguments: { symbol: anySymbol(), currency: optional(choice(['INR', 'USD'])) },
  changes: true,
  async run(call, { symbol, currency }): Promise<Answer> {
    const body = currency === null ? { symbol } : { symbol, currency };
    const made = await call.core.watchlist.items.add(call.who.userId, body, by(call));
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
  name: 'watchlist_remove',
  family: 'Watchlist',
  summary: 'Take something off your watchlist, with its alerts',
  examples: ['/watchlist_remove TCS'],
  arguments: { symbol: watched() },
  changes: true,
  async run(call, { symbol }): Promise<Answer> {
    const item = (await call.core.watchlist.items.list(call.who.userId)).find((one) => one.symbol === symbol);
    if (item === undefined) return { text: plain(`${symbol} is not on your watchlist.`) };
    const { id, currency, asset_class, alerts } = item;
    return {
      text: lines(
        bold(`Take ${symbol} off your watchlist?`),
        alerts === 0 ? null : `Its ${alerts === 1 ? 'alert goes' : `${alerts} alerts go`} with it.`,
      ),
      buttons: [
        [
          button('✓ Take it off', {
            do: 'confirm',
            name: 'watchlist_remove',
            payload: { id, symbol, currency, asset_class },
          }),
          button('✗ Cancel', { do: 'dismiss', say: `${symbol} stays.` }),
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
    await call.core.watchlist.items.remove(call.who.userId, String(id), by(call, ':off'));
    const back = { symbol, currency, asset_class, alerts };
    return {
      text: lines(bold(`${String(symbol)} is off your watchlist`), signed(call)),
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
    await items.add(call.who.userId, what, by(call, ':back'));
    const wanted = Array.isArray(payload['alerts']) ? (payload['alerts'] as object[]) : [];
    for (const [index, one] of wanted.entries())
      await alerts.create(call.who.userId, { ...one, symbol }, by(call, `:back:${index}`));
    return { text: lines(bold(`${String(symbol)} is back on your watchlist`), signed(call)) };
  },
};

const stockNews = command({
  name: 'stock_news',
  family: 'Watchlist',
  summary: 'The newest headlines about a company',
  examples: ['/stock_news TCS'],
  arguments: { symbol: anySymbol() },
  changes: false,
  async run(call, { symbol }): Promise<Answer> {
    const { items } = await call.core.instruments.suggest(call.who.userId, symbol, 6);
    const name = items.find((one) => one.symbol === symbol)?.name ?? null;
    return {
      text: newsText(await call.core.watchlist.news.about({ symbol, name })),
      buttons: [[refresh('stock_news', [symbol])]],
    };
  },
});

const alert = command({
  name: 'alert',
  family: 'Watchlist',
  summary: 'Be told of a price, a day’s move or a drawdown',
  details:
    'above and below take a price; move (in a day, up or down) and drawdown (below the highest point of a portfolio or of everything) take percentage points. Each crossing is told once. It is armed again when a price is half a percent back, or a percentage a tenth below its level.',
  examples: ['/alert TCS above 4000', '/alert TCS move 5', '/alert everything drawdown 10'],
  arguments: {
    subject: alertSubject(),
    kind: choice(['above', 'below', 'move', 'drawdown']),
    level: amount('level'),
  },
  changes: true,
  async run(call, { subject, kind, level }): Promise<Answer> {
    const on =
      kind !== 'drawdown'
        ? { symbol: subject }
        : { portfolio: subject.toLowerCase() === EVERYTHING ? null : subject };
    const body = { kind: KINDS[kind], threshold: level, ...on };
    const made = await call.core.watchlist.alerts.create(call.who.userId, body, by(call));
    return {
      text: lines(alertMadeText(made, call.core.clock.now()), signed(call)),
      buttons: [[button('↶ Undo', { do: 'confirm', name: 'delete_alert', payload: { id: made.id } })]],
    };
  },
});

const alerts = command({
  name: 'alerts',
  family: 'Watchlist',
  summary: 'Your alerts and how they stand',
  examples: ['/alerts'],
  arguments: {},
  changes: false,
  async run(call): Promise<Answer> {
    const all = await call.core.watchlist.alerts.list(call.who.userId);
    if (all.length === 0) return { text: noAlerts() };
    const { shown, page, pages } = pageOf(all, call.page, ALERTS_A_PAGE);
    const remove = shown.map(({ id }) =>
      button(`Delete #${id}`, { do: 'run', command: 'delete_alert', args: [id], fresh: true }),
    );
    return {
      text: alertsText(shown, call.core.clock.now()),
      buttons: [
        ...rows(remove, 3),
        pager('alerts', [], { page, pages }),
        [refresh('alerts', [], page)],
      ].filter((row) => row.length > 0),
    };
  },
});

const deleteAlert = command({
  name: 'delete_alert',
  family: 'Watchlist',
  summary: 'Delete an alert',
  examples: ['/delete_alert 3'],
  arguments: { number: alertNumber() },
  changes: true,
  async run(call, { number: id }): Promise<Answer> {
    const { label } = await call.core.watchlist.alerts.get(call.who.userId, id);
    return {
      text: lines(bold(`Delete alert #${id}?`), label),
      buttons: [
        [
          button('✓ Delete', { do: 'confirm', name: 'delete_alert', payload: { id, undo: true } }),
          button('✗ Cancel', { do: 'dismiss', say: 'The alert stays.' }),
        ],
      ],
    };
  },
});

const confirmDelete: Confirmation = {
  name: 'delete_alert',
  async run(call, payload) {
    const id = String(payload['id']);
    const { label, kind, symbol, portfolio, threshold } = await call.core.watchlist.alerts.get(
      call.who.userId,
      id,
    );
    await call.core.watchlist.alerts.remove(call.who.userId, id, by(call, ':off'));
    const back = { kind, threshold, ...(symbol === null ? { portfolio } : { symbol }) };
    return {
      text: lines(bold(`Alert #${id} is deleted`), label, signed(call)),
      buttons:
        payload['undo'] === true
          ? [[button('↶ Undo', { do: 'confirm', name: 'restore_alert', payload: back })]]
          : [],
    };
  },
};

const restoreAlert: Confirmation = {
  name: 'restore_alert',
  async run(call, payload) {
    const made = await call.core.watchlist.alerts.create(call.who.userId, payload, by(call, ':back'));
    return {
      text: lines(bold('The alert is back'), alertMadeText(made, call.core.clock.now()), signed(call)),
    };
  },
};

/** What is watched, and what to be told of (spec: Chat-messaging commands). */
export const watchlistCommands: readonly Command[] = [
  watchlist,
  watchlistAdd,
  watchlistRemove,
  stockNews,
  alert,
  alerts,
  deleteAlert,
];
export const watchlistConfirmations: readonly Confirmation[] = [
  confirmRemove,
  restore,
  confirmDelete,
  restoreAlert,
];
