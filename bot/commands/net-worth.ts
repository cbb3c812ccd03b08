import { descriptionOf } from '../../core/chat/index.ts';
import { refresh, type ChatReply } from '../chat-reply.ts';
import { command } from '../command.ts';
import { netWorthText } from '../text/net-worth.ts';
import { isEmpty, nothingYet } from '../text/empty-books.ts';

/** Assets less what is owed, as the dashboard's page has it. */
export const netWorthCommand = command({
  ...descriptionOf('networth'),
  arguments: {},
  async run({ core, who }): Promise<ChatReply> {
    const view = await core.reports.networth.read(who.userId, {});
    const isBare =
      view.debts.length === 0 && view.accounts.every(({ holdings_count }) => holdings_count === 0);
    if (isBare && isEmpty(await core.portfolio.dashboard.read(who.userId))) return { text: nothingYet() };
    return { text: netWorthText(view), buttons: [[refresh('networth')]] };
  },
});
