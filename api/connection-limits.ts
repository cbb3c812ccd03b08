import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../core/platform/index.ts';
import { limitKey } from './address.ts';
import { createArrivalTracker } from './arrival-tracker.ts';

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

/** A browser holds six connections and a socket for each window; whoever is behind one address shares its limit: a thousand find room. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 10_000,
  stalledMs: 60_000,
  answerMs: 1_800_000,
  checkMs: 5000,
  most: 2000,
  mostOfAddress: 1500,
};

interface LimitedServerOptions {
  limits: ConnectionLimits;
  /** Every connection comes from the proxy then: only the sum is limited. */
  behindProxy: boolean;
  log: Log;
}

/** An HTTP server that closes connections which are silent, half-open or do not read, and takes a bounded number of them. */
export function createLimitedServer(handle: RequestListener, options: LimitedServerOptions): Server {
  const { limits, behindProxy, log } = options;
  const arrivals = createArrivalTracker();
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
      // What arrives with a body is listened to at once: it may break off.
      const settled = req.method === 'GET' ? arrivals.settled() : null;
      if (settled === null) handle(req, res);
      else void settled.then(() => handle(req, res));
    },
  );
  server.on('connection', () => arrivals.note());
  server.maxConnections = limits.most;
  server.on(
    'drop',
    onceInAWhile(() => log.warn({ most: limits.most }, 'too many connections: new ones are closed')),
  );
  if (!behindProxy) limitAddresses(server, limits.mostOfAddress, log);
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

/** Closes what an address opens beyond its share. */
function limitAddresses(server: Server, most: number, log: Log): void {
  const open = new Map<string, number>();
  const warn = onceInAWhile((address: string) =>
    log.warn({ address, most }, 'too many connections from one address: new ones are closed'),
  );
  server.on('connection', (socket: Socket) => {
    const address = limitKey(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= most) {
      warn(address);
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
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
