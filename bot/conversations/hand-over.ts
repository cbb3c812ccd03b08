import { Problem } from '../../core/platform/index.ts';
import type { ChatReply } from '../chat-reply.ts';
import { syncAnswer, syncButton } from '../commands/connection-sync.ts';
import type { Call } from '../command.ts';
import { lines, plain } from '../text/lines.ts';

/** What came of handing a secret to a broker: done, to be tried again, or over. Never the secret itself. */
type HandOverResult = { kind: 'done' } | { kind: 'again' | 'over'; told: string };

/** Refusals of what was handed over, and of nothing else. */
const WORTH_ANOTHER_TRY = new Set(['VALIDATION_ERROR', 'OTP_REJECTED', 'NEEDS_LOGIN', 'TOKEN_EXPIRED']);

/** Hands over what stands in the draft under this name. Repeated after a crash it finds it done. */
export async function handOver(
  { core, place, who }: Call,
  name: string,
  hand: (text: string) => Promise<void>,
): Promise<HandOverResult> {
  const text = (await core.chat.drafts.values(who.userId, place))?.[name];
  if (text === undefined) return { kind: 'again', told: 'I could not read that. Send it once more.' };
  try {
    await hand(text);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'OTP_NOT_WANTED') return { kind: 'done' };
    return { kind: WORTH_ANOTHER_TRY.has(error.code) ? 'again' : 'over', told: error.detail };
  }
}

/** Forgets the draft; syncs where the broker has taken what it wanted. */
export async function afterHandOver(call: Call, id: string, handed: HandOverResult): Promise<ChatReply> {
  const { core, place, who } = call;
  await core.chat.drafts.forget(who.userId, place);
  if (handed.kind !== 'done')
    return { text: plain(handed.told), buttons: [[syncButton({ id }, '↻ Try again')]] };
  const view = await core.connections.get(who.userId, id);
  const taken = plain(`${view.broker_title} accepted it.`);
  return view.role === 'TRADING' ? { text: lines(taken) } : syncAnswer(call, view, taken);
}
