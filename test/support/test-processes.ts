import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { runDir } from './postgres.ts';

/*
 * Processes of the tests' own. Joined into a few files, as the program is (.ci/vite.program.config.mjs), they start in a
 * quarter of the time: they are built for a run of tests, from the sources, by the first test that starts one. What was built
 * is kept for the next run, as long as no source of it has changed.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');

const PROCESSES = {
  asking: 'test/support/asking-process.mjs',
  checkpointing: 'test/support/checkpointing-process.ts',
  'cli-asking': 'test/support/cli-asking-process.ts',
  'embedded-postgres': 'test/support/embedded-postgres-process.mjs',
  'lease-holder': 'test/support/lease-holder.mjs',
  maintenance: 'test/support/maintenance-process.ts',
  'meter-holder': 'test/support/meter-holder.mjs',
  policy: 'test/support/policy-process.mjs',
  research: 'test/support/research-process.ts',
  trading: 'test/crash/trading-process.ts',
};
/** Found beside the file that starts them. */
const THREADS = {
  'calculator-thread': 'core/performance/engine/calculator-thread.ts',
  'parsing-thread': 'core/research/parsing/parsing-thread.ts',
  'sqlite-thread': 'core/platform/sqlite/sqlite-thread.ts',
};

/** Read beside the file that asks for it. */
const REGISTER = 'core/market/register/register.json';

const KEPT = path.join(ROOT, 'node_modules/.cache/test-processes');
/** When each source of what was built was changed last. */
const SOURCES = 'sources.json';

/** As long as a busy machine may take to build them. */
const BUILT_WITHIN_MS = 120_000;

let built: Promise<string> | null = null;

/** @returns the file to start, with Node and nothing else */
export async function testProcess(name: keyof typeof PROCESSES): Promise<string> {
  built ??= buildOnce(path.join(runDir(), 'processes'));
  return path.join(await built, `${name}.js`);
}

async function buildOnce(folder: string): Promise<string> {
  const done = path.join(folder, 'done');
  try {
    // Only one worker of the run builds.
    await mkdir(folder);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    for (const end = Date.now() + BUILT_WITHIN_MS; Date.now() < end; await sleep(100))
      if (existsSync(done)) return folder;
    throw new Error('the processes of the tests were not built; the test that built them tells why');
  }
  if (isFresh(path.join(KEPT, SOURCES))) await cp(KEPT, folder, { recursive: true });
  else {
    await buildInto(folder);
    const next = `${KEPT}-${process.pid}`;
    await cp(folder, next, { recursive: true });
    await rm(KEPT, { recursive: true, force: true });
    // Another run may have kept its own meanwhile.
    await rename(next, KEPT).catch(() => rm(next, { recursive: true }));
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(done, '');
  return folder;
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isFresh(file: string): boolean {
  if (!existsSync(file)) return false;
  const sources = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  return Object.entries(sources).every(([source, at]) => changedAt(path.join(ROOT, source)) === at);
}

async function buildInto(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await cp(path.join(ROOT, REGISTER), path.join(folder, path.basename(REGISTER)));
  const sources = new Set(['package-lock.json', path.relative(ROOT, import.meta.filename), REGISTER]);
  await build({
    configFile: false,
    publicDir: false,
    root: ROOT,
    logLevel: 'error',
    ssr: {
      noExternal: true,
      external: ['@napi-rs/canvas', 'chartjs-node-canvas', 'pino', 'libsql'],
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]core[\\/].*[\\/]index\.ts$/, sideEffects: false }],
        },
        input: Object.fromEntries(
          Object.entries({ ...PROCESSES, ...THREADS }).map(([name, file]) => [name, path.join(ROOT, file)]),
        ),
        external: [
          /^@embedded-postgres\//,
          // Asked for by Knex and pg only where they are used.
          /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-native|pg-query-stream|sqlite3|tedious)(\/|$)/,
        ],
        plugins: [
          {
            name: 'sources',
            load(id) {
              const file = path.relative(ROOT, id);
              if (!/^(\.\.|\0|node_modules)/.test(file) && existsSync(id)) sources.add(file);
            },
          },
        ],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        onLog(level, log, show) {
          if (log.code !== 'EVAL') show(level, log); // `depd` names its wrappers by it.
        },
      },
    },
  });
  const times = Object.fromEntries([...sources].map((file) => [file, changedAt(path.join(ROOT, file))]));
  await writeFile(path.join(folder, SOURCES), JSON.stringify(times));
}
