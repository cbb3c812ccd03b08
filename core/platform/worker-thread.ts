import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** The program of a worker thread: a file beside the one that starts it, from source and from dist alike. */
export function threadBeside(starter: string, name: string): URL {
  return new URL(`./${name}.${starter.endsWith('.ts') ? 'ts' : 'js'}`, starter);
}

/** From source, a thread needs its own TypeScript loader: the process's one does not reach it on Node 20. */
export function threadLoader(thread: URL): string[] {
  if (!thread.pathname.endsWith('.ts')) return [];
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return ['--import', `data:text/javascript,import { register } from ${loader}; register();`];
}

/**
 * The thread that calls it gives way to others, where the system knows priorities of threads: Linux takes the id of a thread
 * for that of a process. Elsewhere, or where it is not allowed, nothing changes.
 * @param isAwaited whether somebody is waiting for what it does: on a busy machine the lowest priority is a hundredth of a turn.
 */
export function lowerThreadPriority({ isAwaited = false }: { isAwaited?: boolean } = {}): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread)) setPriority(thread, isAwaited ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW);
  } catch {
    // No /proc, or no permission: it works all the same, and others wait longer at full speed.
  }
}
