import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { testDatabase } from '../support/postgres.ts';

const OPEN_FILES = 1024;
const STRANGERS = 1_500;
const AGAIN_AFTER_MS = 10_000;
/** What they send: nothing, half a request, or one whose answer they do not follow up. */
const SENT = ['', 'GET /healthz HTTP/1.1\r\nX-Half', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'];

describe('a process that may open 1,024 files, and 1,500 connections that do nothing', function () {
  this.timeout(300_000);

  it('the owner signs in and reads, with a live socket, while each closed connection comes again', async function () {
    if (process.platform !== 'linux') this.skip();
    const given = await testDatabase();
    const family = await MunimFamily.open({ DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl });
    const sockets = new Set<Socket>();
    let opened = 0;
    let isOver = false;
    try {
      const munim = await family.start([], { openFiles: OPEN_FILES });
      const port = Number(new URL(munim.url).port);
      const openOne = (nr: number): void => {
        const socket = connect({ port, host: '127.0.0.1' });
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('connect', () => {
          opened += 1;
          socket.write(SENT[nr % SENT.length] ?? '');
        });
        socket.on('close', () => {
          sockets.delete(socket);
          if (!isOver) setTimeout(() => isOver || openOne(nr), AGAIN_AFTER_MS);
        });
        socket.resume();
      };
      for (let nr = 0; nr < STRANGERS; nr += 1) openOne(nr);
      await eventually('all of them to have come', () => opened >= STRANGERS);

      const owner = await munim.signedIn();
      const live = await owner.live();
      for (let nr = 0; nr < 20; nr += 1) {
        const { status, text } = await owner.get('/api/portfolio/portfolios');
        assert.equal(status, 200, text);
      }
      assert.equal((await owner.get('/readyz')).status, 200);
      live.send({ type: 'ping' });
      await live.next('pong');
      const files = await readdir(`/proc/${munim.pid}/fd`);
      assert.ok(files.length < OPEN_FILES - 100, `${files.length} open files`);
      assert.doesNotMatch(`${munim.output}${munim.errors}`, /EMFILE/);
      live.close();
    } finally {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      await family.close();
      await given.drop();
    }
  });
});
