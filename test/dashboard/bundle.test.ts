import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

  it('has the styles of every component of Mantine that it uses', () => {
    const styles = path.resolve(import.meta.dirname, '../../node_modules/@mantine/core/styles');
    const textOf = (kind: string): string =>
      assets
        .filter(({ name }) => name.endsWith(kind))
        .map(({ text }) => text)
        .join('');
    const classesOf = (text: string): string[] => text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? [];
    const used = new Set(classesOf(textOf('.js')));
    const styled = new Set(classesOf(textOf('.css')));
    const missing = filesOf(styles)
      .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
      .filter((name) =>
        classesOf(readFileSync(name, 'utf8')).some((one) => used.has(one) && !styled.has(one)),
      );
    assert.ok(used.size > 100, `only ${used.size} classes`);
    assert.deepEqual(
      missing.map((name) => path.basename(name)),
      [],
      'not imported in mantine.css',
    );
  });

  it('what the overview needs before it shows its figures is under 250 kB as it is sent', () => {
    const needed = new Set<string>();
    const need = (name: string): void => {
      if (needed.has(name)) return;
      needed.add(name);
      const { text = '' } = assets.find((one) => one.name === name) ?? {};
      for (const [, other = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
        need(`assets/${other}`);
    };
    const page = assets.find(({ name }) => name === 'index.html')?.text ?? '';
    // A phone fetches that icon when a person installs the app.
    const first = page.replace(/<link rel="apple-touch-icon"[^>]*>/, '');
    for (const [, name = ''] of first.matchAll(/(?:src|href)="\/([^"]+)"/g)) need(name);
    const ofOverview = assets.filter(({ name }) => /^assets\/overview-.*\.(js|css)$/.test(name));
    assert.ok(ofOverview.length > 0, 'the overview is a file of its own');
    for (const { name } of ofOverview) need(name);
    assert.ok(needed.size > 20, `only ${needed.size} files`);
    const sent = (name: string): number => {
      const whole = path.join(dir, name);
      return statSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).size;
    };
    const fonts = filesOf(dir)
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => path.relative(dir, name));
    assert.equal(fonts.length, 2);
    for (const name of fonts) need(name);
    const bytes = [...needed].reduce((sum, name) => sum + sent(name), sent('index.html'));
    assert.ok(bytes < 250_000, `${bytes} bytes in ${needed.size} files`);
    // Chart.js is a quarter of that by itself, and comes with the chart.
    assert.ok(![...needed].some((name) => name.includes('chart-canvas')));
  });

  it('the manifest and the service worker name files that are there, icons in the sizes that they say', () => {
    interface Icon {
      src: string;
      sizes: string;
      purpose?: string;
    }
    const { icons } = JSON.parse(readFileSync(path.join(dir, 'manifest.webmanifest'), 'utf8')) as {
      icons: Icon[];
    };
    const touch = { src: '/icons/touch-180.png', sizes: '180x180' };
    for (const { src, sizes } of [...icons, touch, { src: '/icons/badge-96.png', sizes: '96x96' }]) {
      // Width and height stand behind the signature and the head of the first chunk.
      const bytes = readFileSync(path.join(dir, src));
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
    }
    assert.ok(icons.some(({ purpose }) => purpose === 'maskable'));
    const worker = readFileSync(path.join(dir, 'sw.js'), 'utf8');
    const { entry, files } = JSON.parse(/^const MUNIM_SHELL=(.*);$/m.exec(worker)?.[1] ?? '') as {
      entry: string;
      files: string[];
    };
    const lost = files.filter((name) => !existsSync(path.join(dir, name)));
    assert.deepEqual(lost, []);
    assert.ok(readFileSync(path.join(dir, 'index.html'), 'utf8').includes(entry) && files.includes(entry));
    for (const part of [/overview-.*\.js$/, /saved-page-.*\.js$/, /\.css$/, /\.woff2$/])
      assert.ok(
        files.some((name) => part.test(name)),
        String(part),
      );
    // An import that is not stored would leave the page empty without a network.
    const reached = new Set(files);
    for (const name of files.filter((one) => one.endsWith('.js'))) {
      const text = readFileSync(path.join(dir, name), 'utf8');
      for (const [, other = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
        assert.ok(reached.has(`/assets/${other}`), `${name} needs ${other}`);
    }
    const bytes = files.reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0);
    assert.ok(bytes < 1_000_000, `${bytes} bytes are stored for the first page`);
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
