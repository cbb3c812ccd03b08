/** How much the resident memory grows meanwhile at its highest, in MB. */
export async function grown<T>(work: () => Promise<T>): Promise<{ result: T; growth_mb: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 10);
  try {
    const result = await work();
    return { result, growth_mb: (highest - before) / 1024 / 1024 };
  } finally {
    clearInterval(timer);
  }
}
