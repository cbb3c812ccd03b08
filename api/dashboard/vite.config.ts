import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { appIcons } from './app-icons.ts';
import { subsetFonts } from './subset-fonts.ts';
import { workerFiles } from './worker-files.ts';

const api = 'http://127.0.0.1:8080';

/** Below this a compressed file saves no packet. */
const WORTH_BYTES = 1024;

/** Writes a brotli and a gzip file beside every file that shrinks; the server sends the one a browser takes. */
function compressed(): Plugin {
  const smaller = [
    { ending: '.br', of: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliFor(bytes)) },
    { ending: '.gz', of: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
  ];
  const brotliFor = (bytes: Buffer) => ({
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter(
        (entry) => entry.isFile() && /\.(js|css|html|svg|ttf|webmanifest)$/.test(entry.name),
      );
      await Promise.all(
        files.map(async (entry) => {
          const name = path.join(entry.parentPath, entry.name);
          const bytes = await readFile(name);
          if (bytes.length < WORTH_BYTES) return;
          for (const { ending, of } of smaller) await writeFile(name + ending, await of(bytes));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), subsetFonts(), appIcons(), workerFiles(), compressed()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // every asset is a file of its own: the page's policy allows no data: addresses
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        sw: path.join(import.meta.dirname, 'worker/sw.ts'),
      },
      // a browser looks for the worker of a whole site at its root
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      // each is a pure configuration: it goes with the page that draws it, and not with the first
      treeshake: { moduleSideEffects: [{ test: /[\\/]charts[\\/]/, sideEffects: false }] },
    },
  },
  // `npx vite api/dashboard` while `npm start` runs: the page reloads as you edit, the data is real
  server: { proxy: { '/api': api, '/ws': { target: api, ws: true } } },
});
