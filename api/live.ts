import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import koaWebsocket from 'koa-websocket';
import type { WebSocket } from 'ws';
import type { Core } from '../core/assembly/index.ts';
import { endAnnounced, type Principal, signedInId } from '../core/identity/index.ts';
import { createLocalRateLimit, createTurns, Problem, withWaitBudget } from '../core/platform/index.ts';
import { isOwnOrigin, type Origins, sessionToken } from './auth.ts';
import { PROBLEM_TYPE, problemBody, retryHeader, toProblem, unauthenticated } from './errors.ts';
import { requestIdOf } from './request-middleware.ts';
import { parseFrame } from './live-frames.ts';
import { CLOSE, createHub } from './live-hub.ts';
import type { Metrics } from './metrics.ts';

const LIVE_PATH = '/ws/live';
const MOST_SOCKETS = 20;
const MOST_FRAME_BYTES = 64 * 1024;
/** Frames of one socket that are taken in while an earlier one is being answered. */
const MOST_WAITING = 20;
/** Changes that follow each other are told as one. */
const COALESCE_MS = 100;

interface LiveOptions {
  origins: Origins;
  /** @throws Problem for a request that was sent to another server. */
  checkHost: (req: IncomingMessage) => void;
  metrics: Metrics;
  /** Open sockets in all: windows leave room for requests. */
  most?: number;
  heartbeat?: Heartbeat;
}

/** Says when open sockets are asked for a sign of life; answers what ends that. */
export type Heartbeat = (beat: () => void) => () => void;

const everyHalfMinute: Heartbeat = (beat) => {
  const timer = setInterval(beat, 30_000);
  timer.unref();
  return () => clearInterval(timer);
};

/** The live socket: what happened anywhere on this database, told to the user it concerns. */
export function createLive(core: Core, options: LiveOptions) {
  const {
    origins,
    checkHost,
    metrics,
    heartbeat = everyHalfMinute,
    most = Number.POSITIVE_INFINITY,
  } = options;
  const { clock, listener, log, notifications } = core;
  const { signIn } = core.identity;
  const chat = core.chat.local;
  const admitted = new WeakMap<IncomingMessage, { principal: Principal; token: string }>();
  const sockets = new Set<WebSocket>();
  const hub = createHub({
    opened: (count) => metrics.sockets.set(count),
    sent: (type, count) => metrics.frames.inc({ type }, count),
  });
  const requestIds = new WeakMap<IncomingMessage, string>();
  const frames = createLocalRateLimit({ name: 'live', points: 60, seconds: 10 });
  const ts = () => clock.now().toISOString();
  let isClosing = false;

  /** Everything that can refuse is asked before the upgrade, so that no message is lost to a late answer. */
  const admit = async (req: IncomingMessage): Promise<void> => {
    checkHost(req);
    const path = (req.url ?? '').split('?')[0];
    if (path !== LIVE_PATH) throw new Problem(404, 'ROUTE_NOT_FOUND', `The live socket is at ${LIVE_PATH}.`);
    if (isClosing)
      throw new Problem(503, 'UNAVAILABLE', 'The server is closing. Connect again in a moment.', {
        retryAfter: 2,
      });
    const { origin } = req.headers;
    if (origin !== undefined && !isOwnOrigin(req, origins, origin)) {
      throw new Problem(403, 'CROSS_SITE', 'The live socket only accepts this server’s dashboard.');
    }
    const token = sessionToken(req);
    const principal = token === null ? null : await signIn.authenticate(token);
    if (token === null || principal === null) throw unauthenticated();
    if (sockets.size >= most)
      throw new Problem(
        503,
        'OVERLOADED',
        'Too many windows are open on this server. Try again in a minute.',
        { retryAfter: 60 },
      );
    if (hub.countOf(principal.userId) >= MOST_SOCKETS) {
      throw new Problem(429, 'RATE_LIMITED', 'Too many windows are open. Close some of them.', {
        retryAfter: 10,
      });
    }
    admitted.set(req, { principal, token });
  };

  /** The log line of an upgrade, under the id that its answer carries. */
  const logged = (req: IncomingMessage, status: number): string => {
    const id = requestIdOf(req, origins.trustProxy);
    requestIds.set(req, id);
    const path = (req.url ?? '').split('?')[0];
    const user = admitted.get(req)?.principal.userId;
    log.info({ req: id, method: req.method, path, status, user }, 'upgrade');
    return id;
  };

  const receive = async (socket: WebSocket, { userId }: Principal, text: string): Promise<void> => {
    try {
      await frames.spend(userId);
      const frame = parseFrame(text);
      if (frame.type === 'ping') hub.reply(socket, { type: 'pong', ts: ts() });
      else if (frame.type === 'chat') await chat.say(userId, frame.text);
      else await chat.press(userId, frame.data);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) log.error({ err: problem.cause ?? error }, 'a live frame failed');
      const { code, detail } = problem;
      hub.reply(socket, { type: 'error', code, detail, ts: ts() });
    }
  };

  const open = async (ctx: { websocket: WebSocket; req: IncomingMessage }): Promise<void> => {
    const { websocket: socket, req } = ctx;
    const known = admitted.get(req);
    if (known === undefined) return socket.close(CLOSE.internalError);
    const { principal, token } = known;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', (error) => log.debug({ err: error }, 'a live socket failed'));
    let turn = Promise.resolve();
    let waiting = 0;
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? '' : (data as Buffer).toString('utf8');
      waiting += 1;
      // Who speaks faster than is listened to waits, and not in our memory.
      if (waiting >= MOST_WAITING) socket.pause();
      turn = turn.then(async () => {
        // Whatever it throws is its own: the next frame of the socket is read all the same.
        // A frame sent before the session ended is not carried out after it.
        if (hub.isEnded(socket)) return;
        await withWaitBudget(() => receive(socket, principal, text)).catch((error: unknown) =>
          log.error({ err: error }, 'a live frame could not be answered'),
        );
        waiting -= 1;
        if (socket.isPaused) socket.resume();
      });
    });
    hub.add(socket, principal, token);
    // The session may have ended between the question and the upgrade.
    const now = await signIn.authenticate(token).catch(() => principal);
    if (now === null) hub.endSession(principal.sessionId);
    else if (now.userId !== principal.userId)
      hub.endPerson(signedInId(principal), CLOSE.serviceRestart, 'other figures are shown');
  };

  /** By person: the count of changes that was announced last, and what all that are yet to be told were about. */
  const changed = new Map<string, { revision: unknown; topics: Set<string> }>();
  let flushing: NodeJS.Timeout | undefined;
  const flush = (): void => {
    flushing = undefined;
    for (const [userId, { revision, topics }] of changed)
      hub.send(userId, 'portfolio_changed', () => ({ revision, topics: [...topics], ts: ts() }));
    changed.clear();
  };

  /** Frames that need a read go out in the order they were announced. */
  const turns = createTurns();
  const inTurn = (userId: string, work: () => Promise<void>): void => {
    turns
      .run(userId, work)
      .catch((error: unknown) => log.warn({ err: error }, 'a live frame could not be created'));
  };
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const onUser = (channel: string, handle: (userId: string, payload: Record<string, unknown>) => void) =>
    listener.on(channel, (payload) => {
      const userId = text(payload['user_id']);
      if (userId !== null && hub.has(userId)) handle(userId, payload);
    });

  const stops = [
    listener.on('session_ended', (payload) => {
      const ended = endAnnounced(payload);
      if (ended === null) return;
      if ('userId' in ended) hub.endPerson(ended.userId, CLOSE.sessionEnded, 'session ended');
      else hub.endSession(ended.sessionId);
    }),
    // Each of their windows connects again and reads the other figures.
    listener.on('sample_changed', ({ user_id }) => {
      const userId = text(user_id);
      if (userId !== null) hub.endPerson(userId, CLOSE.serviceRestart, 'other figures are shown');
    }),
    onUser('portfolio_changed', (userId, { revision, topics }) => {
      const told = changed.get(userId)?.topics ?? new Set();
      if (Array.isArray(topics)) for (const topic of topics) told.add(String(topic));
      changed.set(userId, { revision: revision ?? null, topics: told });
      flushing ??= setTimeout(flush, COALESCE_MS);
    }),
    onUser('refresh_progress', (userId, payload) => {
      hub.send(userId, 'refresh_progress', () => ({ ...withoutUser(payload), ts: ts() }));
    }),
    onUser('market_catch_up', (userId, payload) => {
      hub.send(userId, 'market_catch_up', () => ({ ...withoutUser(payload), ts: ts() }));
    }),
    onUser('research_progress', (userId, payload) => {
      hub.send(userId, 'research_progress', () => ({ ...withoutUser(payload), ts: ts() }));
    }),
    onUser('notification', (userId, payload) => {
      inTurn(userId, async () => {
        const rest = withoutUser(payload);
        const id = rest['event'] === 'created' || rest['event'] === 'updated' ? text(rest['id']) : null;
        const notification = id === null ? null : await notifications.get(userId, id);
        hub.send(userId, 'notification', () => ({
          ...rest,
          ...(notification === null ? {} : { notification }),
          ts: ts(),
        }));
      });
    }),
    onUser('chat_out', (userId, payload) => {
      inTurn(userId, async () => {
        const rest = withoutUser(payload);
        const id = text(rest['message_id']);
        const frame = id === null ? rest : { message: await chat.message(userId, id) };
        hub.send(userId, 'chat', () => ({ ...frame, ts: ts() }));
      });
    }),
    // What was announced meanwhile is lost: a client that connects again reads everything anew.
    listener.onGap(() => hub.endAll(CLOSE.serviceRestart, 'notifications from other processes were missed')),
  ];
  const stopBeating = heartbeat(() => hub.beat(clock.now(), (sessionId) => signIn.validUntil(sessionId)));

  return {
    /** Takes upgrades of the app's server, once it listens; `ws.server` is then the socket server. */
    attach(app: Koa): koaWebsocket.App {
      const both = koaWebsocket(app as Koa, {
        maxPayload: MOST_FRAME_BYTES,
        perMessageDeflate: false,
        verifyClient: ({ req }, answer) => {
          withWaitBudget(() => admit(req)).then(
            () => {
              logged(req, 101);
              answer(true);
            },
            (error: unknown) => {
              const problem = toProblem(error);
              const id = logged(req, problem.status);
              if (problem.status >= 500 && problem.status !== 503)
                log.error({ req: id, err: problem.cause ?? error }, 'an upgrade failed');
              answer(false, problem.status, JSON.stringify(problemBody(problem)), {
                'Content-Type': PROBLEM_TYPE,
                'X-Request-Id': id,
                ...retryHeader(problem),
              });
            },
          );
        },
      });
      both.ws.use(async (ctx) => {
        await open(ctx).catch((error: unknown) => {
          log.error({ err: error }, 'a live socket failed to open');
          ctx.websocket.close(CLOSE.internalError);
        });
      });
      return both;
    },
    /** Adds to the headers of an upgrade that was let in. */
    sign(headers: string[], req: IncomingMessage): void {
      const id = requestIds.get(req);
      if (id !== undefined) headers.push(`X-Request-Id: ${id}`);
    },
    async close(graceMs: number): Promise<void> {
      isClosing = true;
      stopBeating();
      clearTimeout(flushing);
      for (const stop of stops) stop();
      await hub.close(sockets, graceMs);
      await turns.idle();
    },
  };
}

/** What an announcement says, without the address it was sent to. */
function withoutUser(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'user_id'));
}
