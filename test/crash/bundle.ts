import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { processExists } from '../../core/platform/embedded-postgres/postmaster-file.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const PREFIX = 'crash-matrix-';

export interface Bundle {
  /** The program of a trading process. */
  file: string;
  remove(): Promise<void>;
}

/** Joins the trading process of the matrix into one file, which starts in a third of the time: it is started a thousand times. */
export async function bundleTradingProcess(): Promise<Bundle> {
  await sweep();
  const outDir = path.join(ROOT, `dist/${PREFIX}${process.pid}`);
  await build({
    configFile: false,
    publicDir: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pino'] },
    build: {
      ssr: path.join(import.meta.dirname, 'trading-process.ts'),
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        external: [
          /^@embedded-postgres\//,
          // Asked for by Knex and pg only where they are used.
          /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-native|pg-query-stream|sqlite3|tedious)(\/|$)/,
        ],
        output: { entryFileNames: 'trading-process.mjs', codeSplitting: false },
        onLog(level, log, show) {
          if (log.code !== 'EVAL') show(level, log); // `depd` names its wrappers by it.
        },
      },
    },
  });
  return {
    file: path.join(outDir, 'trading-process.mjs'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}

/** Those of runs that were killed before they could tidy up. */
async function sweep(): Promise<void> {
  const dist = path.join(ROOT, 'dist');
  for (const name of await readdir(dist).catch(() => [])) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : Number.NaN);
    if (Number.isInteger(pid) && !processExists(pid))
      await rm(path.join(dist, name), { recursive: true, force: true });
  }
}
