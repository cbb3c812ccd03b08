import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const MEGABYTE = 1024 * 1024;

/** Bytes that this process may use: the smaller limit of the machine and its control group. */
export function ownMemory(): number {
  const constrained = process.constrainedMemory();
  // Without a limit it is 0, or a number larger than any machine.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * Bytes of a cache, as a share of the memory.
 * @param of divisor of the memory @param least and `most`, in MB
 */
export function memoryShare({ of, least, most }: { of: number; least: number; most: number }): number {
  return Math.min(most * MEGABYTE, Math.max(least * MEGABYTE, Math.floor(ownMemory() / of)));
}

/** Growth of a heap beyond what was in use after a full collection, in percent, before the next one begins. */
const HEAP_GROWTH_PCT = 40;

/**
 * Limits how far the heap of each thread grows between full collections. By default it doubles and more where the machine has
 * memory to spare: a server that read the reports of 300 people in turn took 1,200 to 1,300 MB, and takes 860 MB at the same
 * rate. The price is longer waits of the slowest requests at full load.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PCT}`);
}
