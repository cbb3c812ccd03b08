import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Mocha's own reading of a pattern; it throws where nothing matches. */
const { lookupFiles } = createRequire(import.meta.url)('mocha/lib/cli/lookup-files.js') as {
  lookupFiles: (pattern: string, extensions: readonly string[]) => string[];
};

function matches(pattern: string): string[] {
  try {
    return lookupFiles(path.join(ROOT, pattern), ['ts']).map((file) => path.relative(ROOT, file));
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MOCHA_NO_FILES_MATCH_PATTERN') return [];
    throw error;
  }
}

describe('the files of the tests', () => {
  it('npm test runs each of them once', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { test: string };
    };
    const patterns = [...scripts.test.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => pattern);
    const all = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => path.join('test', name));
    assert.deepEqual(patterns.flatMap(matches).toSorted(), all.toSorted());
  });
});
