/**
 * A number from 0 up to 1 that depends on the words alone, so that the sample is the same in every run: FNV-1a, stirred once
 * more because neighbouring days must not resemble each other.
 */
export function chance(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** From −1 to 1. */
export const sway = (...words: (string | number)[]): number => 2 * chance(...words) - 1;

export function pick<T>(choices: readonly T[], ...words: (string | number)[]): T {
  return choices[Math.floor(chance(...words) * choices.length)] as T;
}
