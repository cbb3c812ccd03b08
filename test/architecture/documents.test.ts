import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

describe('the documents of the top folder', () => {
  it('one version: of the package, its lock file, the API and the newest entry of the changelog', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version?: string }>;
    };
    const api = /const VERSION = '([^']+)'/.exec(read('api/routes/index.ts'))?.[1];
    const entries = [...read('CHANGELOG.md').matchAll(/^## (\S+) \(\d+ \w+ \d{4}\)$/gm)].map(
      ([, one]) => one,
    );
    assert.deepEqual(
      [lock.version, lock.packages['']?.version, api, entries[0]],
      [version, version, version, version],
    );
    const newestFirst = entries.toSorted((one = '', other = '') =>
      other.localeCompare(one, 'en', { numeric: true }),
    );
    assert.deepEqual(entries, [...new Set(newestFirst)]);
  });
});
