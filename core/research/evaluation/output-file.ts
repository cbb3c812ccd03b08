import { constants } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from './given-reports/index.ts';

/**
 * Whether a file can be written there, before anybody is paid.
 * @throws InputError with what keeps it from being written
 */
export async function assertWritable(file: string): Promise<void> {
  const folder = path.dirname(file);
  const isFolder = async (place: string) =>
    await stat(place).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  if (!(await isFolder(folder))) throw new InputError(`There is no folder ${folder} to write to.`);
  if (await isFolder(file)) throw new InputError(`${file} is a folder. Name a file for --output.`);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw new InputError(`Munim cannot write to ${folder}.`, { cause: error });
  });
}

/** Writes a file whole or not at all: beside it first, then under its name. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new InputError(
      `Munim cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`,
      { cause: error },
    );
  }
}
