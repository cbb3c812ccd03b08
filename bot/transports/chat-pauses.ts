import type { Transformer } from 'grammy';
import { systemTimers, type Timers } from '../../core/platform/index.ts';

/** Calls without a chat, such as the answer to a press, wait for the server so long and so often at most. */
const LONGEST_OTHER_WAIT_SECONDS = 60;
const MOST_OTHER_WAITS = 2;
/** Where the server refuses for too many calls and does not say for how long. */
const USUAL_WAIT_SECONDS = 1;
/** Where the server fails by itself (5xx), a call is made again after each of these. */
const PAUSES_AFTER_FAILURES_SECONDS = [3, 6];
/** Timers of Node end at 24 days; whoever waits for longer looks again in between. */
const LONGEST_SLEEP_MS = 3_600_000;
/** Pauses that are over are forgotten when their chat is asked for, and where there are many of them. */
const MANY = 1000;

/**
 * Which chats Telegram has asked to leave alone for a while (429 with `retry_after`). A pause is that of one chat: calls to
 * the others go on. Telegram has a limit for all chats together as well and does not say which of the two was met: the
 * others then meet their own 429.
 */
export interface ChatPauses {
  /**
   * For answers: a call waits until the pause of its chat is over, however long, and is then made. What the server fails at
   * by itself is tried twice more. Broken connections are left to the callers, which know whether a call may be repeated.
   */
  readonly waiting: Transformer;
  /** For what is kept elsewhere or may get lost: a call to a paused chat is refused at once with what is left to wait. */
  readonly refusing: Transformer;
  isPaused(chatId: string): boolean;
  /** Called whenever a chat is asked to be left alone. @returns takes it back. */
  onPause(heard: (chatId: string) => void): () => void;
  /**
   * Ends all waiting: the calls are never made and never answered, as if the process had been killed under them, which
   * everything that makes them survives. An error instead would end the dialogue it is thrown into.
   */
  stop(): void;
  /** Resolves once a call to the chat has been left unanswered by `stop`. */
  abandoned(chatId: string): Promise<void>;
}

export function createChatPauses(timers: Timers = systemTimers): ChatPauses {
  const until = new Map<string, number>();
  const listeners = new Set<(chatId: string) => void>();
  const stopping = new AbortController();
  const left = new Map<string, PromiseWithResolvers>();

  const leftOf = (chatId: string): PromiseWithResolvers => {
    const known = left.get(chatId) ?? withResolvers();
    left.set(chatId, known);
    return known;
  };
  /** Milliseconds until the chat may be written to. */
  const remaining = (chatId: string): number => {
    const ms = (until.get(chatId) ?? 0) - timers.now();
    if (ms <= 0) until.delete(chatId);
    return Math.max(0, ms);
  };
  const pause = (chatId: string, seconds: number): void => {
    if (until.size > MANY) for (const known of until.keys()) remaining(known);
    until.set(chatId, Math.max(until.get(chatId) ?? 0, timers.now() + Math.max(1, seconds) * 1000));
    for (const heard of listeners) heard(chatId);
  };
  /** Once all is stopped it never settles for a chat, and is false for a call without one. */
  const rest = async (ms: number, chatId: string | null): Promise<boolean> => {
    try {
      await timers.sleep(ms, stopping.signal);
      return true;
    } catch {
      if (chatId === null) return false;
      leftOf(chatId).resolve();
      return await new Promise<never>(() => undefined);
    }
  };
  const calm = async (chatId: string): Promise<void> => {
    for (let ms = remaining(chatId); ms > 0; ms = remaining(chatId))
      await rest(Math.min(ms, LONGEST_SLEEP_MS), chatId);
  };

  const waiting: Transformer = async (prev, method, payload, signal) => {
    const chatId = chatOf(payload);
    let waits = 0;
    let failures = 0;
    for (;;) {
      if (chatId !== null) await calm(chatId);
      const answer = await prev(method, payload, signal);
      // Whoever polls waits by itself.
      if (answer.ok || method === 'getUpdates') return answer;
      let seconds: number | undefined;
      if (answer.error_code >= 500) seconds = PAUSES_AFTER_FAILURES_SECONDS[failures++];
      else if (answer.error_code === 429) {
        seconds = answer.parameters?.retry_after ?? USUAL_WAIT_SECONDS;
        if (chatId !== null) {
          pause(chatId, seconds);
          continue;
        }
        waits += 1;
        if (waits > MOST_OTHER_WAITS || seconds > LONGEST_OTHER_WAIT_SECONDS) return answer;
      }
      if (seconds === undefined || !(await rest(seconds * 1000, chatId))) return answer;
    }
  };

  const refusing: Transformer = async (prev, method, payload, signal) => {
    const chatId = chatOf(payload);
    const ms = chatId === null ? 0 : remaining(chatId);
    if (ms > 0) {
      const retry_after = Math.ceil(ms / 1000);
      const description = `Too Many Requests: retry after ${retry_after}`;
      return { ok: false, error_code: 429, description, parameters: { retry_after } };
    }
    const answer = await prev(method, payload, signal);
    if (!answer.ok && answer.error_code === 429 && chatId !== null)
      pause(chatId, answer.parameters?.retry_after ?? USUAL_WAIT_SECONDS);
    return answer;
  };

  return {
    waiting,
    refusing,
    isPaused: (chatId) => remaining(chatId) > 0,
    onPause(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    stop: () => stopping.abort(),
    abandoned: (chatId) => leftOf(chatId).promise,
  };
}

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The chat that a call is about. */
function chatOf(payload: unknown): string | null {
  const id = (payload as { chat_id?: unknown } | undefined)?.chat_id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
