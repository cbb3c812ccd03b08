import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'README.md';
const TITLE = '## What it does';
/** Folders between a file of ours and the top: the sources, the compiled files and the joined program differ. */
const MOST_FOLDERS = 4;
const MISSING = 'The list of features is not part of this installation.';

const LINK = /\[([^\]]+)\]\(api\/docs\/[\w-]+\.md\)/g;

/** What Munim does and does not do, as Markdown: the section of the README, with the names of its guides in bold. */
export async function readFeatures(from = import.meta.dirname): Promise<string> {
  for (let folder = from, nr = 0; nr < MOST_FOLDERS; nr += 1, folder = path.dirname(folder)) {
    const readme = await readFile(path.join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    const start = readme.indexOf(TITLE);
    const end = readme.indexOf('\n## ', start + TITLE.length);
    if (start >= 0 && end >= 0) return readme.slice(start, end).replaceAll(LINK, '**$1**');
  }
  return MISSING;
}
