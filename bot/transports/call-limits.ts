import type { Transformer } from 'grammy';

/** Longest wait for Telegram to take a message, an edit or the answer to a press. */
const CALL_LIMIT_MS = 5000;
/** The same for calls that carry a file. */
const UPLOAD_LIMIT_MS = 30_000;
const UPLOADS: ReadonlySet<string> = new Set(['sendPhoto', 'sendDocument', 'editMessageMedia']);

/**
 * Breaks off a call that Telegram does not answer, so that it does not hold what waits behind it in the chat. Whether the call
 * was carried out is then unknown, as after a broken connection. Long polling keeps the limit of the client.
 */
export function limitCalls(callLimitMs: number = CALL_LIMIT_MS): Transformer {
  return async (prev, method, payload, signal) => {
    if (method === 'getUpdates') return await prev(method, payload, signal);
    const over = new AbortController();
    const stop = (): void => over.abort();
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    const timer = setTimeout(
      stop,
      UPLOADS.has(method) ? Math.max(callLimitMs, UPLOAD_LIMIT_MS) : callLimitMs,
    );
    try {
      // grammY's signals are of a class of its own, with the same members.
      return await prev(method, payload, over.signal as unknown as typeof signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  };
}
