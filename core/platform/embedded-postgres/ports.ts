import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * Below what systems hand out to outgoing connections: none of those can take the port while the server is away, least of
 * all one of our own that looks for the server and would be connected to itself.
 */
const PORTS = { from: 20_000, before: 30_000 };
const ATTEMPTS = 200;

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.before);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError('No port is free on 127.0.0.1 for the embedded Postgres.');
}

export function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The port that the server of these data listened on last; null where none is known, or it was none of `freePort`. */
export async function lastPort(cluster: string): Promise<number | null> {
  const command = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = Number(/"port=(\d+)"/.exec(command)?.[1] ?? 0);
  return port >= PORTS.from && port < PORTS.before ? port : null;
}
