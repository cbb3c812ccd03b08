import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey } from './address.ts';

/** Connections of one address. The sets are in the order in which their entries came. */
interface Peer {
  count: number;
  /** Have not sent a whole request yet. */
  unused: Set<Socket>;
  /** Had an answer and wait for the next request. */
  idle: Set<Socket>;
}

interface Bounds {
  /** Open connections in all. */
  most: number;
  /** Of one address; null where all come from a proxy. */
  mostOfAddress: number | null;
  /** A connection found no room. @param address null where the sum was the limit */
  refused: (address: string | null) => void;
}

/**
 * Bounds the connections of a server. Who comes gets the place of one that does nothing: of the same address, or of the one
 * that has most of them; first of those that never sent a request, the oldest before the others. Where all of them work, the
 * new one is closed.
 */
export function boundConnections(server: Server, { most, mostOfAddress, refused }: Bounds): void {
  const peers = new Map<string, Peer>();
  const peerOf = new WeakMap<Socket, Peer>();
  let total = 0;

  const requests = new WeakMap<Socket, number>();
  const waiting = ({ unused, idle }: Peer): number => 2 * unused.size + idle.size;
  const makeRoom = (peer: Peer | undefined): boolean => {
    const [victim] = peer === undefined ? [] : peer.unused.size > 0 ? peer.unused : peer.idle;
    if (victim === undefined) return false;
    leave(victim);
    victim.destroy();
    return true;
  };
  const leave = (socket: Socket): void => {
    const peer = peerOf.get(socket);
    if (peer === undefined) return;
    peerOf.delete(socket);
    peer.unused.delete(socket);
    peer.idle.delete(socket);
    peer.count -= 1;
    total -= 1;
  };
  const idlest = (): Peer | undefined => {
    let found: Peer | undefined;
    for (const peer of peers.values())
      if (found === undefined || waiting(peer) > waiting(found)) found = peer;
    return found;
  };
  const works = (socket: Socket): void => {
    const peer = peerOf.get(socket);
    peer?.unused.delete(socket);
    peer?.idle.delete(socket);
  };

  server.on('connection', (socket: Socket) => {
    const address = limitKey(socket.remoteAddress ?? '');
    const peer = peers.get(address) ?? { count: 0, unused: new Set(), idle: new Set() };
    const isOver = mostOfAddress !== null && peer.count >= mostOfAddress;
    if (isOver ? !makeRoom(peer) : total >= most && !makeRoom(idlest())) {
      refused(isOver ? address : null);
      socket.destroy();
      return;
    }
    peers.set(address, peer);
    peerOf.set(socket, peer);
    peer.unused.add(socket);
    peer.count += 1;
    total += 1;
    socket.once('close', () => {
      leave(socket);
      if (peer.count === 0 && peers.get(address) === peer) peers.delete(address);
    });
  });
  server.on('request', ({ socket }: IncomingMessage, res) => {
    works(socket);
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    res.once('close', () => {
      // A second request may have come behind the first.
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left === 0 && !socket.destroyed) peerOf.get(socket)?.idle.add(socket);
    });
  });
  server.on('upgrade', (_req, socket) => works(socket as Socket));
}
