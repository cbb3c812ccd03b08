import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type Log, mostOpenFiles, Problem } from '../core/platform/index.ts';
import { forwardedAddress } from './address.ts';
import { createArrivalTracker } from './arrival-tracker.ts';
import { PROBLEM_TYPE, problemBody, retryHeader } from './errors.ts';
import { boundConnections } from './open-connections.ts';

/** How long a connection may keep the server waiting, in milliseconds, and how many there may be. */
export interface ConnectionLimits {
  /** From the connection, or from the end of the answer before, to the end of the headers. */
  headersMs: number;
  /** From the first byte of a request to the last one of its body. */
  requestMs: number;
  /** Between two requests. */
  idleMs: number;
  /** While an answer is going out and nothing of it is taken. */
  stalledMs: number;
  /** From a request to the last byte of its answer, for a reader that takes a little now and then. */
  answerMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
  /** Open connections in all, and from one address (of IPv6: one /64). */
  most: number;
  mostOfAddress: number;
}

/** Files and connections that the rest of the process needs: databases, the files of Munim, requests to the outside. */
const KEPT_FREE = 384;
/** As few as these are taken, whatever the process may open. */
const LEAST = 64;

/** A browser holds six connections and a socket for each window; whoever is behind one address shares its limit: a thousand find room. */
const USUAL = { most: 2000, mostOfAddress: 1500 };

/**
 * Connections of a process by its limit of open files, in all and from one address; a quarter stays for other addresses.
 */
export function connectionsWithin(openFiles: number): Pick<ConnectionLimits, 'most' | 'mostOfAddress'> {
  const most = Math.min(USUAL.most, Math.max(LEAST, openFiles - KEPT_FREE));
  return { most, mostOfAddress: Math.min(USUAL.mostOfAddress, Math.floor(most * 0.75)) };
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 10_000,
  stalledMs: 60_000,
  answerMs: 1_800_000,
  checkMs: 5000,
  ...connectionsWithin(mostOpenFiles()),
};

interface LimitedServerOptions {
  limits: ConnectionLimits;
  /** Every connection comes from the proxy then: only the sum is limited. */
  behindProxy: boolean;
  log: Log;
}

/** An HTTP server that closes connections which are silent, half-open or do not read, and takes a bounded number of them: the silent ones make room. */
export function createLimitedServer(handle: RequestListener, options: LimitedServerOptions): Server {
  const { limits, behindProxy, log } = options;
  const arrivals = createArrivalTracker();
  const answer = behindProxy ? limitForwarded(handle, options) : handle;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      // A request without one is answered like every other that is wrong.
      requireHostHeader: false,
    },
    (req, res) => {
      // Limits, log, Koa and streams all listen for its end; Node warns of more than ten.
      res.setMaxListeners(20);
      // What arrives with a body is listened to at once: it may break off.
      const settled = req.method === 'GET' ? arrivals.settled() : null;
      if (settled === null) answer(req, res);
      else void settled.then(() => answer(req, res));
    },
  );
  server.on('connection', () => arrivals.note());
  const ofAll = onceInAWhile(() =>
    log.warn({ most: limits.most }, 'too many connections: new ones are closed'),
  );
  const ofOne = onceInAWhile((address: string) =>
    log.warn(
      { address, most: limits.mostOfAddress },
      'too many connections from one address: new ones are closed',
    ),
  );
  boundConnections(server, {
    most: limits.most,
    mostOfAddress: behindProxy ? null : limits.mostOfAddress,
    refused: (address) => (address === null ? ofAll() : ofOne(address)),
  });
  server.on('request', (req, res) => closeIfNotRead(req, res, options));
  return server;
}

/**
 * Tracks connections that have not sent a byte yet: a browser opens some in advance. Node counts them as active, so
 * `closeIdleConnections` leaves them open. Call this before the server accepts connections.
 * @returns a function that closes them
 */
export function trackUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}

/**
 * Through a proxy all connections come from it, and whom they are for is said by each request: an address beyond its share is
 * answered 503, so that the others find room.
 */
function limitForwarded(
  handle: RequestListener,
  { limits: { mostOfAddress: most }, log }: LimitedServerOptions,
): RequestListener {
  const inHand = new Map<string, number>();
  const warn = onceInAWhile((address: string) =>
    log.warn({ address, most }, 'too many requests at once from one address: new ones are refused'),
  );
  return (req, res) => {
    const address = forwardedAddress(req.headers);
    if (address === null) {
      handle(req, res);
      return;
    }
    const count = (inHand.get(address) ?? 0) + 1;
    if (count > most) {
      warn(address);
      refuse(res);
      return;
    }
    inHand.set(address, count);
    res.once('close', () => {
      const left = (inHand.get(address) ?? 1) - 1;
      if (left > 0) inHand.set(address, left);
      else inHand.delete(address);
    });
    handle(req, res);
  };
}

function refuse(res: ServerResponse): void {
  const problem = new Problem(
    503,
    'OVERLOADED',
    'Too many requests from this address are waiting. Try again in 5 seconds.',
    { retryAfter: 5 },
  );
  res.writeHead(problem.status, {
    'Content-Type': PROBLEM_TYPE,
    Connection: 'close',
    ...retryHeader(problem),
  });
  res.end(JSON.stringify(problemBody(problem)));
}

/** Ends the connection of a peer that leaves its answer lying: what waits for it is kept in memory. */
function closeIfNotRead(
  { socket }: IncomingMessage,
  res: ServerResponse,
  options: LimitedServerOptions,
): void {
  const { limits, log } = options;
  const end = () => {
    log.info(
      { address: socket.remoteAddress },
      'a connection was closed: the client did not read its response in time',
    );
    socket.destroy();
  };
  const cut = setTimeout(end, limits.answerMs).unref();
  res.once('close', () => clearTimeout(cut));
  // Bytes that go out put it off. Afterwards Node sets the time for the next request in its place.
  res.setTimeout(limits.stalledMs, () => {
    if (socket.writableLength > 0) end();
    else socket.setTimeout(limits.stalledMs);
  });
}

const SAID_AGAIN_AFTER_MS = 60_000;

/** Says something at most once a minute: whoever floods a server must not flood its log. */
function onceInAWhile<A extends unknown[]>(say: (...args: A) => void): (...args: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...args) => {
    const now = performance.now();
    if (now - last < SAID_AGAIN_AFTER_MS) return;
    last = now;
    say(...args);
  };
}
