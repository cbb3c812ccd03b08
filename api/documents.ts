import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Folders between a file of ours and the top: sources, compiled files and the joined program differ. */
const MOST_FOLDERS = 4;
/**
 * The build copies documents to `dist/docs`. In the sources guides are in `api/docs` and the README is at the top; the README
 * beside this file is another one, so the first folder is searched for guides only.
 */
const PLACES = ['docs', '.'];

/** A file of this installation's documents. Null if it is not part of it. @param name never from a request */
export async function readDocument(name: string, from = import.meta.dirname): Promise<Buffer | null> {
  for (let folder = from, nr = 0; nr < MOST_FOLDERS; nr += 1, folder = path.dirname(folder))
    for (const place of nr === 0 ? ['docs'] : PLACES) {
      const found = await readFile(path.join(folder, place, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return null;
      });
      if (found !== null) return found;
    }
  return null;
}
