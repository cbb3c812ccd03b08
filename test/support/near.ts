import assert from 'node:assert/strict';

/** Figures that two ways of reckoning may give with other last digits. */
export function near(actual: number | null | undefined, expected: number, within = 1e-9): void {
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= within,
    `${String(actual)} is not ${expected} within ${within}`,
  );
}
