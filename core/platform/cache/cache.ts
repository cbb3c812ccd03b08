interface CacheOptions<V> {
  /** Entries that are kept; the one used longest ago gives way. With 0 nothing is kept, and work under way is shared. */
  most: number;
  /** What they may come to together, in the unit of `sizeOf`. */
  mostSize?: number;
  sizeOf?: (value: V) => number;
  /** The entry that was written last stays, however large it is. */
  keepsLast?: boolean;
  /** Entries are used for so many milliseconds, unless they are given a time of their own. */
  keptMs?: number;
  /** The first moment, by `now`, at which a value is used no longer. */
  until?: (value: V) => number;
  /** Milliseconds since some fixed moment; for whatever is kept for a time. */
  now?: () => number;
  /** Told of what is kept no longer. */
  onDrop?: (key: string, value: V) => void;
}

/** What was found out and may be used again. */
export interface Cache<V> {
  /**
   * What is kept, or the outcome of `make`, for which all who ask for the same meanwhile wait. A failure is told to all of
   * them and not kept.
   * @param restsOn names the state of what the value follows from, such as a revision. Read it before the data: a change in
   *   between makes the value count as old, never as new. A value that rests on something else is not used, nor waited for.
   */
  read(key: string, restsOn: string, make: () => Promise<V>): Promise<V>;
  /** The value that `read` would use, kept or still being made; undefined if it would have to be made. */
  find(key: string, restsOn: string): Promise<V> | undefined;
  get(key: string): V | undefined;
  set(key: string, value: V, forMs?: number): void;
  /** Forgets it. Work under way for it still answers who waits, and is not kept. */
  delete(key: string): void;
  deleteWhere(isGone: (value: V) => boolean): void;
  clear(): void;
  readonly count: number;
  /** What all of them come to, by `sizeOf`. */
  readonly size: number;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

interface Entry<V> {
  value: V;
  restsOn: string;
  since: number;
  until: number;
  size: number;
}

interface UnderWay<V> {
  restsOn: string;
  result: Promise<V>;
}

/** A bounded cache of one process. */
export function createCache<V>(options: CacheOptions<V>): Cache<V> {
  const { most, mostSize = Number.POSITIVE_INFINITY, sizeOf = () => 0, keepsLast = false } = options;
  const { keptMs = Number.POSITIVE_INFINITY, now = () => 0, onDrop } = options;
  const { until: endOf = () => Number.POSITIVE_INFINITY } = options;
  /** The one used longest ago comes first. */
  const entries = new Map<string, Entry<V>>();
  const underWay = new Map<string, UnderWay<V>>();
  let size = 0;

  function take(key: string): Entry<V> | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    size -= entry.size;
    return entry;
  }

  function put(key: string, entry: Entry<V>): void {
    entries.set(key, entry);
    size += entry.size;
  }

  function drop(key: string): void {
    const entry = take(key);
    if (entry !== undefined) onDrop?.(key, entry.value);
  }

  function shrink(): void {
    for (const oldest of entries.keys()) {
      const isRoom = entries.size <= most && size <= mostSize;
      if (isRoom || (keepsLast && entries.size === 1)) return;
      drop(oldest);
    }
  }

  function entryOf(key: string): Entry<V> | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    // After the clock is set back, an entry from the future would live too long.
    const at = now();
    if (entry.until <= at || at < entry.since) {
      drop(key);
      return undefined;
    }
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  function keep(key: string, value: V, restsOn: string, since: number, forMs: number): void {
    const before = take(key);
    if (before !== undefined && before.value !== value) onDrop?.(key, before.value);
    put(key, { value, restsOn, since, until: Math.min(since + forMs, endOf(value)), size: sizeOf(value) });
    shrink();
  }

  function find(key: string, restsOn: string): Promise<V> | undefined {
    const known = entryOf(key);
    if (known?.restsOn === restsOn) return Promise.resolve(known.value);
    const other = underWay.get(key);
    return other?.restsOn === restsOn ? other.result : undefined;
  }

  return {
    find,
    async read(key, restsOn, make) {
      const known = find(key, restsOn);
      if (known !== undefined) return await known;
      const since = now();
      const own: UnderWay<V> = { restsOn, result: (async () => await make())() };
      underWay.set(key, own);
      try {
        const value = await own.result;
        // Not where newer work took its place, or it was forgotten meanwhile.
        if (underWay.get(key) === own) keep(key, value, restsOn, since, keptMs);
        return value;
      } finally {
        if (underWay.get(key) === own) underWay.delete(key);
      }
    },
    get: (key) => entryOf(key)?.value,
    set(key, value, forMs = keptMs) {
      underWay.delete(key);
      keep(key, value, '', now(), forMs);
    },
    delete(key) {
      underWay.delete(key);
      drop(key);
    },
    deleteWhere(isGone) {
      for (const [key, { value }] of entries) if (isGone(value)) drop(key);
    },
    clear() {
      underWay.clear();
      for (const key of entries.keys()) drop(key);
    },
    get count() {
      return entries.size;
    },
    get size() {
      return size;
    },
    async idle() {
      await Promise.allSettled([...underWay.values()].map(({ result }) => result));
    },
  };
}
