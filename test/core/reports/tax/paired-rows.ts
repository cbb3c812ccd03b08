import assert from 'node:assert/strict';
import { type PaperLine, totalOf } from '../../../support/paper-tax.ts';
import type { Rational } from '../../../support/rational.ts';

/** Within a millionth of the amount, and of a rupee. */
export function same(found: number | null | undefined, meant: Rational | null, of: string): void {
  const expected = meant?.toNumber() ?? null;
  if (expected === null || found === null || found === undefined) assert.equal(found ?? null, expected, of);
  else {
    const off = Math.abs(found - expected);
    assert.ok(off <= 1e-6 * Math.max(1, Math.abs(expected)), `${of}: ${found} is not ${expected}`);
  }
}

/** Rows of both sides that are of one key; neither side has a key that the other lacks. */
export function paired<Row, Line>(
  rows: readonly Row[],
  keyOfRow: (row: Row) => string,
  lines: readonly Line[],
  keyOfLine: (line: Line) => string,
): { key: string; rows: Row[]; lines: Line[] }[] {
  const [theirs, ours] = [bundled(rows, keyOfRow), bundled(lines, keyOfLine)];
  assert.deepEqual([...theirs.keys()].sort(), [...ours.keys()].sort());
  return [...ours].map(([key, own]) => ({ key, rows: theirs.get(key) ?? [], lines: own }));
}

export function bundled<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const bundles = new Map<string, Row[]>();
  for (const row of rows) bundles.set(keyOf(row), [...(bundles.get(keyOf(row)) ?? []), row]);
  return bundles;
}

/** Unknown as soon as one of them is. */
export function total<Row>(rows: readonly Row[], of: (row: Row) => number | null): number | null {
  const amounts = rows.map(of);
  return amounts.includes(null) ? null : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

export const exact = (
  lines: readonly PaperLine[],
  of: (line: PaperLine) => Rational | null,
): Rational | null => (lines.some((line) => of(line) === null) ? null : totalOf(lines, of));
