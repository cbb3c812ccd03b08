import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { slugOf } from '../../api/dashboard/src/components/markdown/blocks.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

const FOLDERS = ['bot', 'api', 'core', 'jobs', 'charts', 'migrations', 'test', '.deploy'];
/** The README, CONTRIBUTING, and the documents beside the rooms. The guides have a test of their own. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.posix.join(folder, name)),
  ).filter((name) => !name.startsWith('api/docs/')),
];

/** A path as the documents write it: from the top, or from their own room, with a slash in it. */
const PATH = /^(?!https?:)[\w.@-]*(?:\/[\w.@-]+)*\/?$/;
const ENDING = /\/$|\.(?:ts|tsx|mjs|cjs|json|md|css|svg|yaml)$/;

const isThere = (name: string): boolean => existsSync(path.join(ROOT, name));

/** Paths in backticks that lead nowhere. */
function lostPaths(document: string, text: string): string[] {
  const room = path.posix.dirname(document).replace(/\/docs$/, '');
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(' '))
    .filter((word) => word.includes('/') && PATH.test(word) && ENDING.test(word) && !word.startsWith('/'))
    .filter((word) => !/^(?:dist|\.data)\//.test(word))
    .filter((word) => !isThere(word) && !isThere(path.posix.join(room, word)));
}

/** Links that lead nowhere. */
function lostLinks(document: string, text: string): string[] {
  const folder = path.posix.dirname(document);
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => {
      if (/^https?:/.test(address)) return false;
      const [file = '', anchor] = address.split('#');
      const target = file === '' ? document : path.posix.join(folder, file);
      if (!existsSync(path.join(ROOT, target))) return true;
      if (anchor === undefined) return false;
      const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
      return !headings.includes(anchor);
    });
}

describe('the documents of the top folder', () => {
  it('one version: of the package, its lock file, the API and the newest entry of the changelog', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version?: string }>;
    };
    const api = /const VERSION = '([^']+)'/.exec(read('api/routes/server.ts'))?.[1];
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

  it('the README is read in five minutes, and CONTRIBUTING as well', () => {
    assert.ok(read('README.md').split('\n').length <= 150);
    assert.ok(read('CONTRIBUTING.md').split('\n').length <= 100);
  });

  for (const name of DOCUMENTS)
    it(`${name}: its paths and links lead somewhere`, () => {
      const text = read(name);
      assert.deepEqual([...lostPaths(name, text), ...lostLinks(name, text)], []);
    });

  it('a wrong path, link or anchor is found', () => {
    const text =
      'In `core/nowhere.ts` and `core/README.md`; [this](nowhere.md), [that](../core/README.md#nothing), [there](README.md#add-a-command).';
    assert.deepEqual(lostPaths('bot/planted.md', text), ['core/nowhere.ts']);
    assert.deepEqual(lostLinks('bot/planted.md', text), ['nowhere.md', '../core/README.md#nothing']);
  });

  it('every recipe is reached from the list of recipes', () => {
    const list = read('core/README.md');
    const listed = [...list.matchAll(/\]\(([^()#\s]+\.md)\)/g)].map(([, one = '']) =>
      path.posix.join('core', one),
    );
    const recipes = DOCUMENTS.filter(
      (name) => name.endsWith('/README.md') && !/^(?:core\/README|\.deploy)/.test(name),
    );
    assert.deepEqual(
      recipes.filter((name) => !listed.includes(name)),
      [],
    );
  });
});
