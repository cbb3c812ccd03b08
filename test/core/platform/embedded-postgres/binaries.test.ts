import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkLibraries, locateBinaries } from '../../../../core/platform/embedded-postgres/binaries.ts';
import { EmbeddedPostgresError } from '../../../../core/platform/embedded-postgres/errors.ts';

describe('programs of the embedded Postgres', () => {
  let dir: string;
  let root: string;
  let links: string;

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-binaries-'));
    await chmod(dir, 0o755);
    root = path.join(dir, 'package');
    links = path.join(dir, 'links');
    await mkdir(path.join(root, 'native', 'lib'), { recursive: true });
    await writeFile(path.join(root, 'native', 'lib', 'libx.so.1.2'), 'the library');
    const list: unknown = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
    await writeFile(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are those of the installed package', async () => {
    const binaries = await locateBinaries(links);
    assert.ok(binaries.major >= 18);
    assert.ok((await readFile(binaries.postgres)).length > 1_000_000);
  });

  it('are not there for an unknown platform, which says what to set instead', async () => {
    await assert.rejects(locateBinaries(links, '@embedded-postgres/plan9-mips'), (error) => {
      assert.ok(error instanceof EmbeddedPostgresError);
      assert.match(error.message, /no embedded Postgres for this platform.*Set DATABASE_URL/);
      return true;
    });
  });

  it('get the short names of their libraries where the install script did not run', async () => {
    assert.deepEqual(await linkLibraries(root, links), {});
    assert.equal(await readlink(path.join(root, 'native', 'lib', 'libx.so.1')), 'libx.so.1.2');
    assert.deepEqual(await linkLibraries(root, links), {});
  });

  it('get them beside the data where the package may not be written', async function () {
    if (process.platform !== 'linux') this.skip();
    await mkdir(links);
    await chmod(links, 0o777);
    await chmod(path.join(root, 'native', 'lib'), 0o555);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      assert.deepEqual(await linkLibraries(root, links), { LD_LIBRARY_PATH: links });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    assert.equal(await readFile(path.join(links, 'libx.so.1'), 'utf8'), 'the library');
  });
});
