import { type OptionalPart, PART_TABLE, partOfCommand } from '../core/identity/index.ts';
import { type Button, button, type ChatReply } from './chat-reply.ts';
import type { Call, Command } from './command.ts';
import { lines } from './text/lines.ts';

/** Button that shows a part; `fresh` keeps the pressed message. */
export const showPart = (part: OptionalPart, fresh: boolean): Button =>
  button(`Show ${PART_TABLE[part].title}`, {
    do: 'run',
    command: 'parts',
    args: [part, 'on'],
    ...(fresh ? { fresh } : {}),
  });

/**
 * Adds to the answer of a command of a hidden part an offer to show that part, once for each part and person. Only owners get
 * it, since only they may change the setting.
 */
export async function withPartOffer(row: Command, call: Call, answer: ChatReply): Promise<ChatReply> {
  const part = partOfCommand(row);
  if (part === 'portfolio' || call.who.role !== 'owner') return answer;
  // These answers are replaced later, or must fit one message.
  if (answer.enter !== undefined || answer.meanwhile !== undefined || answer.follows !== undefined)
    return answer;
  if (!(await call.core.identity.parts.offer(call.who.userId, part))) return answer;
  return {
    ...answer,
    text: lines(answer.text, '', `${PART_TABLE[part].title} is not in your menus. Show it from now on?`),
    buttons: [...(answer.buttons ?? []), [showPart(part, true)]],
  };
}
