import { FIXED_ONE, type Fixed } from '../../platform/fixed-point.ts';

/** What splits, bonuses and consolidations are declared in. */
const RATIOS: readonly (readonly [to: bigint, from: bigint])[] = [
  ...[2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 20n, 25n, 50n, 100n].flatMap(
    (n) =>
      [
        [n, 1n],
        [1n, n],
      ] as const,
  ),
  [3n, 2n],
  [5n, 2n],
  [4n, 3n],
  [5n, 3n],
  [5n, 4n],
  [6n, 5n],
  [11n, 10n],
];

/** Of fewer shares nearly every number is some ratio of another. */
const MANY = 20n * FIXED_ONE;

/**
 * The plain ratio in which one number of units is another, as a split or bonus would have made it; null for none. A fraction of
 * a share is paid out, so that the next whole number below counts as well.
 */
export function plainRatio(units: Fixed, of: Fixed): readonly [to: bigint, from: bigint] | null {
  if (units <= 0n || of <= 0n || units === of) return null;
  const isWhole = units % FIXED_ONE === 0n && of % FIXED_ONE === 0n;
  const exact = RATIOS.find(([to, from]) => units * from === of * to);
  if (exact !== undefined || !isWhole) return exact ?? null;
  return of < MANY
    ? null
    : (RATIOS.find(([to, from]) => units === ((of * to) / from / FIXED_ONE) * FIXED_ONE) ?? null);
}
