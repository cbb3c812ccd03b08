import { setImmediate as breath } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * A turn of the event loop of one's own. Runs of research go on side by side: what each works out in pieces of some
 * milliseconds waits for its turn before each of them, so that the pieces of many never add up to a long silence.
 */
export async function turn(): Promise<void> {
  last = last.then(() => breath());
  await last;
}

/** A list in pieces of so many, each in a turn of its own. */
export async function* inTurns<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) {
    await turn();
    yield list.slice(from, from + size);
  }
}
