import { descriptionOf } from '../../core/chat/index.ts';
import { onDay } from '../../core/market/calendar/index.ts';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { choice, optional, portfolioOrAll } from '../arguments.ts';
import { button, refresh, type ChatReply } from '../chat-reply.ts';
import { command, type Call, type Command } from '../command.ts';
import { atFreshPrices } from '../fresh-prices.ts';
import { benchmarkCommand } from './benchmark.ts';
import { holdingCommand } from './holding.ts';
import { currencyText, moversText, slicesText } from '../text/breakdown.ts';
import { bold, lines } from '../text/lines.ts';
import { count } from '../text/numbers.ts';
import { isEmpty, nothingYet, emptyBooksText } from '../text/empty-books.ts';
import { completeStatus, liveStatus, portfolioStatus } from '../text/status.ts';

const dashboard = (call: Call): Promise<DashboardView> => call.core.portfolio.dashboard.read(call.who.userId);

const completeStatusCommand = command({
  ...descriptionOf('complete_status'),
  arguments: { portfolio: optional(portfolioOrAll()) },
  async run(call, { portfolio: name }): Promise<ChatReply> {
    const view = await dashboard(call);
    const args = name === null ? [] : [name];
    if (isEmpty(view)) return { text: nothingYet() };
    const { held } = await call.core.policies.live.pause.state(call.who.userId);
    return atFreshPrices(call, view, (shown) => ({
      text: lines(
        ...held.map(({ reason }) => reason),
        (name === null ? null : portfolioStatus(shown, name, call.format, call.core.clock.now())) ??
          completeStatus(shown, call.format, call.core.clock.now()),
      ),
      buttons: [
        [refresh('complete_status', args)],
        [
          button('Holdings', { do: 'run', command: 'holding', args: [], fresh: true }),
          button('Chart', {
            do: 'run',
            command: 'chart',
            args: name === null ? [] : ['value', name],
            fresh: true,
          }),
        ],
      ],
    }));
  },
});

const liveStatusCommand = command({
  ...descriptionOf('live_status'),
  arguments: {},
  async run(call) {
    const view = await dashboard(call);
    return atFreshPrices(call, view, (shown) => ({
      text: liveStatus(shown, call.format, call.core.clock.now()),
      buttons: [[refresh('live_status')]],
    }));
  },
});

const span = optional(choice(['day', 'total'], 'day|total'));

/** The two lists of movers differ in direction alone. */
function moversCommand(name: 'top_gainers' | 'top_losers', side: 'gainers' | 'losers'): Command {
  return command({
    ...descriptionOf(name),
    arguments: { span },
    async run(call, { span: wanted }): Promise<ChatReply> {
      const view = await dashboard(call);
      if (isEmpty(view)) return { text: nothingYet() };
      const dayKnown = view.movers.day.gainers.length + view.movers.day.losers.length > 0;
      const chosen = wanted ?? (dayKnown ? 'day' : 'total');
      const moved = view.movers[chosen][side];
      const dayLabel = view.total.day_change_label;
      const title = `Top ${side} ${chosen === 'day' ? onDay(dayLabel) : 'since purchase'}`;
      const other = chosen === 'day' ? 'total' : 'day';
      const switchTo = button(other === 'day' ? dayLabel : 'Since purchase', {
        do: 'run',
        command: name,
        args: [other],
      });
      return {
        text:
          moved.length > 0
            ? moversText({ title, of: chosen }, moved, view, call.format)
            : lines(bold(title), none(view, chosen, side)),
        buttons: [[refresh(name, [chosen]), switchTo]],
      };
    },
  });
}

function none(view: DashboardView, chosen: 'day' | 'total', side: 'gainers' | 'losers'): string {
  const { gainers, losers } = view.movers[chosen];
  if (gainers.length + losers.length > 0) return side === 'gainers' ? 'Nothing rose.' : 'Nothing fell.';
  const why =
    chosen === 'day'
      ? 'no holding has both a price and a previous close'
      : 'no holding has both a price and a cost';
  return `Unknown: ${why}, or none has moved.`;
}

/** Commands that show parts of everything, or of one portfolio. */
function slicesCommand(name: 'sectors' | 'allocation'): Command {
  return command({
    ...descriptionOf(name),
    arguments: { portfolio: optional(portfolioOrAll()) },
    async run(call, { portfolio }): Promise<ChatReply> {
      const own = portfolio === null ? [] : [portfolio];
      const { text, isEmpty: nothing } =
        portfolio === null ? await slicesOfAll(call, name) : await slicesOfOne(call, name, portfolio);
      if (nothing) return { text };
      const chart = button('Chart', { do: 'run', command: 'chart', args: [name, ...own], fresh: true });
      return { text, buttons: [[refresh(name, own), chart]] };
    },
  });
}

const SLICES = {
  sectors: { title: 'Sectors', of: 'sector' },
  allocation: { title: 'Asset classes', of: 'asset_class' },
} as const;

async function slicesOfAll(call: Call, name: keyof typeof SLICES) {
  const view = await dashboard(call);
  if (view.total.holdings_count === 0) return { text: emptyBooksText(view), isEmpty: true };
  const { title, of } = SLICES[name];
  const { allocation, base_currency: currency } = view;
  const shown = { basis: allocation.basis, currency };
  const byPortfolio = name === 'allocation' ? allocation.portfolio : [];
  return {
    text: lines(
      slicesText(title, allocation[of], shown, call.format),
      ...(byPortfolio.length > 1 ? ['', slicesText('Portfolios', byPortfolio, shown, call.format)] : []),
    ),
    isEmpty: false,
  };
}

/** As the report of diversification has it: by value, without holdings that have no price. */
async function slicesOfOne(call: Call, name: keyof typeof SLICES, portfolio: string) {
  const { title, of } = SLICES[name];
  const view = await call.core.reports.diversification.read(call.who.userId, { portfolio });
  const unvalued = view.holdings.filter(({ value }) => value === null).length;
  const note = unvalued === 0 ? null : `Excludes ${count(unvalued, 'holding')} without a price or rate.`;
  if (view[of].length === 0)
    return { text: lines(bold(`${title}: ${portfolio}`), note ?? 'It has no holdings.'), isEmpty: true };
  const slices = view[of].map((slice) => ({ ...slice, unvalued_count: 0 }));
  const shown = { basis: 'value', currency: view.currency } as const;
  return {
    text: lines(slicesText(`${title}: ${portfolio}`, slices, shown, call.format), note),
    isEmpty: false,
  };
}

const currency = command({
  ...descriptionOf('currency'),
  arguments: {},
  async run(call) {
    const view = await dashboard(call);
    if (view.total.holdings_count === 0) return { text: emptyBooksText(view) };
    return { text: currencyText(view), buttons: [[refresh('currency')]] };
  },
});

export const portfolioCommands: Command[] = [
  completeStatusCommand,
  liveStatusCommand,
  holdingCommand,
  moversCommand('top_gainers', 'gainers'),
  moversCommand('top_losers', 'losers'),
  slicesCommand('sectors'),
  slicesCommand('allocation'),
  currency,
  benchmarkCommand,
];
