import type { SeenMessage } from './bot-api-messages.ts';
import { type ChatDriver, eventually } from './chat-driver.ts';

/** How notifications of plans begin; they come at any moment. */
const PUSHED = /^LIVE · .*: /;

/** Says something; @returns what the bot answers, whatever is pushed in between. */
export async function answerTo(chat: ChatDriver, text: string): Promise<SeenMessage> {
  const known = new Set((await chat.messages()).map(({ id }) => id));
  await chat.says(text);
  return await pickedFrom(chat, `an answer to ${text}`, (messages) =>
    messages.find(({ id, text: said }) => !known.has(id) && !PUSHED.test(said)),
  );
}

/** The newest message of the bot that reads so, once there is one. */
export async function shownTo(chat: ChatDriver, what: RegExp): Promise<SeenMessage> {
  return await pickedFrom(chat, `a message with ${what}`, (messages) =>
    messages.findLast(({ text }) => what.test(text)),
  );
}

/** What `pick` finds among the bot's messages, once it finds something. */
export async function pickedFrom<T>(
  chat: ChatDriver,
  what: string,
  pick: (messages: SeenMessage[]) => T | undefined,
): Promise<T> {
  const read = async () => pick((await chat.messages()).filter(({ fromBot }) => fromBot));
  return await eventually(what, read, undefined, chat.change);
}
