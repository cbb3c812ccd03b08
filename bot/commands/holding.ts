import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import { priceAgeSentence } from '../../charts/figure-limits.ts';
import { undecidedReason } from '../../core/portfolio/index.ts';
import type { HoldingReport } from '../../core/reports/index.ts';
import { optional } from '../arguments.ts';
import { button, type ChatReply, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command } from '../command.ts';
import { instrument } from '../instrument-argument.ts';
import { holdingCard } from '../text/holding-card.ts';
import { holdingsText } from '../text/holdings.ts';
import { nothingYet } from '../text/empty-books.ts';

const HOLDINGS_A_PAGE = 15;

/** All holdings, or one of them as a card: the figures of its page on the dashboard. */
export const holdingCommand = command({
  ...descriptionOf('holding'),
  arguments: { symbol: optional(instrument({ held: true, sold: true })) },
  async run(call, { symbol }): Promise<ChatReply> {
    return symbol === null ? await allHoldings(call) : await oneHolding(call, symbol);
  },
});

async function oneHolding(call: Call, symbol: string): Promise<ChatReply> {
  const view = await call.core.reports.holding.read(call.who.userId, { symbol });
  const alert = button('Alert', { do: 'run', command: 'alert', args: [symbol], fresh: true });
  return {
    text: holdingCard(view, call.format),
    ...pictureOf(view),
    buttons: [
      [
        button('Transactions', { do: 'run', command: 'transactions', args: [symbol], fresh: true }),
        ...(call.may(alert) ? [alert] : []),
        button('News', { do: 'run', command: 'stock_news', args: [symbol], fresh: true }),
      ],
      [refresh('holding', [symbol]), button('All holdings', { do: 'run', command: 'holding', args: [] })],
    ],
  };
}

/** Its price with its trades; none where there is no line to draw. */
function pictureOf({ symbol, currency, prices }: HoldingReport): Pick<ChatReply, 'photo'> {
  if (prices.closes.length < 2) return {};
  const options = { currency, title: symbol };
  return {
    photo: {
      name: 'holding.png',
      config: () => charts.holding_price.config(prices, options),
    },
  };
}

async function allHoldings(call: Call): Promise<ChatReply> {
  const all = await call.core.portfolio.holdings.all(call.who.userId);
  if (all.length === 0) return { text: nothingYet() };
  const at = pageOf(all, call.page, HOLDINGS_A_PAGE);
  const symbols = [...new Set(at.shown.map((row) => row.symbol))];
  const waiting = (await call.core.readUndecided(call.who.userId)).filter((one) =>
    at.shown.some(({ portfolio, symbol }) => portfolio === one.portfolio && symbol === one.symbol),
  );
  const { freshness } = await call.core.portfolio.dashboard.read(call.who.userId);
  const notes = [priceAgeSentence(freshness), undecidedReason(waiting)];
  return {
    text: holdingsText(at.shown, { from: at.from, total: all.length }, call.format, notes),
    buttons: [
      ...rows(
        symbols.map((name) => button(name, { do: 'run', command: 'holding', args: [name] })),
        3,
      ),
      [...pager('holding', [], at), refresh('holding', [], at.page)],
    ],
  };
}
