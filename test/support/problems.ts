import assert from 'node:assert/strict';
import { Problem } from '../../core/platform/index.ts';

/** Asserts that the work is refused with this status and code, and that the message fits when a pattern is given. */
export async function refused(
  work: Promise<unknown>,
  status: number,
  code: string,
  detail?: RegExp,
): Promise<Problem> {
  let problem: unknown;
  try {
    await work;
  } catch (error) {
    problem = error;
  }
  assert.ok(
    problem instanceof Problem,
    `expected ${code}, got ${problem instanceof Error ? problem.message : 'no refusal'}`,
  );
  assert.equal(`${problem.status} ${problem.code}`, `${status} ${code}`);
  if (detail !== undefined) assert.match(problem.detail, detail);
  return problem;
}
