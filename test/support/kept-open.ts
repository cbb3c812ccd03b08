/*
 * What a process of the tests opens once and uses for all its files, such as a browser. A worker of a parallel run ends with
 * its process, and what it started with it; a run in one process closes it at its end (test/hooks.ts).
 */

/** True in a worker of a parallel run. */
export const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

const open: (() => Promise<void>)[] = [];

export function closeAtEnd(close: () => Promise<void>): void {
  open.push(close);
}

export async function closeWhatIsOpen(): Promise<void> {
  for (const close of open.splice(0)) await close();
}
