import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = 'dist/program/main.js';

/** Arguments for Node to run the built program, which is built first where it is missing. */
export function builtProgram(): readonly string[] {
  if (!existsSync(path.join(ROOT, PROGRAM)))
    spawnSync(process.execPath, ['.ci/build-if-stale.mjs'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return [PROGRAM];
}
