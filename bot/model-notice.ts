import { button, type ChatReply } from './chat-reply.ts';
import type { Call } from './command.ts';
import { refusalOf } from './roles.ts';
import { bold, lines } from './text/lines.ts';

/** The confirmed button of the notice. */
export const AGREE = 'agree_to_models';

/**
 * Names the models that would receive records, and which records, with a button to agree. Null if the person has agreed to
 * all of them.
 * @param payload the request that the button continues
 */
export async function modelNotice(
  call: Call,
  payload: { question: string | null },
): Promise<ChatReply | null> {
  const { notice } = await call.core.llm.settings.read(call.who.userId);
  if (notice === null) return null;
  const goOn = button('✓ Go on', { do: 'confirm', name: AGREE, payload });
  const head = bold('Before your records go to a model');
  if (!call.may(goOn)) return { text: lines(head, notice, refusalOf(call.who.role, {}, 'agree to this')) };
  return {
    text: lines(head, notice),
    buttons: [[goOn], [button('✗ No', { do: 'dismiss', say: 'Nothing was sent.' })]],
  };
}
