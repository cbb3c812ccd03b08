import { type Cache, createCache } from '../core/platform/index.ts';

/**
 * So many times within so long for each key. Bounded: where there are too many, the one used longest ago is
 * forgotten, so that strangers cannot fill the memory.
 */
export class Allowance {
  readonly #times: number;
  readonly #spent: Cache<{ left: number }>;

  constructor({
    times,
    withinMs,
    keys,
    now,
  }: {
    times: number;
    withinMs: number;
    keys: number;
    now: () => number;
  }) {
    this.#times = times;
    this.#spent = createCache({ most: keys, keptMs: withinMs, now });
  }

  /** Takes one; false when none is left until the time is over. */
  take(key: string): boolean {
    const known = this.#spent.get(key);
    if (known === undefined) {
      this.#spent.set(key, { left: this.#times - 1 });
      return true;
    }
    if (known.left === 0) return false;
    known.left -= 1;
    return true;
  }
}
