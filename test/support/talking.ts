import type { SeenMessage } from './bot-api-messages.ts';
import { type ChatDriver, eventually } from './chat-driver.ts';

/** How notifications of plans begin; they come at any moment. */
const PUSHED = /^LIVE · .*: /;

/** Says something; @returns what the bot answers, whatever is pushed in between. */
export async function answerTo(chat: ChatDriver, text: string): Promise<SeenMessage> {
  const known = new Set((await chat.messages()).map(({ id }) => id));
  await chat.says(text);
  return await eventually(`an answer to ${text}`, async () =>
    (await chat.messages()).find(
      ({ id, fromBot, text: said }) => fromBot && !known.has(id) && !PUSHED.test(said),
    ),
  );
}

/** The newest message of the bot that reads so, once there is one. */
export async function shownTo(chat: ChatDriver, what: RegExp): Promise<SeenMessage> {
  return await eventually(`a message with ${what}`, async () =>
    (await chat.messages()).findLast(({ fromBot, text }) => fromBot && what.test(text)),
  );
}
