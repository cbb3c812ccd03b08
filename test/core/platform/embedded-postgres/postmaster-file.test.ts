import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {
  disownLockFile,
  fromPs,
  parsePostmasterFile,
  readPostmaster,
} from '../../../../core/platform/embedded-postgres/postmaster-file.ts';
import { tryStartLock } from '../../../../core/platform/embedded-postgres/start-lock.ts';

describe('lock file of the embedded Postgres', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-lockfile-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('tells pid, port and status, and what is written of it so far', () => {
    const whole = '4242\n/data\n1700000000\n5433\n\n127.0.0.1\n  123  456\nready   \n';
    assert.deepEqual(parsePostmasterFile(whole), { pid: 4242, port: 5433, status: 'ready' });
    assert.deepEqual(parsePostmasterFile('4242\n/data\n'), { pid: 4242, port: null, status: '' });
    assert.equal(parsePostmasterFile(''), null);
  });

  it('may hold anything after a crash without stopping a start', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const file = parsePostmasterFile(text);
        assert.ok(file === null || (file.pid > 0 && (file.port === null || file.port > 0)));
      }),
    );
  });

  it('is stale when its process is gone, and is then left to Postgres', async () => {
    const ended = spawn('true');
    await new Promise((resolve) => ended.once('exit', resolve));
    const content = `${ended.pid}\n${dir}\n1\n5433\n\n127.0.0.1\n  1  2\nready   \n`;
    await writeFile(path.join(dir, 'postmaster.pid'), content);
    assert.deepEqual(await readPostmaster(dir), { state: 'stale', content });
    await disownLockFile(dir, content);
    assert.equal(await readFile(path.join(dir, 'postmaster.pid'), 'utf8'), content);
  });

  it('is stale when its number is another program, and keeps what Postgres needs to know', async () => {
    const rest = `\n${dir}\n1\n5433\n\n127.0.0.1\n  1  2\nready   \n`;
    // Our own parent: certainly running, certainly no Postgres of this folder.
    await writeFile(path.join(dir, 'postmaster.pid'), `${process.ppid}${rest}`);
    assert.equal((await readPostmaster(dir)).state, 'stale');
    await disownLockFile(dir, `${process.ppid}${rest}`);
    assert.equal(await readFile(path.join(dir, 'postmaster.pid'), 'utf8'), `${process.pid}${rest}`);
  });

  it('is not touched when it changed since it was found stale', async () => {
    await writeFile(path.join(dir, 'postmaster.pid'), 'newer');
    await disownLockFile(dir, `${process.ppid}\nolder\n`);
    assert.equal(await readFile(path.join(dir, 'postmaster.pid'), 'utf8'), 'newer');
  });

  it('can be checked with ps where there is no /proc', async function () {
    if (process.platform === 'win32') this.skip();
    // It waits for standard input, which ends with this process; a "sleep" of its own would be left behind.
    const server = spawn('sh', ['-c', 'read line; :', 'postgres', '-D', dir, '-c', 'port=1']);
    const other = spawn('sleep', ['600']);
    try {
      assert.equal(await fromPs(server.pid ?? 0, dir), 'yes');
      assert.equal(await fromPs(other.pid ?? 0, dir), 'no');
      assert.equal(await fromPs(server.pid ?? 0, `${dir}-other`), 'no');
    } finally {
      server.kill();
      other.kill();
    }
  });

  it('is guarded by a start lock that one process holds at a time', async function () {
    if (process.platform !== 'linux' && process.platform !== 'win32') this.skip();
    const release = await tryStartLock(dir);
    assert.ok(release !== null);
    assert.equal(await tryStartLock(dir), null);
    assert.notEqual(await tryStartLock(`${dir}-other`), null);
    await release();
    assert.notEqual(await tryStartLock(dir), null);
  });
});
