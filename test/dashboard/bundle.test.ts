import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildDashboard } from './browser.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../api/dashboard/src');
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('dashboard bundle', function () {
  let dir: string;
  let assets: { name: string; text: string }[];
  before(async () => {
    dir = await buildDashboard();
    assets = filesOf(dir)
      .filter((name) => /\.(js|css|html)$/.test(name))
      .map((name) => ({ name: path.relative(dir, name), text: readFileSync(name, 'utf8') }));
  });

  it('has the shapes of core and none of its code', () => {
    assert.ok(assets.length > 10, `only ${assets.length} assets`);
    for (const word of ['knex', 'objection', 'app.user_id', 'process.env.DATABASE']) {
      const found = assets.filter(({ text }) => text.toLowerCase().includes(word));
      assert.deepEqual(
        found.map(({ name }) => name),
        [],
        word,
      );
    }
    const values = filesOf(SOURCES).filter((name) =>
      /(import|export) (?!type\b)[^;]*?from '[^']*\/core\//.test(readFileSync(name, 'utf8')),
    );
    assert.deepEqual(values, [], 'core is imported for its types only');
  });

  it('every file of a kilobyte and more stands beside its brotli and its gzip, about a third of its size', () => {
    let [whole, brotli] = [0, 0];
    for (const name of filesOf(dir).filter((one) => /\.(js|css|html|ttf)$/.test(one))) {
      const bytes = readFileSync(name);
      if (bytes.length < 1024) continue;
      const small = readFileSync(`${name}.br`);
      assert.ok(brotliDecompressSync(small).equals(bytes), name);
      assert.ok(gunzipSync(readFileSync(`${name}.gz`)).equals(bytes), name);
      whole += bytes.length;
      brotli += small.length;
    }
    assert.ok(brotli < 0.35 * whole, `${brotli} of ${whole} bytes`);
  });
});
