/**
 * What is known of the keys seen last, for a while. Bounded: where there are too many, the one used longest ago is
 * forgotten, so that strangers cannot fill the memory.
 */
export class RecentKeys<V> {
  readonly #most: number;
  readonly #now: () => number;
  readonly #known = new Map<string, { value: V; until: number }>();

  /** @param now milliseconds since some fixed moment. */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  get(key: string): V | undefined {
    const found = this.#known.get(key);
    if (found === undefined) return undefined;
    this.#known.delete(key);
    if (found.until <= this.#now()) return undefined;
    this.#known.set(key, found);
    return found.value;
  }

  /** Keeps it for so many milliseconds. */
  set(key: string, value: V, forMs: number): void {
    this.#known.delete(key);
    this.#known.set(key, { value, until: this.#now() + forMs });
    if (this.#known.size <= this.#most) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  delete(key: string): void {
    this.#known.delete(key);
  }

  get size(): number {
    return this.#known.size;
  }
}

/** So many times within so long for each key; memory is bounded as that of `RecentKeys`. */
export class Allowance {
  readonly #times: number;
  readonly #withinMs: number;
  readonly #spent: RecentKeys<{ left: number }>;

  constructor({
    times,
    withinMs,
    keys,
    now,
  }: { times: number; withinMs: number; keys: number; now: () => number }) {
    this.#times = times;
    this.#withinMs = withinMs;
    this.#spent = new RecentKeys(keys, now);
  }

  /** Takes one; false when none is left until the time is over. */
  take(key: string): boolean {
    const known = this.#spent.get(key);
    if (known === undefined) {
      this.#spent.set(key, { left: this.#times - 1 }, this.#withinMs);
      return true;
    }
    if (known.left === 0) return false;
    known.left -= 1;
    return true;
  }
}
