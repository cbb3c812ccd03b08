import { setImmediate as breath, setTimeout as rest } from 'node:timers/promises';

/** Somebody who asked a moment ago will ask again: until then work in parts goes slowly. */
const MOMENT_MS = 50;
const REST_MS = 4;

/** Lets those who cannot wait go first. */
interface Courtesy {
  /** Somebody asks who cannot wait. */
  ask(this: void): void;
  /** Between the parts of long work: a turn for others, and a rest of 4 ms where somebody asked in the last 50. */
  courtesy(this: void): Promise<void>;
}

export function createCourtesy(): Courtesy {
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      askedAt = performance.now();
    },
    async courtesy() {
      await (performance.now() - askedAt < MOMENT_MS ? rest(REST_MS) : breath());
    },
  };
}
