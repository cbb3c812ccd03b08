import type { AnyObjectSchema, AnySchema, InferType } from 'yup';
import type { Core } from '../core/assembly/index.ts';
import type { Principal } from '../core/identity/index.ts';
import type { Actor } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Tag =
  | 'Sign-in'
  | 'API tokens'
  | 'People'
  | 'Portfolio'
  | 'Connections'
  | 'CSV'
  | 'Goals'
  | 'Income'
  | 'Liabilities'
  | 'Watchlist'
  | 'AI research'
  | 'Strategies'
  | 'Policies'
  | 'Options'
  | 'Reports'
  | 'Assistant'
  | 'Chat'
  | 'Models'
  | 'Notifications'
  | 'Server';

type Parsed<S> = S extends AnySchema ? InferType<S> : undefined;

/** What a handler is given: everything in it has passed the route's schemas. */
interface RouteInput<Q = unknown, B = unknown, U = Principal, P extends string = string> {
  core: Core;
  /** Who is signed in; null only where the route says `auth: 'none'`. */
  user: U;
  params: Record<P, string>;
  query: Q;
  body: B;
  /** Who asked, `api:<login>` or `token:<login>`, with the Idempotency-Key of a change. */
  actor: Actor;
  ctx: ApiContext;
}

interface Common<
  Q extends AnyObjectSchema | undefined,
  B extends AnySchema | undefined,
  P extends string = string,
> {
  method: Method;
  /** With `:name` for each of `params`, which are ids unless that says `text`. */
  path: string;
  summary: string;
  description?: string;
  tag: Tag;
  /** What each parameter names: `{ id: 'HOLDING' }` answers HOLDING_NOT_FOUND for what cannot be an id. */
  params?: Record<P, string>;
  query?: Q;
  body?: B;
  /** The body is a multipart form with these fields, read by the handler itself as a stream. */
  form?: AnyObjectSchema;
  /** Schema of the answer; null for 204, a media type for anything that is not JSON. */
  response: AnySchema | string | null;
  /** Other media types that the answer may have, by what was asked for. */
  files?: readonly string[];
  /** 200 unless told; 204 where `response` is null. */
  status?: number;
  /** Stable codes this route refuses with, beside those every route may answer. */
  problems?: Record<number, readonly string[]>;
  /** Largest body in bytes, 100 kB unless told. */
  bodyLimit?: number;
  /** The handler answers from what is kept and shares the work by itself. Other reads are shared before they reach it. */
  kept?: true;
  /**
   * `anew`: a repeat under the same Idempotency-Key is carried out anew: nothing is changed, or the answer is a secret that
   * is not to be kept. `own`: the key must be given, and the service that gets it knows repeats by rules of its own.
   */
  repeats?: 'anew' | 'own';
  /**
   * `never`: no API token may call it. That is for what a person decides: who gets in, credentials, approvals, and whatever
   * trades with money or loosens its limits. Other reads are open to every token, other changes to those with full access.
   */
  tokens?: 'never';
  /**
   * While the person looks at a sample: `shown` acts on the sample, `own` on the person's own records, `never` is refused.
   * `never` where no token may call the route, else `shown`.
   */
  sample?: 'shown' | 'own' | 'never';
  /** It ends the session that asks, which is then no reason to refuse the answer. */
  endsSession?: true;
  /** With an `ingest` token of a paused person it is answered all the same: the answer says so. */
  answersPaused?: true;
  /** Path of the route that took this one's place. */
  deprecated?: { since: string; successor: string };
}

interface SessionDeclaration<
  Q extends AnyObjectSchema | undefined,
  B extends AnySchema | undefined,
  P extends string,
> extends Common<Q, B, P> {
  /**
   * What is not declared open needs a session. `ingest` takes the token of a trading process as well, which opens nothing
   * else; its changes are repeated by ids of their own.
   */
  auth?: 'session' | 'ingest';
  handler: (input: RouteInput<Parsed<Q>, Parsed<B>, Principal, P>) => Promise<unknown>;
}

interface OpenDeclaration<
  Q extends AnyObjectSchema | undefined,
  B extends AnySchema | undefined,
  P extends string,
> extends Common<Q, B, P> {
  auth: 'none';
  handler: (input: RouteInput<Parsed<Q>, Parsed<B>, Principal | null, P>) => Promise<unknown>;
}

/** A row of the route table. */
export interface Route extends Common<AnyObjectSchema | undefined, AnySchema | undefined> {
  auth: 'session' | 'ingest' | 'none';
  handler: (input: RouteInput<never, never, never>) => Promise<unknown>;
}

/**
 * Declares a route: the one place that says its path, who may call it, what goes in and what comes out.
 * @throws Error where `params` and the path do not name the same.
 */
export function route<
  Q extends AnyObjectSchema | undefined = undefined,
  B extends AnySchema | undefined = undefined,
  P extends string = never,
>(declaration: SessionDeclaration<Q, B, P> | OpenDeclaration<Q, B, P>): Route {
  const { method, path, params = {} } = declaration;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  if (inPath.join() !== Object.keys(params).join())
    throw new Error(`${method} ${path} must declare its parameters, in the order of the path.`);
  return { auth: 'session', ...declaration } as Route;
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

/** An answer that is not simply JSON of a value: text that was serialised before, a stream, or one with headers. */
export class Reply {
  readonly body: string | Buffer | NodeJS.ReadableStream | null;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(
    body: string | Buffer | NodeJS.ReadableStream | null,
    headers: Record<string, string> = {},
    status?: number,
  ) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }

  /** JSON that was serialised before, as text or in UTF-8. @param status that of the route unless told. */
  static json(body: string | Buffer, status?: number): Reply {
    return new Reply(body, JSON_HEADERS, status);
  }
}
