import { descriptionOf } from '../../../core/chat/index.ts';
import { USUAL_DAYS } from '../../../core/options/index.ts';
import { daysAhead, optional } from '../../arguments.ts';
import { type ChatReply, refresh } from '../../chat-reply.ts';
import { command } from '../../command.ts';
import { eventsText } from '../../text/options/events.ts';

const MOST_DAYS = 90;

/** What blocks entries now, and what is ahead (spec: Option-workspace commands, /events). */
export const eventsCommand = command({
  ...descriptionOf('events'),
  arguments: { days: optional(daysAhead(MOST_DAYS)) },
  async run({ core, who }, { days: wanted }): Promise<ChatReply> {
    const { events } = core.options;
    const [today, upcoming] = await Promise.all([
      events.today(who.userId),
      events.upcoming(who.userId, wanted ?? USUAL_DAYS),
    ]);
    return {
      text: eventsText(today, upcoming, wanted ?? USUAL_DAYS),
      buttons: [[refresh('events', wanted === null ? [] : [String(wanted)])]],
    };
  },
});
