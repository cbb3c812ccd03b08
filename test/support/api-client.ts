import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { WebSocket } from 'ws';
import { SESSION_COOKIE } from '../../api/auth.ts';
import { type Api, type ApiOptions, createApi } from '../../api/server.ts';
import { type Core, createCore } from '../../core/assembly/index.ts';
import type { CoreOptions } from '../../core/assembly/index.ts';
import { sessionExpiry, signSessionToken } from '../../core/identity/session-token.ts';
import {
  type Clock,
  createLog,
  type Log,
  parseConfig,
  readSecret,
  type TimeLimitTable,
} from '../../core/platform/index.ts';
import { dataFolder } from './data-folder.ts';
import { leapingTimers } from './leaping-timers.ts';
import { MANY_CONNECTIONS, NOBODY_OUTSIDE, TEST_KEY } from './outside.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { PATIENT_LIMITS } from './time-limits.ts';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** Parsed where the answer is JSON, else the text. */
  body: T;
  text: string;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** False leaves the session cookie out. */
  cookie?: boolean;
}

interface Asked {
  method: string;
  headers: Record<string, string>;
  body: FormData | ReadableStream | string | undefined;
}

interface Got {
  status: number;
  headers: Headers;
  text: string;
}

/** For forms, streams and answers that are compressed. */
async function byFetch(url: string, { body, ...asked }: Asked): Promise<Got> {
  const response = await fetch(url, {
    ...asked,
    redirect: 'manual',
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The same for text, at a fraction of the processor time. */
function byRequest(url: string, { body, ...asked }: Asked): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(url, asked, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const headers = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) headers.append(name, value);
        resolve({ status: answer.statusCode ?? 0, headers, text: Buffer.concat(parts).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** One person's browser, as far as the API can tell. */
export class ApiClient {
  readonly url: string;
  cookie: string | null = null;

  constructor(url: string) {
    this.url = url;
  }

  async request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const headers: Record<string, string> = { origin: this.url };
    if (this.cookie !== null && options.cookie !== false) headers['cookie'] = this.cookie;
    const { body } = options;
    const isRaw = body instanceof FormData || typeof body === 'string' || body instanceof ReadableStream;
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const isStream = body instanceof FormData || body instanceof ReadableStream;
    const ask = isStream || options.headers?.['accept-encoding'] !== undefined ? byFetch : byRequest;
    const {
      status,
      headers: got,
      text,
    } = await ask(this.url + path, {
      method,
      headers: { ...headers, ...options.headers },
      body: isRaw ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const isJson = /json/.test(got.get('content-type') ?? '');
    return {
      status,
      headers: got,
      text,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  }

  get<T = Record<string, unknown>>(path: string, options?: RequestOptions) {
    return this.request<T>('GET', path, options);
  }
  post<T = Record<string, unknown>>(path: string, body: unknown = {}, options?: RequestOptions) {
    return this.request<T>('POST', path, { body, ...options });
  }
  put<T = Record<string, unknown>>(path: string, body: unknown, options?: RequestOptions) {
    return this.request<T>('PUT', path, { body, ...options });
  }
  delete<T = Record<string, unknown>>(path: string, options?: RequestOptions) {
    return this.request<T>('DELETE', path, options);
  }

  /** Opens the live socket; `next` waits for the next frame that `wanted` accepts. */
  async live(
    options: { headers?: Record<string, string>; cookie?: boolean; path?: string; autoPong?: boolean } = {},
  ): Promise<LiveClient> {
    const headers: Record<string, string> = { origin: this.url };
    if (this.cookie !== null && options.cookie !== false) headers['cookie'] = this.cookie;
    const socket = new WebSocket(this.url.replace('http', 'ws') + (options.path ?? '/ws/live'), {
      headers: { ...headers, ...options.headers },
      autoPong: options.autoPong ?? true,
    });
    return await LiveClient.open(socket);
  }
}

export interface Frame {
  type: string;
  [key: string]: unknown;
}

export class UpgradeRefused extends Error {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  constructor(status: number, body: string, headers: IncomingHttpHeaders) {
    super(`upgrade refused: ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The other end of a live socket. */
export class LiveClient {
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Headers of the answer that let it in. */
  upgrade: IncomingHttpHeaders = {};
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    socket.on('message', (data) => {
      this.frames.push(JSON.parse((data as Buffer).toString()) as Frame);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  static open(socket: WebSocket): Promise<LiveClient> {
    const client = new LiveClient(socket);
    return new Promise((resolve, reject) => {
      socket.on('upgrade', ({ headers }) => (client.upgrade = headers));
      socket.on('open', () => resolve(client));
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () =>
          reject(new UpgradeRefused(response.statusCode ?? 0, body, response.headers)),
        );
      });
    });
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** The first frame, among those that came and those to come, that is wanted; it is taken out. */
  async next(wanted: string | ((frame: Frame) => boolean), withinMs = 50_000): Promise<Frame> {
    const accepts = typeof wanted === 'string' ? (frame: Frame) => frame.type === wanted : wanted;
    const signal = AbortSignal.timeout(withinMs);
    for (;;) {
      const at = this.frames.findIndex(accepts);
      if (at >= 0) return this.frames.splice(at, 1)[0] ?? assert.fail();
      if (signal.aborted)
        throw new Error(`no such frame within ${withinMs} ms; there were ${JSON.stringify(this.frames)}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  close(): void {
    this.#socket.close();
  }
  /** Stops reading, as a client that hangs does. */
  pause(): void {
    this.#socket.pause();
  }
}

export interface TestApi {
  core: Core;
  api: Api;
  url: string;
  database: TestDatabase;
  /** A browser without a session. */
  stranger(): ApiClient;
  /** A signed-in browser; the person is created where they are new. */
  signedIn(login?: string): Promise<ApiClient & { userId: string }>;
  /** Another process on the same database. */
  neighbour(): Promise<TestApi>;
  close(): Promise<void>;
}

export interface TestApiOptions extends ApiOptions {
  environment?: Record<string, string>;
  clock?: Clock;
  log?: Log;
  /** How long the database is waited for; long unless told. */
  timeLimits?: TimeLimitTable;
  /** Brokers in the place of the real ones. */
  adapters?: CoreOptions['adapters'];
  /** How waiting goes near orders. */
  trading?: CoreOptions['trading'];
  /** Providers of models in the place of the real ones. */
  llmParts?: CoreOptions['llmParts'];
  /** Models in the place of the real ones. */
  llm?: CoreOptions['llm'];
  /** Sources of evidence and what reads them, in the place of the real ones. */
  research?: CoreOptions['research'];
  /** In the place of a new one; it is dropped with the server. */
  database?: TestDatabase;
  /** Stands between the server and Postgres: given the real port, answers the one to use. */
  between?: (port: number) => Promise<number>;
}

/**
 * Somebody's first session, as signing in makes it, at a tenth of the price; the person is created where they are new.
 * Without a cookie for who has a session: a second one ends it everywhere, which only signing in does.
 */
async function firstSession({ clock, database }: Core, login: string) {
  const key = new TextEncoder().encode(await readSecret(database, 'session_key'));
  const [sessionId, now] = [randomUUID(), clock.now()];
  const expiresAt = sessionExpiry(now);
  const { rows } = await database.systemPool.query<{ userId: string; isFirst: boolean }>(
    `with made as (
       insert into identity.users (login, name) values ($1, $1) on conflict (login) do nothing returning id),
     person as (select id from made union all select id from identity.users where login = $1),
     session as (
       insert into identity.sessions (id, owner_user_id, created_at, expires_at)
       select $2, id, $3, $4 from person on conflict do nothing returning id)
     select id::text as "userId", exists (select from session) as "isFirst" from person`,
    [login, sessionId, now, expiresAt],
  );
  const { userId, isFirst } = rows[0] ?? assert.fail();
  const token = isFirst ? await signSessionToken(key, { userId, sessionId, expiresAt }) : null;
  return { userId, cookie: token && `${SESSION_COOKIE}=${token}` };
}

/** A real server on a loopback port over a real database; answers are checked against their schemas. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await testDatabase());
  // Neighbours share it, as processes of one installation do.
  const folder = dataFolder();
  const opened: TestApi[] = [];
  const open = async (): Promise<TestApi> => {
    const {
      environment = {},
      clock,
      log,
      adapters,
      between,
      llmParts,
      llm,
      research,
      timeLimits,
      trading,
      ...apiOptions
    } = options;
    const port = (await between?.(Number(new URL(database.url).port))) ?? new URL(database.url).port;
    const through = (address: string) => Object.assign(new URL(address), { port: String(port) }).href;
    const settings: CoreOptions = {
      config: parseConfig({
        PORT: '0',
        DATA_DIR: folder.path,
        BROKER_SECRET_KEY: TEST_KEY,
        DATABASE_APP_URL: through(database.appUrl),
        DATABASE_CONNECTIONS: MANY_CONNECTIONS,
        ...NOBODY_OUTSIDE,
        ...environment,
      }),
      ownerUrl: through(database.url),
      isSeparationTried: true,
      log: log ?? createLog('silent'),
      outsideTimers: leapingTimers(),
      timeLimits: timeLimits ?? PATIENT_LIMITS,
      ...(clock === undefined ? {} : { clock }),
      ...(adapters === undefined ? {} : { adapters }),
      ...(trading === undefined ? {} : { trading }),
      ...(llmParts === undefined ? {} : { llmParts }),
      ...(llm === undefined ? {} : { llm }),
      ...(research === undefined ? {} : { research }),
    };
    const core = await createCore(settings);
    const asked: ApiOptions = { checkResponses: true, closeWithinMs: 30_000, ...apiOptions };
    let api = await createApi(core, asked);
    const { url } = await api.listen().catch(async (error: NodeJS.ErrnoException) => {
      // somebody else has the port that was asked for
      if (error.code !== 'EADDRINUSE') throw error;
      await api.close();
      api = await createApi(core, { ...asked, port: 0 });
      return await api.listen();
    });
    const world: TestApi = {
      core,
      api,
      url,
      database,
      stranger: () => new ApiClient(url),
      async signedIn(login = 'owner') {
        const { userId, cookie } = await firstSession(core, login);
        const client = Object.assign(new ApiClient(url), { userId, cookie });
        if (cookie !== null) return client;
        const { code } = await core.identity.signIn.issueCode(login);
        const answer = await client.post('/api/auth/verify', { login, code });
        assert.equal(answer.status, 200, answer.text);
        client.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? null;
        return client;
      },
      neighbour: open,
      async close() {
        for (const one of opened.reverse()) {
          await one.api.close();
          await one.core.close();
        }
        await database.drop();
        await folder.remove();
      },
    };
    opened.push(world);
    return world;
  };
  return await open();
}

/** A server and its owner, signed in. */
export async function signedInApi(
  options: TestApiOptions = {},
): Promise<{ world: TestApi; client: ApiClient & { userId: string } }> {
  const world = await testApi(options);
  return { world, client: await world.signedIn() };
}
