import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE = path.join(import.meta.dirname, 'browser');
const run = promisify(execFile);

/**
 * Chromium from its npm package, installed and unpacked once for a checkout; null where the package has none for this machine.
 * It is no dependency of the checkout: 80 MB that only tests with a browser need. The folder appears whole, by a rename, so
 * that a second process never finds half a program.
 */
export async function unpackedChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { dependencies } = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const cache = path.join(ROOT, 'node_modules/.cache');
  const folder = path.join(cache, `chromium-${dependencies['@sparticuz/chromium']}`);
  const program = path.join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  const installed = path.join(draft, 'package');
  await cp(PACKAGE, installed, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: installed });
  const unpack = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  await run(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: installed,
    env: { ...process.env, TMPDIR: draft },
  });
  await rm(installed, { recursive: true });
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // another process was quicker
    if (!existsSync(program)) throw error;
  });
  return program;
}
