import { createHash } from 'node:crypto';
import net from 'node:net';
import { errorCode } from './errors.ts';

/** Releases the lock; the system releases it by itself when the process dies. */
type Release = () => Promise<void>;

/**
 * Tries to become the one process on this machine that starts the server of a data directory. Answers null while
 * another process is at it.
 *
 * The lock is a name of a local socket that leaves no file behind (an abstract socket, a named pipe), so that kill -9
 * frees it. Other systems have no such name: there Postgres's own lock file decides alone.
 */
export async function tryStartLock(cluster: string): Promise<Release | null> {
  const id = `munim-postgres-${createHash('sha256').update(cluster).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return await listen(`\0${id}`);
  if (process.platform === 'win32') return await listen(`\\\\.\\pipe\\${id}`);
  return async () => {};
}

function listen(path: string): Promise<Release | null> {
  const server = net.createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ path }, () => {
      resolve(() => new Promise((done) => server.close(() => done())));
    });
  });
}
