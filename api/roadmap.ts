import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'ROADMAP.md';
/** Folders between a file of ours and the top: the sources, the compiled files and the joined program differ. */
const MOST_FOLDERS = 4;
const MISSING = 'The roadmap is not part of this installation.';

/** The roadmap as it stands in the top folder of Munim, as Markdown. */
export async function readRoadmap(from = import.meta.dirname): Promise<string> {
  for (let folder = from, nr = 0; nr < MOST_FOLDERS; nr += 1, folder = path.dirname(folder)) {
    const markdown = await readFile(path.join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (markdown !== null) return markdown;
  }
  return MISSING;
}
