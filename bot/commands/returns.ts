import { descriptionOf } from '../../core/chat/index.ts';
import { PERIODS } from '../../core/performance/index.ts';
import { istDate } from '../../core/platform/index.ts';
import { choice, optional, portfolioOrAll } from '../arguments.ts';
import { button, refresh, rows, type ChatReply } from '../chat-reply.ts';
import { command, type Command } from '../command.ts';
import { periodText, profitText, yearlyText } from '../text/returns.ts';
import { isEmpty, nothingYet } from '../text/empty-books.ts';

/** The yearly rates of return, with what they rest on. */
const xirr = command({
  ...descriptionOf('xirr'),
  arguments: { portfolio: optional(portfolioOrAll()) },
  async run({ core, who }, { portfolio }): Promise<ChatReply> {
    const view = await core.reports.performance.read(who.userId, { portfolio: portfolio ?? undefined });
    if (view.current_value === null && isEmpty(await core.portfolio.dashboard.read(who.userId)))
      return { text: nothingYet() };
    const own = portfolio === null ? [] : [portfolio];
    return {
      text: yearlyText(view),
      buttons: [
        [
          button('Against NIFTY', { do: 'run', command: 'benchmark', args: [], fresh: true }),
          refresh('xirr', own),
        ],
      ],
    };
  },
});

/** What was made: so far in all, or within a period. */
const pnl = command({
  ...descriptionOf('pnl'),
  arguments: { period: optional(choice(PERIODS, 'period')), portfolio: optional(portfolioOrAll()) },
  async run({ core, who, format }, { period, portfolio }): Promise<ChatReply> {
    const today = istDate(core.clock.now());
    const [view, dashboard] = await Promise.all([
      core.reports.performance.read(who.userId, { portfolio: portfolio ?? undefined }),
      core.portfolio.dashboard.read(who.userId),
    ]);
    if (isEmpty(dashboard)) return { text: nothingYet() };
    const own = portfolio === null ? [] : [portfolio];
    const periods = PERIODS.filter((one) => one !== period).map((one) =>
      button(one, { do: 'run', command: 'pnl', args: [one, ...own] }),
    );
    return {
      text: period === null ? profitText(dashboard, view, format, today) : periodText(view, period, today),
      buttons: [...rows(periods, 6), [refresh('pnl', period === null ? [] : [period, ...own])]],
    };
  },
});

/** Returns and profit (spec: Chat-messaging commands). */
export const returnCommands: readonly Command[] = [xirr, pnl];
