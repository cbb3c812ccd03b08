// Builds dist/ when it is missing or older than a source file, so that `npm start` always runs what is checked out.
// --check server: only tell, by the exit code, whether that part is up to date.
// --optional: leave quietly when the build tools are not installed (npm ci --omit=dev with a dist/ copied in).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (name) => path.join(root, name);
const stamps = { server: at('dist/.server-built'), dashboard: at('dist/.dashboard-built') };

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
  newest(at('api'), ['dashboard']),
);
const dashboardSources = Math.max(
  newest(at('api/dashboard')),
  newest(at('charts')),
  newest(at('package-lock.json')),
);
const tools = existsSync(at('node_modules/typescript')) && existsSync(at('node_modules/vite'));
const stale = [
  ['server', serverSources],
  ['dashboard', dashboardSources],
].filter(([part, changed]) => !existsSync(stamps[part]) || statSync(stamps[part]).mtimeMs < changed);

const check = process.argv.indexOf('--check');
if (check !== -1) process.exit(stale.some(([part]) => part === process.argv[check + 1]) ? 1 : 0);

if (stale.length > 0 && !tools) {
  if (!process.argv.includes('--optional') && !existsSync(at('dist/main.js'))) {
    process.stderr.write(
      'dist/ is missing and the build tools are not installed: run `npm ci` without --omit=dev first.\n',
    );
    process.exit(1);
  }
  process.exit(0);
}
for (const [part] of stale) {
  process.stderr.write(`Building the ${part} …\n`);
  const started = new Date();
  const done = spawnSync('npm', ['run', '--silent', `build:${part}`], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(stamps[part], '');
  utimesSync(stamps[part], started, started);
}
