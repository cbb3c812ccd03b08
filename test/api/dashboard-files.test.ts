import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type TestApi, testApi } from '../support/api-client.ts';

const PAGE = '<!doctype html><div id="root"></div>';
const WORKER = 'self.addEventListener("fetch", () => undefined);';
const STYLES = '.figure { white-space: nowrap }\n'.repeat(100);

/** Installs and activates a worker, and notes what it does. */
async function runWorker(source: string, done: string[]): Promise<void> {
  type Handler = (event: { waitUntil: (work: Promise<unknown>) => void }) => void;
  const handlers = new Map<string, Handler>();
  const note = (word: string) => async () => void done.push(word);
  const self = {
    addEventListener: (name: string, handle: Handler) => handlers.set(name, handle),
    skipWaiting: note('skip waiting'),
    registration: { unregister: note('unregister') },
  };
  const caches = {
    keys: async () => ['munim-files-1', 'of-another-app'],
    delete: async (name: string) => void done.push(`delete ${name}`),
  };
  runInNewContext(source, { self, caches });
  for (const name of ['install', 'activate']) {
    const work: Promise<unknown>[] = [];
    handlers.get(name)?.({ waitUntil: (one) => void work.push(one) });
    await Promise.all(work);
  }
}

describe('api dashboard files', () => {
  let world: TestApi;
  let dir: string;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-dashboard-'));
    await mkdir(path.join(dir, 'site/assets'), { recursive: true });
    for (const [name, text] of [
      ['site/index.html', PAGE],
      ['site/assets/big-4d5e6f.css', STYLES],
    ] as const) {
      await writeFile(path.join(dir, name), text);
      await writeFile(path.join(dir, `${name}.br`), brotliCompressSync(text));
      await writeFile(path.join(dir, `${name}.gz`), gzipSync(text));
    }
    await writeFile(path.join(dir, 'site/favicon.svg'), '<svg/>');
    await writeFile(path.join(dir, 'site/sw.js'), WORKER);
    await writeFile(path.join(dir, 'site/manifest.webmanifest'), '{"name":"Munim"}');
    await writeFile(path.join(dir, 'site/app-192.png'), 'picture');
    await writeFile(path.join(dir, 'site/.secret'), 'hidden');
    await writeFile(path.join(dir, 'site/assets/app-1a2b3c.js'), 'export {};');
    await writeFile(path.join(dir, 'outside.txt'), 'outside');
    world = await testApi({ dashboardDir: path.join(dir, 'site') });
  });
  after(async () => {
    await world.close();
    await rm(dir, { recursive: true });
  });

  /** A request that is sent as it stands: no path tidied up, no header added. */
  const raw = (at: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string; bytes: Buffer; headers: IncomingHttpHeaders }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(world.url);
        request({ hostname, port, path: at, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const bytes = Buffer.concat(parts);
            resolve({
              status: response.statusCode ?? 0,
              text: bytes.toString(),
              bytes,
              headers: response.headers,
            });
          });
        })
          .on('error', reject)
          .end();
      },
    );

  it('pages of the app are its index, asked for anew each time, without a session', async () => {
    const client = world.stranger();
    for (const page of ['/', '/holdings', '/portfolios/12/edit']) {
      const { status, text, headers } = await client.get<string>(page);
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-cache'], page);
      assert.match(headers.get('content-type') ?? '', /text\/html/);
      assert.match(text, /root/);
    }
    const { headers } = await client.get('/');
    const again = await raw('/', { 'if-modified-since': headers.get('last-modified') ?? '' });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('assets never change; one that is missing is 404 and not the index', async () => {
    const client = world.stranger();
    const asset = await client.get<string>('/assets/app-1a2b3c.js');
    assert.deepEqual(
      [asset.status, asset.headers.get('cache-control')],
      [200, 'public, max-age=31536000, immutable'],
    );
    assert.match(asset.headers.get('content-type') ?? '', /javascript/);
    assert.equal((await client.get('/favicon.svg')).status, 200);
    for (const missing of ['/assets/app-old.js', '/assets/none', '/robots.txt', '/.secret', '/assets/']) {
      const { status, body, headers } = await client.get(missing);
      assert.deepEqual([status, body['code']], [404, 'FILE_NOT_FOUND'], missing);
      assert.doesNotMatch(headers.get('cache-control') ?? '', /immutable/);
    }
    assert.equal((await client.post('/')).status, 405);
  });

  it('an app can be installed without a session: manifest, icons and worker, which browsers revalidate each time', async () => {
    const client = world.stranger();
    for (const [name, type] of [
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
      ['/app-192.png', 'image/png'],
      ['/sw.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const { status, headers } = await client.get(name);
      assert.deepEqual(
        [status, headers.get('content-type'), headers.get('cache-control')],
        [200, type, 'no-cache'],
        name,
      );
    }
    assert.equal((await client.get('/sw.js')).text, WORKER);
    const policy = (await client.get('/')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /worker-src|manifest-src/);
    // A share that no worker took: the page asks for the file again.
    const shared = await client.post('/import/shared', {});
    assert.deepEqual([shared.status, shared.headers.get('location')], [303, '/data/import?shared']);
  });

  it('SERVICE_WORKER_ENABLED=0, or a build without a worker, answers with one that removes itself', async () => {
    const bare = path.join(dir, 'bare');
    await mkdir(bare);
    await writeFile(path.join(bare, 'index.html'), PAGE);
    for (const options of [
      { dashboardDir: bare },
      { dashboardDir: path.join(dir, 'site'), environment: { SERVICE_WORKER_ENABLED: '0' } },
    ]) {
      const other = await testApi(options);
      const { status, text, headers } = await other.stranger().get('/sw.js');
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-cache']);
      assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
      const done: string[] = [];
      await runWorker(text, done);
      assert.deepEqual(done, ['skip waiting', 'delete munim-files-1', 'unregister']);
      await other.close();
    }
  });

  it('a browser gets the smallest file it takes, and caches keep them apart', async () => {
    const asis = (bytes: Buffer): Buffer => bytes;
    const cases: [accepts: string | null, encoding: string | undefined, unpack: (bytes: Buffer) => Buffer][] =
      [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip, deflate', 'gzip', gunzipSync],
        ['br;q=0, gzip', 'gzip', gunzipSync],
        ['deflate', undefined, asis],
        ['identity', undefined, asis],
        [null, undefined, asis],
      ];
    for (const [accepts, encoding, unpack] of cases) {
      const { status, headers, bytes } = await raw(
        '/assets/big-4d5e6f.css',
        accepts === null ? {} : { 'accept-encoding': accepts },
      );
      assert.deepEqual([status, headers['content-encoding']], [200, encoding], String(accepts));
      assert.equal(unpack(bytes).toString(), STYLES);
      assert.equal(headers['content-length'], String(bytes.length));
      assert.match(headers['content-type'] ?? '', /text\/css/);
      assert.match(headers.vary ?? '', /accept-encoding/i);
      assert.match(headers['cache-control'] ?? '', /immutable/);
    }
    const page = await raw('/holdings', { 'accept-encoding': 'br' });
    assert.deepEqual(
      [page.headers['content-encoding'], brotliDecompressSync(page.bytes).toString()],
      ['br', PAGE],
    );
    const again = await raw('/holdings', {
      'accept-encoding': 'br',
      'if-modified-since': page.headers['last-modified'] ?? '',
    });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const small = await raw('/assets/app-1a2b3c.js', { 'accept-encoding': 'br, gzip' });
    assert.deepEqual([small.headers['content-encoding'], small.text], [undefined, 'export {};']);
    assert.match(small.headers.vary ?? '', /accept-encoding/i);
  });

  it('nothing outside the folder is ever sent', async () => {
    for (const at of [
      '/../outside.txt',
      '/assets/../../outside.txt',
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/assets/..%5c..%5coutside.txt',
      '/%00.txt',
      '//etc/passwd.txt',
    ]) {
      const { text } = await raw(at);
      assert.doesNotMatch(text, /^outside|root:/, at);
    }
    for (const at of [
      '/assets%2fapp-1a2b3c.js',
      '/./favicon.svg',
      '/assets/../favicon.svg',
      '/favicon.svg/x.svg',
    ])
      assert.equal((await raw(at)).status, 404, at);
  });

  it('before the dashboard is built, the page says how to build it', async () => {
    const other = await testApi({ dashboardDir: path.join(dir, 'nowhere') });
    const { status, text } = await other.stranger().get<string>('/');
    assert.equal(status, 503);
    assert.match(text, /npm run build/);
    assert.equal((await other.stranger().get('/assets/app.js')).status, 404);
    await other.close();
  });
});
