import { undecidedIn, undecidedReason } from '../core/portfolio/index.ts';
import type { ChatReply } from './chat-reply.ts';
import type { Call } from './command.ts';
import { lines } from './text/lines.ts';

/**
 * Ends an answer that shows figures of the books with the mark of the corporate actions that may change them. An answer that has
 * the mark stays as it is.
 * @param portfolio null for all.
 */
export async function withUndecidedMark(
  { core, who }: Pick<Call, 'core' | 'who'>,
  portfolio: string | null,
  answer: ChatReply,
): Promise<ChatReply> {
  const undecided = await core.readUndecided(who.userId).catch((error: unknown) => {
    core.log.warn({ err: error }, 'what waits for a decision could not be read');
    return null;
  });
  const mark = undecidedReason(undecided && undecidedIn(undecided, portfolio));
  if (mark === null) return answer;
  const marked = (one: ChatReply): ChatReply => ({
    ...one,
    text: one.text.text.includes(mark) ? one.text : lines(one.text, '', mark),
  });
  const { meanwhile } = answer;
  if (meanwhile === undefined) return marked(answer);
  return {
    ...marked(answer),
    meanwhile: async (tell, stopping) =>
      marked(await meanwhile(async (one) => await tell(marked(one)), stopping)),
  };
}
