import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** Mocha's own reading of its options. */
const collectFiles = require('mocha/lib/cli/collect-files.cjs') as (options: Record<string, unknown>) => {
  files: string[];
};

/** The files that a script of package.json runs. */
function filesOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const ignore = [...(scripts[script] ?? '').matchAll(/--ignore "([^"]+)"/g)].map(
    ([, pattern = '']) => pattern,
  );
  // In a process of its own, with the words of the script: in this one a file is named.
  const { stdout } = spawnSync(
    process.execPath,
    ['-p', "require('./.ci/suite.mocharc.cjs').spec.join('\\n')", '--', ...ignore],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const spec = stdout.trim().split('\n');
  const options = { ignore, extension: ['ts'], file: [], spec, recursive: false, sort: false };
  return collectFiles(options).files.map((file) => path.relative(ROOT, file));
}

describe('the files of the tests', () => {
  const all = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test', name));
  const isSlow = (name: string) => name.endsWith('.slow.test.ts');

  it('npm run test:all runs each of them once', () => {
    assert.deepEqual(filesOf('test:all').toSorted(), all.toSorted());
  });

  it('npm test leaves out the slow ones, and npm run test:slow runs those alone', () => {
    assert.deepEqual(filesOf('test').toSorted(), all.filter((name) => !isSlow(name)).toSorted());
    assert.deepEqual(filesOf('test:slow').toSorted(), all.filter(isSlow).toSorted());
  });
});
