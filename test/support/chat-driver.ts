import type { SeenMessage } from './bot-api-messages.ts';

/** A person at a chat, whatever carries it: the same suite talks through Telegram's wire and the local chat. */
export interface ChatDriver {
  /** Types a line. Answers the id of the update that carries it. */
  says(text: string): Promise<number>;
  /** Presses the button with this label on the newest message that has it. */
  presses(label: string): Promise<number>;
  /** Drops a file, with an optional caption. */
  sendsFile(name: string, bytes: Buffer, caption?: string): Promise<number>;
  /** The next message of the bot that this driver has not handed out yet. */
  reply(timeoutMs?: number): Promise<SeenMessage>;
  /** The message behind the last press, once the bot has edited it. */
  edited(timeoutMs?: number): Promise<SeenMessage>;
  /** Resolves when the bot has finished with everything sent so far. */
  settled(timeoutMs?: number): Promise<void>;
  /** All messages of the chat, oldest first. */
  messages(): Promise<SeenMessage[]>;
  /** Resolves at the next message that is written or edited, where looking for one costs a query. */
  readonly change?: () => Promise<void>;
}

/** Soon at first; then no more often than a machine with much to do can bear. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 150;

/**
 * Polls until `read` gives something, or fails with what was awaited: well within the time of a test, long after any machine.
 * @param change resolves when something may have changed: then it is read at once, and hardly ever in between
 */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined> | T | null | undefined,
  timeoutMs = 50_000,
  change?: () => Promise<void>,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  const longestMs = change === undefined ? LONGEST_PAUSE_MS : 25 * LONGEST_PAUSE_MS;
  for (
    let pauseMs = change === undefined ? FIRST_PAUSE_MS : longestMs;
    ;
    pauseMs = Math.min(pauseMs * 1.5, longestMs)
  ) {
    const changed = change?.();
    const value = await read();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    const pause = new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
    await (changed === undefined ? pause : Promise.race([changed, pause]));
  }
}
