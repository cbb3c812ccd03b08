import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VARIABLES } from '../../core/platform/config.ts';
import { GENERATED } from './generated.ts';

const committed = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8');

describe('generated documents', () => {
  for (const { path: name, text } of GENERATED)
    it(`${name} is what npm run docs writes`, () => assert.equal(committed(name), text()));

  it('.env.example and the guide to settings list each variable once, with its default', () => {
    const expected = Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback]);
    const listed = [...committed('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];
    assert.deepEqual(
      listed.map(([, name, value]) => [name, value]),
      expected,
    );
    const items = [
      ...committed('api/docs/settings.md').matchAll(/^- `([A-Z0-9_]+)` \((?:empty|`(.*?)`)\)/gm),
    ];
    assert.deepEqual(
      items.map(([, name, value = '']) => [name, value]),
      expected,
    );
  });
});
