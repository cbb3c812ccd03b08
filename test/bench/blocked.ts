import { performance } from 'node:perf_hooks';

/**
 * Runs something and tells the longest time this process was deaf meanwhile, in milliseconds. Only time in which its
 * event loop was at work counts, and only so much of it as was computing: what a busy machine took away, and what
 * other threads did while the loop was waiting, is not a block.
 */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; block_ms: number }> {
  let block_ms = 0;
  let at = performance.now();
  let cpu = process.cpuUsage();
  let loop = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const { active } = performance.eventLoopUtilization(loop);
    block_ms = Math.max(block_ms, Math.min(now - at, active, (user + system) / 1000));
    at = now;
    cpu = process.cpuUsage();
    loop = performance.eventLoopUtilization();
  }, 1);
  try {
    const result = await work();
    return { result, block_ms };
  } finally {
    clearInterval(timer);
  }
}
