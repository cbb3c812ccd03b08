import { type Clock, systemTimers, type Timers } from '../clock.ts';
import type { Limiter } from './limiter.ts';
import { onAbort } from '../on-abort.ts';
import { OutsideError } from './outside-error.ts';

export interface HttpOptions {
  /** What the system is called in errors and logs. */
  system: string;
  baseUrl: string;
  limiter: Limiter;
  clock: Clock;
  timers?: Timers;
  /** Longest time from asking to the last byte of the answer, so that a body that drips ends too. */
  timeoutMs?: number;
  /** Largest body, as unpacked. */
  maxBytes?: number;
  /** How many times a GET, or what may be repeated, is asked again after a lost connection, 429 or 5xx. */
  retries?: number;
  /** First pause before asking again; it doubles each time and varies by half. */
  backoffMs?: number;
  /** A longer Retry-After than this is not waited for: the request fails, and so does every other until it is over. */
  longestPauseMs?: number;
  random?: () => number;
}

export interface RequestOptions {
  /** GET where nothing is said. */
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Body as a form or as JSON. */
  form?: Record<string, string>;
  json?: unknown;
  /** Whether asking twice does no harm: only then is anything but a GET asked again after a failure. */
  isRepeatable?: boolean;
  /** What the body must be, matched against Content-Type; anything else is `content_type`. */
  accept: RegExp;
  /** Largest body of this answer, where less is expected than of the others. */
  maxBytes?: number;
  /** Statuses beside 2xx whose body is an answer too. */
  alsoAnswers?: readonly number[];
  signal?: AbortSignal;
}

interface HttpAnswer {
  status: number;
  headers: Headers;
}

/** A client of one outside system. */
export interface Http {
  /** The JSON of an answer. @throws OutsideError */
  json(path: string, options: RequestOptions): Promise<HttpAnswer & { body: unknown }>;
  /** The text of an answer as UTF-8. @throws OutsideError */
  text(path: string, options: RequestOptions): Promise<HttpAnswer & { body: string }>;
  /** The bytes of an answer. @throws OutsideError */
  bytes(path: string, options: RequestOptions): Promise<HttpAnswer & { body: Buffer }>;
  /** Hands the lines of an answer to `use` as they arrive, some at a time. A repeated try begins anew. @throws OutsideError */
  lines<T>(
    path: string,
    options: RequestOptions,
    use: (lines: AsyncIterable<string[]>) => Promise<T>,
  ): Promise<T>;
  /** Hands the bytes of an answer to `use` as they arrive. A repeated try begins anew. @throws OutsideError */
  stream<T>(
    path: string,
    options: RequestOptions,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T>;
}

// Some systems turn away clients that do not look like a browser at all.
const USER_AGENT = 'Mozilla/5.0 (compatible; Munim; self-hosted portfolio)';
const LONGEST_SILENCE_MS = 3_600_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What `fetch` says of a connection that could not be made and of a body that was cut. */
const LOST = /^(fetch failed|terminated)/;

export function createHttp(options: HttpOptions): Http {
  const {
    system,
    baseUrl,
    limiter,
    clock,
    timers = systemTimers,
    timeoutMs = 10_000,
    maxBytes = 2_000_000,
    retries = 2,
    backoffMs = 250,
    longestPauseMs = 5_000,
    random = Math.random,
  } = options;

  /** The system asked to be left alone for longer than a request waits: until then nobody asks. */
  let silentUntil = 0;

  function checkSilence(): void {
    const left = silentUntil - clock.now().getTime();
    if (left <= 0) return;
    throw new OutsideError(system, 'rate_limited', 'asked Munim to wait before the next request.', {
      status: 429,
      retryAfterMs: left,
    });
  }

  async function once<T>(
    path: string,
    wanted: RequestOptions,
    use: (body: AsyncIterable<Uint8Array>, answer: HttpAnswer) => Promise<T>,
  ): Promise<T> {
    const url = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(wanted.query ?? {})) url.searchParams.set(name, value);
    const deadline = new AbortController();
    const { signal } = deadline;
    const stop = () => deadline.abort();
    const timer = setTimeout(stop, timeoutMs);
    // Not AbortSignal.any: a signal that lives as long as the process would remember each of its requests.
    const forget = onAbort(wanted.signal, stop);
    let response: Response | undefined;
    try {
      response = await fetch(url, {
        ...requestOf(wanted),
        redirect: 'manual',
        signal,
      });
      check(response, wanted);
      return await use(bounded(response, wanted.maxBytes ?? maxBytes), {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      if (error instanceof OutsideError) throw error;
      if (signal.aborted)
        throw new OutsideError(system, 'timeout', 'did not answer in time.', { cause: error });
      if (!(error instanceof TypeError && LOST.test(error.message))) throw error;
      throw new OutsideError(system, 'network', `could not be reached (${causeOf(error)}).`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      forget();
      if (response?.body && !response.bodyUsed) await response.body.cancel().catch(() => undefined);
      // Frees the connection of a body that was left half read.
      deadline.abort();
    }
  }

  function check(
    response: Response,
    { accept, alsoAnswers = [], maxBytes: most = maxBytes }: RequestOptions,
  ): void {
    const { status, headers } = response;
    if (status === 429) {
      const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now());
      throw new OutsideError(system, 'rate_limited', 'received too many requests.', { status, retryAfterMs });
    }
    if (!response.ok && !alsoAnswers.includes(status)) {
      const words = REDIRECTS.has(status) ? 'points elsewhere' : 'answered';
      const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now());
      throw new OutsideError(system, 'http', `${words} (status ${status}).`, { status, retryAfterMs });
    }
    if (!accept.test(headers.get('content-type') ?? ''))
      throw new OutsideError(system, 'content_type', 'returned an unexpected type of document.', { status });
    if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge(status, most);
  }

  async function* bounded(response: Response, most: number): AsyncIterable<Uint8Array> {
    let read = 0;
    for await (const part of response.body ?? []) {
      read += part.length;
      if (read > most) throw tooLarge(response.status, most);
      yield part;
    }
  }

  const tooLarge = (status: number, most: number) =>
    new OutsideError(system, 'too_large', `sent more than ${most} bytes.`, { status });

  /** How long to wait before asking again; null when there is no use or no patience in it. */
  function pauseBefore(error: unknown, attempt: number, wanted: RequestOptions): number | null {
    if (!(error instanceof OutsideError) || attempt >= retries) return null;
    if ((wanted.method ?? 'GET') !== 'GET' && wanted.isRepeatable !== true) return null;
    const isPassing =
      error.kind === 'network' ||
      error.kind === 'rate_limited' ||
      (error.kind === 'http' && (error.status ?? 0) >= 500);
    if (!isPassing || (error.retryAfterMs ?? 0) > longestPauseMs) return null;
    return Math.max(error.retryAfterMs ?? 0, backoffMs * 2 ** attempt * (0.5 + random()));
  }

  /** A 429 to one is a 429 to all. */
  function keepQuiet({ retryAfterMs }: OutsideError, pause: number | null): void {
    if (pause !== null) limiter.pause(pause);
    else if (retryAfterMs !== null)
      silentUntil = clock.now().getTime() + Math.min(retryAfterMs, LONGEST_SILENCE_MS);
  }

  async function ask<T>(
    path: string,
    wanted: RequestOptions,
    use: (body: AsyncIterable<Uint8Array>, answer: HttpAnswer) => Promise<T>,
  ): Promise<T> {
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await limiter.run(() => {
            checkSilence();
            return once(path, wanted, use);
          }, wanted.signal);
        } catch (error) {
          const pause = pauseBefore(error, attempt, wanted);
          if (error instanceof OutsideError && error.kind === 'rate_limited') keepQuiet(error, pause);
          if (pause === null) throw error;
          await timers.sleep(pause, wanted.signal);
        }
      }
    } catch (error) {
      if (error instanceof OutsideError || wanted.signal?.aborted !== true) throw error;
      throw new OutsideError(system, 'timeout', 'took too long, so the request was cancelled.', {
        cause: error,
      });
    }
  }

  return {
    json: async (path, wanted) =>
      await ask(path, wanted, async (body, answer) => {
        const text = await textOf(body);
        try {
          return { ...answer, body: JSON.parse(text) as unknown };
        } catch {
          throw new OutsideError(system, 'malformed', 'sent JSON that cannot be read.', {
            status: answer.status,
          });
        }
      }),
    text: async (path, wanted) =>
      await ask(path, wanted, async (body, answer) => ({ ...answer, body: await textOf(body) })),
    bytes: async (path, wanted) =>
      await ask(path, wanted, async (body, answer) => {
        const parts: Uint8Array[] = [];
        for await (const part of body) parts.push(part);
        return { ...answer, body: Buffer.concat(parts) };
      }),
    lines: async (path, wanted, use) => await ask(path, wanted, async (body) => await use(linesOf(body))),
    stream: async (path, wanted, use) => await ask(path, wanted, use),
  };
}

function requestOf({ method = 'GET', headers, form, json }: RequestOptions): RequestInit {
  const sent: Record<string, string> = { 'user-agent': USER_AGENT };
  let body: string | null = null;
  if (form !== undefined) {
    sent['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(form).toString();
  } else if (json !== undefined) {
    sent['content-type'] = 'application/json';
    body = JSON.stringify(json);
  }
  return { method, headers: { ...sent, ...headers }, body };
}

/** Milliseconds to wait by a Retry-After header: seconds, or a date; null when there is none that can be read. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/** Lines without their ends. Lets the rest of the process work in between, however fast the bytes come. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield lines;
    await new Promise((resolve) => setImmediate(resolve));
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

/** The code of the system's error, such as ECONNREFUSED; never its text, which may hold an address. */
function causeOf(error: TypeError): string {
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'connection lost';
}
