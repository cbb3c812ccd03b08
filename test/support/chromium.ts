import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Chromium from its npm package, unpacked once for a checkout; null where the package has none for this machine. The package
 * unpacks it file by file to where it is looked for, so that a second process that asks meanwhile is handed half a program;
 * here it appears whole, by a rename.
 */
export async function unpackedChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { version } = JSON.parse(
    await readFile(path.join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  const cache = path.join(ROOT, 'node_modules/.cache');
  const folder = path.join(cache, `chromium-${version}`);
  const program = path.join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  const unpack = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: draft },
  });
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // another process was quicker
    if (!existsSync(program)) throw error;
  });
  return program;
}
