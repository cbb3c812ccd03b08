// Builds dist/ when it is missing or older than a source file, so that `npm start` always runs what is checked out.
// The program is what runs: the compiled server joined with its packages into a few files, which start in half the time.
// Types are not checked here: `npm run types` checks them.
// --check: only tell which parts are up to date, a line each.
// --optional: leave quietly when the build tools are not installed (npm ci --omit=dev with a dist/ copied in).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (name) => path.join(root, name);
const stamps = {
  server: at('dist/.server-built'),
  dashboard: at('dist/.dashboard-built'),
  program: at('dist/.program-built'),
};

/** Newest modification time under a path, in milliseconds; `skip` names folders that are left out. */
function newest(file, skip = []) {
  if (!existsSync(file)) return 0;
  const info = statSync(file);
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(file)
    .filter((name) => !skip.includes(name) && name !== 'node_modules')
    .reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), 0);
}

const serverSources = Math.max(
  ...[
    'main.ts',
    'tsconfig.json',
    'package-lock.json',
    '.ci/tsconfig.build.json',
    'bot',
    'core',
    'jobs',
    'charts',
    'migrations',
  ].map((name) => newest(at(name))),
  newest(at('api'), ['dashboard', 'docs']),
);
const dashboardSources = Math.max(
  newest(at('api/dashboard')),
  newest(at('api/help')),
  newest(at('charts')),
  newest(at('package-lock.json')),
);
/** Also made anew after each `npm run build`, which leaves no stamp. */
const programSources = () =>
  Math.max(
    serverSources,
    ...['dist/main.js', '.ci/vite.program.config.mjs', 'api/docs', 'README.md'].map((name) =>
      newest(at(name)),
    ),
  );
const tools = existsSync(at('node_modules/typescript')) && existsSync(at('node_modules/vite'));
const isStale = (part, changed) => !existsSync(stamps[part]) || statSync(stamps[part]).mtimeMs < changed;
const stale = [
  ['server', serverSources],
  ['dashboard', dashboardSources],
]
  .filter(([part, changed]) => isStale(part, changed))
  .map(([part]) => part);

if (process.argv.includes('--check')) {
  const fresh = ['server', 'dashboard'].filter((part) => !stale.includes(part));
  if (!isStale('program', programSources())) fresh.push('program');
  process.stdout.write(`${fresh.join('\n')}\n`);
  process.exit(0);
}

if (!tools) {
  if (!process.argv.includes('--optional') && !existsSync(at('dist/program/main.js'))) {
    process.stderr.write(
      'dist/ is missing and the build tools are not installed: run `npm ci` without --omit=dev first.\n',
    );
    process.exit(1);
  }
  process.exit(0);
}
async function make(part) {
  process.stderr.write(`Building the ${part} …\n`);
  const started = new Date();
  const build = spawn('npm', ['run', '--silent', `build:${part}`], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error(`The ${part} could not be built.`);
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(stamps[part], '');
  utimesSync(stamps[part], started, started);
}

/** A process that runs may yet ask for files of the last build, and hardly for those of builds before that. */
function removeOldFiles() {
  const folder = at('dist/program');
  if (!existsSync(folder) || !existsSync(stamps.program)) return;
  const lastBuild = statSync(stamps.program).mtimeMs;
  for (const name of readdirSync(folder))
    if (statSync(path.join(folder, name)).mtimeMs < lastBuild)
      rmSync(path.join(folder, name), { force: true });
}

async function makeServer() {
  if (stale.includes('server')) await make('server');
  if (!isStale('program', programSources())) return;
  removeOldFiles();
  await make('program');
}

// The server and the dashboard share no output, and each build keeps one core busy.
const builds = [makeServer(), ...stale.filter((part) => part === 'dashboard').map(make)];
for (const { reason } of await Promise.allSettled(builds)) {
  if (reason === undefined) continue;
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 1;
}
