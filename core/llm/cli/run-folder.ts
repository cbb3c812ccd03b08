import { lstat, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workFolder } from '../../platform/index.ts';

/** The files of one run, in a folder that only this user can read. */
export interface RunFolder {
  root: string;
  /** Empty: what a program finds where it is started it takes for somebody's project. */
  work: string;
  schema: string;
  prompt: string;
  output: string;
}

export async function makeRunFolder(
  parent: string,
  files: { schema: string | null; prompt: string | null },
): Promise<RunFolder> {
  const root = await mkdtemp(workFolder(parent, 'model'));
  const at = (name: string) => path.join(root, name);
  const folder: RunFolder = {
    root,
    work: at('work'),
    schema: at('schema.json'),
    prompt: at('prompt.txt'),
    output: at('answer.txt'),
  };
  try {
    await mkdir(folder.work, { mode: 0o700 });
    if (files.schema !== null) await writeFile(folder.schema, files.schema, { mode: 0o600 });
    if (files.prompt !== null) await writeFile(folder.prompt, files.prompt, { mode: 0o600 });
  } catch (error) {
    await removeRunFolder(folder);
    throw error;
  }
  return folder;
}

export async function removeRunFolder({ root }: RunFolder): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}

/** What a program wrote into its file; null for none, and for anything but a file of a reasonable size. */
export async function readOutputFile(file: string, maxBytes: number): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  if (found === null || !found.isFile() || found.size > maxBytes) return null;
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
