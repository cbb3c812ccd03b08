/*
 * What is tried at random, killed again and again, or put into everything: a sample of it in `npm test`, which must be able
 * to fail for each rule, and the long number in `npm run test:soak`. That runs the files that import this one (or the files
 * it is given), one after the other, and the properties without a number of their own far oftener (test/soak-hooks.ts).
 */
export const isSoak = process.env['MUNIM_SOAK'] === '1';

/** The first in `npm test`, the second in `npm run test:soak`. */
export function sampled<T>(inSuite: T, inSoak: T): T {
  return isSoak ? inSoak : inSuite;
}
