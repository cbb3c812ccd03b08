import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LARGEST_CSV } from '../../api/routes/csv.ts';
import { LARGEST_TRADEBOOK } from '../../core/options/tradebook/read-tradebook.ts';
import { LARGEST_FILE } from '../../core/chat/inputs.ts';
import { CONNECTION_LIMITS } from '../../api/connection-limits.ts';
import { VARIABLES } from '../../core/platform/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, '.deploy', name), 'utf8');
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
const MIB = 1024 * 1024;

describe('the files in .deploy', () => {
  it('everything that the image copies and the build reads is there and let in', () => {
    const ignore = lines(read('Dockerfile.dockerignore'));
    const letIn = new Set(ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1)));
    assert.equal(ignore[0], '*', 'all else stays out');
    for (const name of letIn) assert.ok(existsSync(path.join(ROOT, name)), name);
    // What the compiler and the two bundlers read.
    const config = JSON.parse(readFileSync(path.join(ROOT, '.ci/tsconfig.build.json'), 'utf8')) as {
      include: string[];
    };
    for (const name of config.include.map((one) => one.replace('../', '')))
      assert.ok(
        letIn.has(name) || letIn.has(name.split('/')[0] ?? ''),
        `${name} is compiled and does not get in`,
      );
    for (const secret of ['.env', '.data', '.git', 'node_modules'])
      assert.ok(!letIn.has(secret), `${secret} gets in`);
    const [, made] = /node \.ci\/make-image\.mjs (\S+)$/m.exec(read('Dockerfile')) ?? [];
    assert.ok(read('Dockerfile').includes(`COPY --from=build ${made} ./\n`));
  });

  it('the packages of the image take 110 MB at most', function size() {
    if (process.platform !== 'linux') this.skip();
    const program = `
      import { runtimeFiles } from './.ci/outside-packages.mjs';
      console.log(runtimeFiles(process.cwd()).reduce((sum, { bytes }) => sum + bytes, 0));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    const bytes = Number(stdout);
    // Postgres and the native canvas; a list without them is incomplete.
    assert.ok(bytes > 80 * MIB, `${bytes}`);
    assert.ok(bytes < 110 * MIB, `${bytes}`);
  });

  it('npm ci of a newcomer takes less than 500 MB on the disk', function installed() {
    if (process.platform !== 'linux') this.skip();
    const folder = path.join(ROOT, 'node_modules');
    const blocks = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => !one.parentPath.startsWith(path.join(folder, '.cache')))
      .reduce((sum, one) => sum + lstatSync(path.join(one.parentPath, one.name)).blocks, 0);
    assert.ok(blocks * 512 < 500 * MIB, `${Math.round((blocks * 512) / MIB)} MB`);
  });

  it('the image runs as an ordinary user, with a health check that needs no other program', () => {
    const file = read('Dockerfile');
    assert.match(file, /^USER node$/m);
    const check = /^ +CMD (\["node", "-e", .*\])$/m.exec(file)?.[1];
    const [, , script = ''] = JSON.parse(check ?? '[]') as string[];
    assert.match(script, /healthz/);
    // Nothing listens there: it says so by its exit code.
    const dead = spawnSync(process.execPath, ['-e', script], { env: { PORT: '1' } });
    assert.equal(dead.status, 1, String(dead.stderr));
    for (const [, pairs = ''] of file.matchAll(/^ENV (.*)$/gm))
      for (const pair of pairs.split(' ')) {
        const name = pair.split('=')[0] ?? '';
        assert.ok(name === 'NODE_ENV' || name in VARIABLES, name);
      }
  });

  it('the container is reached from this machine alone, keeps its data in a volume and has time to stop', () => {
    const file = read('compose.yaml');
    assert.match(file, /'\$\{MUNIM_ADDRESS:-127\.0\.0\.1\}:\$\{MUNIM_PORT:-8080\}:8080'/);
    assert.match(file, /^ {6}HOST: 0\.0\.0\.0$/m);
    assert.match(file, /^ {6}- data:\/data$/m);
    assert.match(file, /^volumes:\n {2}data:$/m);
    assert.match(file, /stop_grace_period: 1m/);
    assert.match(file, /read_only: true/);
    assert.ok(!file.includes('\t'));
  });

  it('the service runs as its own user, writes to its own folder and waits for a clean stop', () => {
    const unit = new Map(
      lines(read('munim.service')).map((line) => line.split(/=(.*)/s) as [string, string]),
    );
    for (const [name, value] of [
      ['User', 'munim'],
      ['ProtectSystem', 'strict'],
      ['ReadWritePaths', '/var/lib/munim'],
      ['NoNewPrivileges', 'yes'],
      ['Restart', 'on-failure'],
      // The exit code of a wrong setting.
      ['RestartPreventExitStatus', '2'],
      ['KillMode', 'mixed'],
      ['ExecStart', '/usr/bin/node dist/program/main.js start'],
      ['EnvironmentFile', '-/etc/munim/munim.env'],
    ] as const)
      assert.equal(unit.get(name), value, name);
    // More than a process takes at most (15 s), and Postgres after it.
    assert.ok(Number(unit.get('TimeoutStopSec')) >= 45);
    // V8 writes code while it runs.
    assert.ok(!unit.has('MemoryDenyWriteExecute'));
  });

  it('both proxies take the largest upload, tell who asks, and pass the live socket and streams on', () => {
    const largest = Math.max(LARGEST_CSV, LARGEST_TRADEBOOK, LARGEST_FILE);
    const nginx = read('nginx.conf');
    const caddy = read('Caddyfile');
    const bodies = [/client_max_body_size (\d+)m;/.exec(nginx)?.[1], /max_size (\d+)MiB/.exec(caddy)?.[1]];
    for (const size of bodies) {
      assert.ok(Number(size) * MIB > largest + 64 * 1024, `${size} MB is too little`);
      assert.ok(Number(size) * MIB < largest + 8 * MIB, `${size} MB lets through what is refused anyway`);
    }
    for (const line of [
      'proxy_set_header X-Forwarded-For $remote_addr;',
      'proxy_set_header X-Forwarded-Proto $scheme;',
      'proxy_set_header Host $http_host;',
      'proxy_set_header Upgrade $http_upgrade;',
    ])
      assert.ok(nginx.includes(line), line);
    const timeout = /proxy_read_timeout (\d+)m;/.exec(nginx)?.[1];
    assert.ok(Number(timeout) * 60_000 >= CONNECTION_LIMITS.answerMs);
    // It would hold on to a request whose client has left.
    assert.doesNotMatch(caddy, /flush_interval/);
    // A connection that Munim is about to close must not be used for the next request.
    const idle = /keepalive (\d+)s/.exec(caddy)?.[1];
    assert.ok(Number(idle) * 1000 < CONNECTION_LIMITS.idleMs);
  });
});
