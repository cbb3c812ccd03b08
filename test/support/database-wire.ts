import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection through the wire: what it holds back while it is frozen, and whether the client has gone. */
interface Line {
  near: Socket;
  far: Socket;
  toServer: Buffer[];
  toClient: Buffer[];
  isLeft: boolean;
}

/** A wire to Postgres that can be cut and mended, and frozen and thawed: as a server does that is stopped by SIGSTOP. */
export function createWire() {
  const lines = new Set<Line>();
  let target = 0;
  let port = 0;
  let server: Server | null = null;
  let isFrozen = false;
  let unanswered: string | null = null;
  let opened = 0;
  const counters = new Map<string, number>();

  const carry = (near: Socket): void => {
    const far = connect(target, '127.0.0.1');
    opened += 1;
    const line: Line = { near, far, toServer: [], toClient: [], isLeft: false };
    lines.add(line);
    near.on('data', (bytes) => {
      for (const [text, n] of counters) if (bytes.includes(text)) counters.set(text, n + 1);
      if (isFrozen) line.toServer.push(bytes);
      else far.write(bytes);
      if (unanswered === null || !bytes.includes(unanswered)) return;
      unanswered = null;
      // The server gets to read it before it learns that nobody waits for the answer.
      far.removeAllListeners('data');
      far.resume();
      near.destroy();
    });
    far.on('data', (bytes) => {
      if (isFrozen) line.toClient.push(bytes);
      else near.write(bytes);
    });
    near.on('error', () => undefined);
    far.on('error', () => undefined);
    near.on('close', () => {
      line.isLeft = true;
      if (!isFrozen) far.end();
    });
    far.on('close', () => {
      lines.delete(line);
      near.destroy();
    });
  };
  const listen = async (): Promise<number> => {
    const opened = createServer(carry);
    // Somebody else may have had the port while the wire was cut.
    opened.on('error', () => setTimeout(() => opened.listen(port, '127.0.0.1'), 100));
    server = opened;
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    port = (opened.address() as AddressInfo).port;
    return port;
  };

  return {
    /** @returns the port to use in the place of the real one. */
    open: async (real: number): Promise<number> => {
      target = real;
      return server === null ? await listen() : port;
    },
    /** The same, for an address. */
    async through(url: string): Promise<string> {
      const through = new URL(url);
      through.port = String(await this.open(Number(through.port)));
      return through.href;
    },
    /** Breaks every connection, and refuses new ones until it is mended. */
    async cut(): Promise<void> {
      const open = server;
      for (const { near, far } of lines) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => open?.close(resolve));
    },
    mend: listen,
    /** Connections are taken, and nothing is answered. */
    freeze(): void {
      isFrozen = true;
    },
    /** What was sent meanwhile arrives, from clients that have gone too. */
    thaw(): void {
      isFrozen = false;
      for (const { near, far, toServer, toClient, isLeft } of lines) {
        for (const bytes of toServer.splice(0)) far.write(bytes);
        for (const bytes of toClient.splice(0)) if (!isLeft) near.write(bytes);
        if (isLeft) far.end();
      }
    },
    /** The next statement with this in it reaches the server; its answer reaches nobody, and the connection is gone. */
    loseAnswerTo(text: string): void {
      unanswered = text;
    },
    /** From now on, how often something with this in it is sent to the server. */
    counts(text: string): () => number {
      counters.set(text, 0);
      return () => counters.get(text) ?? 0;
    },
    /** Connections that were made since the beginning. */
    opened: (): number => opened,
    /** Connections that clients hold now. */
    openCount: (): number => [...lines].filter(({ isLeft }) => !isLeft).length,
  };
}

export type Wire = ReturnType<typeof createWire>;
