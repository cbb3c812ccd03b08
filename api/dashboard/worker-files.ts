import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Shell } from './worker/rules.ts';

/** Files of the first page that keep their names. */
const PUBLIC = ['color-scheme.js', 'favicon.svg'];
/** Parts that the first page loads by itself. */
const LOADED = [
  /\/pages\/overview\.tsx$/,
  /\/offline\/saved-page\.tsx$/,
  /\/node_modules\/@mantine\/notifications\//,
];

/** Chunks that a page needs: this one, its imports, and the parts that it loads by itself. */
function needed(bundle: Rolldown.OutputBundle, name: string, found = new Set<Rolldown.OutputChunk>()) {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(chunk)) return found;
  found.add(chunk);
  const parts = chunk.dynamicImports.filter((part) => {
    const { facadeModuleId = null } = bundle[part]?.type === 'chunk' ? bundle[part] : {};
    return LOADED.some((one) => one.test(facadeModuleId?.replaceAll('\\', '/') ?? ''));
  });
  for (const other of [...chunk.imports, ...parts]) needed(bundle, other, found);
  return found;
}

/** Writes the list of the files of the first page into `/sw.js`, with a hash of all that they hold. */
export function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    apply: 'build',
    // after the page is written
    enforce: 'post',
    async generateBundle(_, bundle) {
      const { 'sw.js': worker, 'index.html': page } = bundle;
      const entry = Object.values(bundle).find(
        (one) => one.type === 'chunk' && one.isEntry && one !== worker,
      );
      if (worker?.type !== 'chunk' || page?.type !== 'asset' || entry === undefined)
        return this.error('The build lacks its page, its entry script or its service worker.');
      if (worker.imports.length > 0) return this.error('The service worker must be one file.');
      const chunks = [...needed(bundle, entry.fileName)];
      const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const others = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedAssets ?? [])]);
      // whole fonts are for rare characters only
      const used = others.filter((name) => !name.endsWith('.ttf'));
      const names = new Set([...chunks.map(({ fileName }) => fileName), ...styles, ...used]);
      const files = ['index.html', ...PUBLIC, ...[...names].toSorted()].map((name) => `/${name}`);
      const hash = createHash('sha256').update(files.join('\n')).update(page.source);
      for (const name of PUBLIC) hash.update(await readFile(path.join(import.meta.dirname, 'public', name)));
      const shell: Shell = {
        version: hash.digest('hex').slice(0, 16),
        entry: `/${entry.fileName}`,
        files,
      };
      worker.code = `const MUNIM_SHELL=${JSON.stringify(shell)};\n${worker.code}`;
    },
  };
}
