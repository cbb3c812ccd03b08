import { type OptionalPart, PART_TABLE, partOfCommand } from '../core/identity/index.ts';
import { type Button, button, type ChatReply } from './chat-reply.ts';
import type { Call, Command } from './command.ts';
import { lines } from './text/lines.ts';

/** Switches a part on; `fresh` where the pressed message is to stay. */
export const showPart = (part: OptionalPart, fresh: boolean): Button =>
  button(`Show ${PART_TABLE[part].title}`, {
    do: 'run',
    command: 'parts',
    args: [part, 'on'],
    ...(fresh ? { fresh } : {}),
  });

/**
 * Ends the answer of a command whose part is not shown with a line and a button that show it. Once for each part and person;
 * only to owners, whose setting it is.
 */
export async function withPartOffer(row: Command, call: Call, answer: ChatReply): Promise<ChatReply> {
  const part = partOfCommand(row);
  if (part === 'portfolio' || call.who.role !== 'owner') return answer;
  // The text of these gives way to another, or has to fit one message.
  if (answer.enter !== undefined || answer.meanwhile !== undefined || answer.follows !== undefined)
    return answer;
  if (!(await call.core.identity.parts.offer(call.who.userId, part))) return answer;
  return {
    ...answer,
    text: lines(answer.text, '', `${PART_TABLE[part].title} is not in your menus. Show it from now on?`),
    buttons: [...(answer.buttons ?? []), [showPart(part, true)]],
  };
}
