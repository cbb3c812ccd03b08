/** The one place that talks HTTP. Paths live in `endpoints/`, shapes in `types.ts`. */

import type { FieldError } from './types.ts';

interface Problem {
  status?: number;
  title?: string;
  detail?: string;
  code?: string;
  help?: string;
  errors?: FieldError[];
}

/** A refusal of the server (problem+json), or its absence: status 0, code OFFLINE. `message` is for people. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, UPPER_SNAKE. */
  readonly code: string;
  readonly errors: FieldError[];
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** Address of a paragraph of the guides; null if none helps. */
  readonly help: string | null;

  constructor(
    status: number,
    problem: Problem,
    { retryAfter = null, requestId = null }: { retryAfter?: number | null; requestId?: string | null } = {},
  ) {
    super(problem.detail ?? problem.title ?? 'The server did not say why.');
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? `HTTP_${status}`;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    // only ever a page of this dashboard
    this.help = problem.help?.startsWith('/help/') === true ? problem.help : null;
  }

  /** Messages by field, as a form shows them. */
  get byField(): Record<string, string> {
    return Object.fromEntries(this.errors.map(({ field, message }) => [field, message]));
  }
}

const offline = (): ApiError =>
  new ApiError(0, {
    code: 'OFFLINE',
    detail: 'Munim cannot be reached. Check that it is running on your machine, then try again.',
  });

type Query = Record<string, string | number | boolean | null | undefined>;

/** A path with its query; what is null, undefined or empty is left out. */
export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Called when the server says that nobody is signed in. */
let onSignedOut: () => void = () => undefined;
export const whenSignedOut = (call: () => void): void => {
  onSignedOut = call;
};

function refused(status: number, body: string, header: (name: string) => string | null): ApiError {
  let problem: Problem = {};
  try {
    problem = JSON.parse(body) as Problem;
  } catch {
    problem = {
      detail: `The server returned status ${status} without a reason. Try again. If it happens again, check the server log.`,
    };
  }
  const error = new ApiError(status, problem, {
    retryAfter: Number(header('Retry-After')) || null,
    requestId: header('X-Request-Id'),
  });
  if (error.code === 'UNAUTHENTICATED') onSignedOut();
  return error;
}

/** Hears the share of a file that has left, 0 to 1. */
export type Progress = (share: number) => void;

interface Call {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  /** The Idempotency-Key: by it the server knows a repeat of the same request. */
  key?: string | undefined;
  signal?: AbortSignal;
}

/** True unless the last request found no server. */
let isReachable = true;
const reachListeners = new Set<() => void>();
function noteReach(isThere: boolean): void {
  if (isReachable === isThere) return;
  isReachable = isThere;
  for (const listener of reachListeners) listener();
}

/** True if the server answered the last request. For `useSyncExternalStore`; the header shows it for the whole page. */
export const reachability = {
  subscribe: (listener: () => void): (() => void) => {
    reachListeners.add(listener);
    return () => reachListeners.delete(listener);
  },
  current: (): boolean => isReachable,
  /** Something else than a request did not reach the server. */
  lost: (): void => noteReach(false),
};

/** True for an error that says no more than that the server cannot be reached. */
export const isOffline = (error: Error): boolean => error instanceof ApiError && error.status === 0;

/** Asks the server and answers once its headers are there. @throws ApiError where there is no connection */
async function reach(
  method: string,
  path: string,
  { query, body, key, signal }: Call = {},
): Promise<Response> {
  try {
    const response = await fetch(address(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    // only a proxy answers like this, when its server is down
    const isDown = response.status === 502 || response.status === 504;
    noteReach(!isDown);
    if (!isDown) return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteReach(false);
  }
  throw offline();
}

/** Asks the server and answers the body as it came. @throws ApiError */
async function ask(method: string, path: string, call: Call = {}): Promise<string> {
  const response = await reach(method, path, call);
  const text = await response.text();
  if (!response.ok) throw refused(response.status, text, (name) => response.headers.get(name));
  return text;
}

const parsed = <T>(text: string): T => (text === '' ? undefined : JSON.parse(text)) as T;

const send = async <T>(method: string, path: string, call?: Call): Promise<T> =>
  parsed<T>(await ask(method, path, call));

export const http = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    send<T>('GET', path, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) }),
  post: <T>(path: string, body?: unknown, key?: string): Promise<T> => send<T>('POST', path, { body, key }),
  put: <T>(path: string, body: unknown): Promise<T> => send<T>('PUT', path, { body }),
  patch: <T>(path: string, body: unknown): Promise<T> => send<T>('PATCH', path, { body }),
  delete: (path: string): Promise<void> => send<void>('DELETE', path),
  text: (path: string, query?: Query): Promise<string> => ask('GET', path, query ? { query } : {}),

  /** Sends a body and hears the server-sent events of its answer. @throws ApiError, also for an event `error` */
  async events(
    path: string,
    body: unknown,
    hear: (event: string, data: unknown) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const response = await reach('POST', path, { body, signal });
    if (!response.ok || response.body === null)
      throw refused(response.status, await response.text(), (name) => response.headers.get(name));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const frames = (rest + (value ?? '')).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        if (event === undefined || data === undefined) continue;
        const told: unknown = JSON.parse(data);
        if (event === 'error') throw new ApiError((told as Problem).status ?? 500, told as Problem);
        hear(event, told);
      }
    }
  },

  /** Sends a form with files. */
  upload<T>(path: string, form: FormData, onProgress: Progress = () => undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // fetch cannot tell how much of a body it has sent
      const request = new XMLHttpRequest();
      request.open('POST', path);
      request.setRequestHeader('Accept', 'application/json');
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
      request.onerror = () => reject(offline());
      request.onload = () => {
        if (request.status >= 200 && request.status < 300) resolve(parsed<T>(request.responseText));
        else reject(refused(request.status, request.responseText, (name) => request.getResponseHeader(name)));
      };
      request.send(form);
    });
  },
};
