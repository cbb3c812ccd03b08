import { undecidedIn, undecidedReason } from '../core/portfolio/index.ts';
import type { ChatReply } from './chat-reply.ts';
import type { Call, Command } from './command.ts';
import { lines } from './text/lines.ts';

/**
 * Ends the answer of a command that shows figures of the books with the mark of the corporate actions that may change them:
 * those of the portfolio that was named, else all. An answer that has the mark stays as it is.
 */
export async function withUndecidedMark(
  row: Pick<Command, 'showsBooks'>,
  { core, who }: Pick<Call, 'core' | 'who'>,
  args: Record<string, unknown>,
  answer: ChatReply,
): Promise<ChatReply> {
  if (row.showsBooks !== true) return answer;
  const { portfolio } = args;
  const undecided = await core.corporateActions.undecided(who.userId);
  const mark = undecidedReason(undecidedIn(undecided, typeof portfolio === 'string' ? portfolio : null));
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
