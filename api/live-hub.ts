import type { WebSocket } from 'ws';
import { type Principal, signedInId } from '../core/identity/index.ts';
import { answerJson } from '../core/platform/index.ts';

/** Close codes a client may act on; the others are those of RFC 6455. */
export const CLOSE = {
  goingAway: 1001,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
  sessionEnded: 4401,
} as const;

/** A socket may lag behind by this much before it is closed rather than buffered for. */
const MOST_BUFFERED_BYTES = 1024 * 1024;
const TERMINATE_AFTER_MS = 2000;

interface Client {
  socket: WebSocket;
  principal: Principal;
  token: string;
  isAlive: boolean;
}

interface HubEvents {
  opened(count: number): void;
  sent(type: string, count: number): void;
}

/** The open sockets of this process, by user. */
export function createHub(events: HubEvents) {
  const users = new Map<string, Set<Client>>();
  let count = 0;

  const drop = (client: Client): void => {
    const { userId } = client.principal;
    const clients = users.get(userId);
    if (clients?.delete(client) !== true) return;
    if (clients.size === 0) users.delete(userId);
    count -= 1;
    events.opened(count);
  };
  const close = (socket: WebSocket, code: number, reason: string): void => {
    socket.close(code, reason);
    // A peer that does not answer the closing handshake is cut off.
    setTimeout(() => socket.terminate(), TERMINATE_AFTER_MS).unref();
  };
  const ended = new WeakSet<WebSocket>();
  const end = (client: Client, code: number, reason: string): void => {
    drop(client);
    if (code === CLOSE.sessionEnded) ended.add(client.socket);
    close(client.socket, code, reason);
  };
  const renewOrEnd = async (
    client: Client,
    validUntil: (sessionId: string) => Promise<Date | null>,
  ): Promise<void> => {
    // Without an answer it is asked again at the next beat; nothing is announced meanwhile either.
    const until = await validUntil(client.principal.sessionId).catch(() => client.principal.expiresAt);
    if (until === null) end(client, CLOSE.sessionEnded, 'session ended');
    else client.principal = { ...client.principal, expiresAt: until };
  };
  const every = (): Client[] => [...users.values()].flatMap((clients) => [...clients]);

  /** Sends while the peer keeps up; one that does not read is closed. */
  const tell = (socket: WebSocket, text: string, cut: () => void): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_BUFFERED_BYTES) cut();
    else socket.send(text);
  };

  return {
    /** Answers what one socket said. */
    reply(socket: WebSocket, frame: Record<string, unknown>): void {
      tell(socket, JSON.stringify(frame), () => close(socket, CLOSE.tryAgainLater, 'too slow'));
    },
    add(socket: WebSocket, principal: Principal, token: string): void {
      const client: Client = { socket, principal, token, isAlive: true };
      const clients = users.get(principal.userId) ?? new Set();
      clients.add(client);
      users.set(principal.userId, clients);
      count += 1;
      events.opened(count);
      socket.on('pong', () => {
        client.isAlive = true;
      });
      socket.on('close', () => drop(client));
    },
    /** True once the session of a socket has ended. */
    isEnded: (socket: WebSocket): boolean => ended.has(socket),
    has: (userId: string): boolean => users.has(userId),
    countOf: (userId: string): number => users.get(userId)?.size ?? 0,
    /** Sends one frame to every socket of a user, made into text once. */
    send(userId: string, type: string, frame: () => Record<string, unknown>): void {
      const clients = users.get(userId);
      if (clients === undefined) return;
      const text = answerJson({ type, ...frame() });
      for (const client of clients)
        tell(client.socket, text, () => end(client, CLOSE.tryAgainLater, 'too slow'));
      events.sent(type, clients.size);
    },
    endSession(sessionId: string): void {
      for (const client of every()) {
        if (client.principal.sessionId === sessionId) end(client, CLOSE.sessionEnded, 'session ended');
      }
    },
    /** Ends the sockets of a person, also those that show them a sample. */
    endPerson(userId: string, code: number, reason: string): void {
      for (const client of every()) {
        if (signedInId(client.principal) === userId) end(client, code, reason);
      }
    },
    endAll(code: number, reason: string): void {
      for (const client of every()) end(client, code, reason);
    },
    /**
     * Asks every peer for a sign of life; ends those that gave none since last time, and those whose session is over.
     * @param validUntil tells of a session that has run out by what the socket knows whether it was renewed since.
     */
    beat(now: Date, validUntil: (sessionId: string) => Promise<Date | null>): void {
      for (const client of every()) {
        if (client.principal.expiresAt <= now) void renewOrEnd(client, validUntil);
        if (!client.isAlive) {
          drop(client);
          client.socket.terminate();
        } else {
          client.isAlive = false;
          client.socket.ping();
        }
      }
    },
    /** Resolves when all sockets are closed, or after the grace; what is left then is cut off. */
    async close(sockets: Iterable<WebSocket>, graceMs: number): Promise<void> {
      const open = [...sockets];
      const closed = open.map(
        (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      );
      for (const socket of open) socket.close(CLOSE.goingAway, 'server restarting');
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(closed), grace]);
      clearTimeout(timer);
      for (const socket of open) socket.terminate();
    },
  };
}
