import { totalmem } from 'node:os';

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
