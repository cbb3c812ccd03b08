/** Peak resident memory during the work, and its growth, in MB. */
export async function grown<T>(
  work: () => Promise<T>,
): Promise<{ result: T; growth_mb: number; highest_mb: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 10);
  try {
    const result = await work();
    const toMb = (bytes: number) => bytes / 1024 / 1024;
    return { result, growth_mb: toMb(highest - before), highest_mb: toMb(highest) };
  } finally {
    clearInterval(timer);
  }
}

/**
 * The growth exponent of a cost in a size: the slope of the line through the logarithms. 0 for a constant cost, 1 for a
 * linear one, NaN for fewer than two sizes.
 */
export function exponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (of: 0 | 1) => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
  return logs.reduce((sum, [size, cost]) => sum + (size - x) * (cost - y), 0) / spread;
}
