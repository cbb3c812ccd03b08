import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LARGEST_DOCUMENT } from '../document-store.ts';

/** A file of a folder, or why it is not read. */
export type FolderFile =
  | { name: string; body: Buffer; problem: null }
  | { name: string; body: null; problem: string };

const MOST_FILES = 5000;
const LARGEST_FOLDER = 1_000_000_000;

/** A folder that cannot be read at all. */
export class NoFolder extends Error {
  override name = 'NoFolder';
}

/**
 * The files of a folder in the order of their names, one after the other. Folders within it are not entered, and a link
 * that leads out of it is not followed.
 * @throws NoFolder
 */
export async function* filesOf(folder: string): AsyncIterable<FolderFile> {
  const root = await realpath(folder).catch(() => null);
  if (root === null || !(await lstat(root)).isDirectory())
    throw new NoFolder(`There is no folder ${folder}.`);
  const names = (await readdir(root)).toSorted();
  if (names.length > MOST_FILES)
    throw new NoFolder(
      `The folder has ${names.length} files; at most ${MOST_FILES} can be imported at once.`,
    );
  let left = LARGEST_FOLDER;
  for (const name of names) {
    const file = await readOne(root, name, left);
    if (file.body !== null) left -= file.body.length;
    yield file;
  }
}

async function readOne(root: string, name: string, left: number): Promise<FolderFile> {
  const refused = (problem: string): FolderFile => ({ name, body: null, problem });
  try {
    const real = await realpath(path.join(root, name));
    if (!real.startsWith(root + path.sep)) return refused('it is a link that leads out of the folder');
    const { size, isDirectory, isFile } = await shapeOf(real);
    if (isDirectory) return refused('it is a folder; import it by itself');
    if (!isFile) return refused('it is not a regular file');
    if (size === 0) return refused('it is empty');
    if (size > LARGEST_DOCUMENT) return refused(`it is larger than ${LARGEST_DOCUMENT / 1_000_000} MB`);
    if (size > left) return refused(`the folder is larger than ${LARGEST_FOLDER / 1_000_000} MB`);
    return { name, body: await readFile(real), problem: null };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return refused(`it cannot be read (${typeof code === 'string' ? code : 'unknown fault'})`);
  }
}

async function shapeOf(file: string): Promise<{ size: number; isDirectory: boolean; isFile: boolean }> {
  const stat = await lstat(file);
  return { size: stat.size, isDirectory: stat.isDirectory(), isFile: stat.isFile() };
}
