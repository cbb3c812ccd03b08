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

/** Work in pieces of some milliseconds at the most, with a break offered after each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** So long works one piece of many before others have their turn, in milliseconds. */
const SLICE_MS = 4;

/** Does it without a break. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does it in slices of a few milliseconds; of several at once one is at work in each turn of the event loop. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await turn();
    signal?.throwIfAborted();
    const began = performance.now();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() - began < SLICE_MS);
  }
}
