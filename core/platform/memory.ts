import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/** Bytes that this process may use: those of the machine, or of its control group where that has fewer. */
function ownMemory(): number {
  const constrained = process.constrainedMemory();
  // Without a limit it is 0, or a number that no machine has.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * Bytes for what is kept ready to save work, as a part of the memory.
 * @param of one in so many bytes @param least and `most`, in MB
 */
export function memoryShare({ of, least, most }: { of: number; least: number; most: number }): number {
  return Math.min(most * MEGABYTE, Math.max(least * MEGABYTE, Math.floor(ownMemory() / of)));
}
