import { descriptionOf } from '../../core/chat/index.ts';
import type { ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command } from '../command.ts';
import { modelNotice } from '../model-notice.ts';
import { insightText } from '../text/assistant.ts';
import { plain } from '../text/lines.ts';
import { withUndecidedMark } from '../undecided-mark.ts';

/** A paragraph on the whole portfolio. It may cost money, so that it comes only where somebody asks for it. */
export const insightCommand: Command = command({
  ...descriptionOf('insight'),
  arguments: {},
  run: insightReply,
});

/** The paragraph, or what it needs first. */
export async function insightReply(call: Call): Promise<ChatReply> {
  const { core, who } = call;
  if (!(await core.assistant.isReady(who.userId)))
    return {
      text: plain(
        'I cannot answer in words yet: no AI provider is set up. Add one in the dashboard’s settings. /report has the figures.',
      ),
    };
  const notice = await modelNotice(call, { question: null });
  if (notice !== null) return notice;
  return {
    text: plain('Looking into your records …'),
    meanwhile: async () =>
      await withUndecidedMark(call, null, { text: insightText(await core.assistant.insight(who.userId)) }),
  };
}
