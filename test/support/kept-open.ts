/*
 * What a process of the tests opens once and uses for all its files, such as a browser. A worker of a parallel run ends with
 * its process, and what it started with it; a run in one process closes it at its end (test/hooks.ts).
 */
const open: (() => Promise<void>)[] = [];

export function closeAtEnd(close: () => Promise<void>): void {
  open.push(close);
}

export async function closeWhatIsOpen(): Promise<void> {
  for (const close of open.splice(0)) await close();
}
