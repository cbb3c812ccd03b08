import Router from '@koa/router';
import type { Core } from '../core/assembly/index.ts';
import { sessionOfIngest, unknownIngestToken } from '../core/options/index.ts';
import {
  type Actor,
  answerJson,
  createLocalRateLimit,
  createSharedWork,
  Problem,
} from '../core/platform/index.ts';
import { type Origins, refuseCrossSite, sessionCookie, sessionToken, signInCookies } from './auth.ts';
import { readJson, USUAL_BODY_LIMIT } from './body.ts';
import type { Principal } from '../core/identity/index.ts';
import type { ApiContext } from './context.ts';
import { unauthenticated } from './errors.ts';
import { createInHand } from './in-hand.ts';
import { isKeyed, keyedRequest } from './idempotency.ts';
import { Reply, type Route } from './route.ts';
import { actingAs, sampleRule } from './sample-access.ts';
import { apiToken, bearerToken, pausedToken, refusedToken, refuseToken, tokenRule } from './token-access.ts';
import { checkParams, parseBody, queryParser } from './validation.ts';

type Next = () => Promise<void>;
type Handle = (ctx: ApiContext, next: Next) => Promise<void>;

interface DispatchOptions {
  core: Core;
  routes: readonly Route[];
  origins: Origins;
  /** Requests a minute that one user, or one address without a session, may make of this process. */
  requestsPerMinute: number;
  /** Checks every answer against its declared schema: for tests. */
  checkResponses: boolean;
}

const NEVER = new Date(8_640_000_000_000_000);
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** Everything under /api: who asks, whether they may, and the table of routes. */
export function createDispatch(options: DispatchOptions): Handle[] {
  const { core, origins, routes } = options;
  const { signIn, tokens } = core.identity;
  // Addresses are as they are written: what /API finds would have passed none of the checks for /api.
  const routers = new Map<string, Router>();
  // Most addresses have no parameter: they are found by one look, and a router is asked for the rest.
  const plain = new Map<string, Handle>();
  const share = createSharedWork<Reply>();
  const inHand = createInHand(core);
  for (const declared of routes) {
    const handle = routeHandler(declared, options, share, inHand);
    if (!declared.path.includes(':')) plain.set(`${declared.method} ${declared.path}`, handle);
    const router = routers.get(shapeOf(declared.path)) ?? new Router({ sensitive: true });
    routers.set(shapeOf(declared.path), router);
    // The router's own types know nothing of our state; the shapes are the same.
    router.register(
      declared.path,
      [declared.method],
      handle as unknown as Parameters<typeof router.register>[2],
    );
  }
  const limit = createLocalRateLimit({ name: 'requests', points: options.requestsPerMinute, seconds: 60 });
  const isOpen = (path: string) =>
    routes.some((declared) => declared.auth === 'none' && declared.path === path);

  /** A browser that has signed in before is not held up by others at its address. */
  const whoSignsIn = async ({ req, state }: ApiContext): Promise<string> => {
    const browser = await signIn.browserOf(signInCookies(req).browser);
    return browser === null ? state.address : `browser:${browser.id}`;
  };

  /** Who the session cookie stands for; a session in use gets a newer one now and then. */
  const signedIn = async (ctx: ApiContext): Promise<Principal | null> => {
    const token = sessionToken(ctx.req);
    const principal = token === null ? null : await signIn.authenticate(token);
    const renewed = principal === null ? null : await signIn.renew(principal);
    if (renewed !== null)
      ctx.append('Set-Cookie', sessionCookie(ctx.req, origins, renewed.token, renewed.seconds));
    return principal;
  };

  const admit: Handle = async (ctx, next) => {
    if (!isApiPath(ctx.path)) return await next();
    ctx.res.setHeader('Cache-Control', 'no-store');
    refuseCrossSite(ctx.req, origins);
    const scripts = apiToken(ctx.req);
    const principal = scripts === null ? await signedIn(ctx) : await tokens.authenticate(scripts);
    ctx.state.principal = principal;
    await limit.spend(principal === null ? await whoSignsIn(ctx) : whoAsks(principal));
    if (scripts !== null && principal === null)
      throw (await tokens.isOfPausedPerson(scripts)) ? pausedToken(ctx) : refusedToken(ctx);
    const handle = plain.get(`${ctx.method === 'HEAD' ? 'GET' : ctx.method} ${ctx.path}`);
    await (handle === undefined ? next() : handle(ctx, next));
  };

  const nothingThere: Handle = async (ctx, next) => {
    if (!isApiPath(ctx.path)) return await next();
    if (ctx.state.principal === null && !isOpen(ctx.path)) throw notAdmitted(ctx);
    const router = routers.get(shapeOf(ctx.path));
    const methods = new Set(router?.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0)
      throw new Problem(
        404,
        'ROUTE_NOT_FOUND',
        'There is nothing at this address. See GET /api/openapi.json for all addresses.',
      );
    ctx.set('Allow', [...methods].join(', '));
    throw new Problem(405, 'METHOD_NOT_ALLOWED', `This address accepts ${[...methods].join(', ')}.`);
  };

  const routed = new Map(
    [...routers].map(([shape, router]) => [shape, router.routes() as unknown as Handle]),
  );
  const route: Handle = async (ctx, next) => await (routed.get(shapeOf(ctx.path)) ?? passOn)(ctx, next);
  return [admit, route, nothingThere];
}

const passOn: Handle = async (_ctx, next) => await next();

/** The area of an address and the number of its parts: a router compares an address with every route that it has. */
function shapeOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `${parts[1]} ${parts.length}`;
}

function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || path === '/api';
}

/** As whom requests are counted: a script that runs wild does not use up what its person may ask for. */
function whoAsks({ userId, token }: Principal): string {
  return token === undefined ? `user:${userId}` : `token:${token.id}`;
}

/** 401 for whoever shows no session: without a token the way to sign in, with one that it is worth nothing. */
function notAdmitted(ctx: ApiContext): Problem {
  return bearerToken(ctx.req) === null ? unauthenticated() : refusedToken(ctx);
}

/** Whoever shows the token of a trading process, as the person whose workspace it is; null without one. */
async function tradingProcess(
  core: Core,
  ctx: ApiContext,
  answersPaused: boolean,
): Promise<Principal | null> {
  const token = bearerToken(ctx.req);
  if (token === null) return null;
  const userId = await core.options.tokens.owner(token);
  if (userId === null) throw unknownIngestToken();
  if (!(await core.identity.isAdmitted(userId))) {
    if (!(await core.identity.isPaused(userId))) throw unknownIngestToken();
    if (!answersPaused) throw pausedToken(ctx);
  }
  // Nothing that is kept or shared goes by it: the routes that take a token change the workspace, or are never shared.
  return { userId, login: 'trading-process', name: '', sessionId: sessionOfIngest(userId), expiresAt: NEVER };
}

function routeHandler(
  declared: Route,
  { core, checkResponses }: DispatchOptions,
  share: ReturnType<typeof createSharedWork<Reply>>,
  inHand: ReturnType<typeof createInHand>,
): Handle {
  const { auth, body: bodySchema, path, params: nouns, query: querySchema, deprecated, response } = declared;
  const limit = declared.bodyLimit ?? USUAL_BODY_LIMIT;
  const status = declared.status ?? 200;
  const rule = tokenRule(declared);
  const rulesOfSample = sampleRule(declared);
  // What is read as a whole; a file may be a stream, and that has one reader.
  const isShared = isSharedRead(declared);
  const link = deprecated === undefined ? null : `<${deprecated.successor}>; rel="successor-version"`;
  const parseQuery = queryParser(querySchema);
  const { answersPaused = false, endsSession = false } = declared;
  return async (ctx) => {
    const { state, res } = ctx;
    state.route = path;
    const asking =
      state.principal ?? (auth === 'ingest' ? await tradingProcess(core, ctx, answersPaused) : null);
    if (asking === null && auth !== 'none') throw notAdmitted(ctx);
    refuseToken(rule, asking);
    const user = actingAs(rulesOfSample, asking);
    if (deprecated !== undefined && link !== null) {
      res.setHeader('Deprecation', deprecated.since);
      res.setHeader('Link', link);
    }
    const params = (ctx['params'] ?? NO_PARAMS) as Record<string, string>;
    checkParams(nouns, params, ctx.path);
    const query = parseQuery(ctx.querystring);
    const sent = bodySchema === undefined ? null : await readJson(ctx, limit, auth !== 'ingest');
    const actor: Actor = {
      actor: `${user?.token === undefined ? 'api' : 'token'}:${user?.login ?? 'nobody'}`,
    };
    const request = isKeyed(declared) ? keyedRequest(ctx, sent) : undefined;
    if (request !== undefined) actor.request = request;
    const work = async () => {
      // After it is known that the key is not another request's.
      const body = bodySchema === undefined ? undefined : parseBody(bodySchema, sent);
      return await declared.handler({ core, user, params, query, body, actor, ctx } as never);
    };
    const answer = async () => {
      if (user === null) return await work();
      if (isShared)
        return await share(`${user.sessionId} ${user.userId} ${ctx.path}?${ctx.querystring}`, async () =>
          replyOf(await work()),
        );
      // A form is known by what it holds once it is read: its handler keeps the answer.
      return declared.form === undefined
        ? await core.receipts.answerOnce(user.userId, actor, work)
        : await work();
    };
    const result =
      asking === null || auth === 'none' || endsSession
        ? await answer()
        : await inHand.answer({ ctx, asking, isPausedEnough: answersPaused }, answer);
    if (result instanceof Reply) {
      if (result.status !== undefined) ctx.status = result.status;
      ctx.set(result.headers);
      ctx.body = result.body;
      const json = checkResponses ? jsonOf(result) : null;
      if (json !== null && typeof response === 'object')
        response?.validateSync(JSON.parse(json), { strict: true });
    } else if (response === null) {
      ctx.status = 204;
    } else {
      if (checkResponses && typeof response !== 'string') response.validateSync(result, { strict: true });
      ctx.status = status;
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = answerJson(result);
    }
  };
}

function isSharedRead({ method, auth, response, status, kept }: Route): boolean {
  const isJsonRead = response !== null && typeof response === 'object' && status === undefined;
  return method === 'GET' && auth === 'session' && isJsonRead && kept !== true;
}

function replyOf(result: unknown): Reply {
  return result instanceof Reply ? result : Reply.json(Buffer.from(answerJson(result)));
}

/** The text of an answer that is JSON; null for what is none. */
function jsonOf({ body, headers }: Reply): string | null {
  if (headers['Content-Type']?.startsWith('application/json') !== true) return null;
  return Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : null;
}
