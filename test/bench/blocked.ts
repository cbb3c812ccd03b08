import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Linux counts a running thread at its ticks: so many milliseconds may not be counted yet. */
const TICK_MS = 4;

/**
 * Processor time of the thread of the event loop so far, in milliseconds, as Linux counts it. Elsewhere it is that of the whole
 * process, which is more: its other threads compile and collect.
 */
function computed(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/**
 * Runs something and tells the longest time this process was deaf meanwhile, in milliseconds. Only time in which its
 * event loop was at work counts, and only so much of it as was computing: what a busy machine took away, and what
 * other threads did while the loop was waiting, is not a block.
 */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; block_ms: number }> {
  let block_ms = 0;
  let at = performance.now();
  let cpu = computed();
  let loop = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.now();
    const used = computed();
    const { active } = performance.eventLoopUtilization(loop);
    block_ms = Math.max(block_ms, Math.min(now - at, active, used - cpu + TICK_MS));
    at = now;
    cpu = used;
    loop = performance.eventLoopUtilization();
  }, 1);
  try {
    const result = await work();
    return { result, block_ms };
  } finally {
    clearInterval(timer);
  }
}
