import { readFileSync } from 'node:fs';

/** Of a process on a system that does not say: the smallest limit that is usual. */
const USUAL = 1024;

/** Files and connections that this process may have open at once. @param limits text of /proc/self/limits, for tests */
export function mostOpenFiles(limits = readLimits()): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return USUAL;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
