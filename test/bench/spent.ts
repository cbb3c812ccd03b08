/** Processor seconds of this process, its threads included. */
export async function spent<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6, result };
}
