import type { ApiClientOptions } from 'grammy';

type TelegramFetch = NonNullable<ApiClientOptions['fetch']>;
/** What grammY hands over. `fetch` of Node leaves aside what it does not know, such as an agent. */
interface GrammyInit extends Omit<RequestInit, 'signal'> {
  signal?: Pick<AbortSignal, 'aborted' | 'addEventListener'>;
}

/**
 * Node's own `fetch` for the Bot API. The one that comes with grammY calls `url.parse()`, which Node deprecates and has
 * warned of on the terminal since version 24. grammY's abort signals are of a class of its own, which Node refuses, so
 * they are passed on.
 */
export const telegramFetch = ((url: string, { signal, ...init }: GrammyInit = {}) => {
  const abort = new AbortController();
  if (signal?.aborted === true) abort.abort();
  // It stays for the body as well; the signal is of this call alone.
  signal?.addEventListener('abort', () => abort.abort());
  return fetch(url, { ...init, signal: abort.signal });
}) as unknown as TelegramFetch;
