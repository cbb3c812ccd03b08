import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** The code that a process ends with when it is not let finish, unless it has named another. */
const FAILED = 1;

/** A port that cannot be listened on, in a sentence that says what to do; any other error as it is. */
export function portProblem(error: unknown, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): unknown {
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${PORT} is in use by another program. Stop that program, or set PORT to a free port.`,
    );
  if (code === 'EACCES')
    return new Error(`This user may not listen on port ${PORT}. Set PORT to a number above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(
      `This machine has no address ${HOST}. Set HOST to 127.0.0.1, or to an address of this machine.`,
    );
  return error;
}

const LONG_MS = 2 ** 30;

/**
 * Keeps the process from ending for want of work until the answer is called, and for good from ending because something
 * cannot be printed: on a full disk, or to a program that has ended.
 */
export function stayAlive(): () => void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const timer = setInterval(() => undefined, LONG_MS);
  return () => clearInterval(timer);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function untilStopped(log: Log): Promise<void> {
  await new Promise<void>((resolve) => {
    let asked = false;
    const stop = (signal: NodeJS.Signals) => {
      if (asked) process.exit(process.exitCode ?? FAILED);
      asked = true;
      log.info({ signal }, 'stopping');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
