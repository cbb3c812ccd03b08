import { descriptionOf } from '../../core/chat/index.ts';
import { addDays, istDate } from '../../core/platform/index.ts';
import { daysAhead, optional } from '../arguments.ts';
import { pageOf, pager, refresh, type ChatReply } from '../chat-reply.ts';
import { command } from '../command.ts';
import { upcomingText } from '../text/upcoming.ts';

const USUAL_DAYS = 90;
const MOST_DAYS = 366;
const A_PAGE = 12;

/** Dividends, coupons, maturities, SIP instalments and goals that lie ahead. */
export const upcomingCommand = command({
  ...descriptionOf('calendar'),
  arguments: { days: optional(daysAhead(MOST_DAYS)) },
  async run({ core, who, page }, { days: wanted }): Promise<ChatReply> {
    const ahead = wanted ?? USUAL_DAYS;
    const from = istDate(core.clock.now());
    const { items, provisional_reason: mark } = await core.reports.calendar.read(who.userId, {
      from,
      to: addDays(from, ahead),
    });
    const at = pageOf(items, page, A_PAGE);
    const own = wanted === null ? [] : [String(wanted)];
    return {
      text: upcomingText(at.shown, { from: at.from, total: items.length, days: ahead, mark }),
      buttons: [pager('calendar', own, at), [refresh('calendar', own, at.page)]].filter(
        (row) => row.length > 0,
      ),
    };
  },
});
