/** Does what belongs to one key one after the other, and different keys side by side. */
interface Turns {
  /** A failure is told to whoever asked for that work; the next one begins all the same. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was asked for so far has ended. */
  idle(): Promise<void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const result = before.then(work);
      const settled = result.catch(() => undefined);
      last.set(key, settled);
      try {
        return await result;
      } finally {
        if (last.get(key) === settled) last.delete(key);
      }
    },
    async idle() {
      await Promise.all(last.values());
    },
  };
}
