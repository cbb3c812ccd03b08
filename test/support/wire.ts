import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to Postgres that can be cut and mended. */
export function createWire() {
  const sockets = new Set<Socket>();
  let target = 0;
  let port = 0;
  let server: Server | null = null;
  const listen = async () => {
    const opened = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => sockets.delete(one));
      }
    });
    server = opened;
    // Somebody else may have had the port while the wire was cut.
    opened.on('error', () => setTimeout(() => opened.listen(port, '127.0.0.1'), 100));
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    port = (opened.address() as AddressInfo).port;
    return port;
  };
  return {
    open: async (real: number) => {
      target = real;
      return server === null ? await listen() : port;
    },
    cut: async () => {
      const open = server;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => open?.close(resolve));
    },
    mend: listen,
  };
}
