import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type ConnectionLimits, connectionsWithin } from '../../api/connection-limits.ts';
import { Reply, route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type Api, createApi } from '../../api/server.ts';
import { createLog, mostOpenFiles } from '../../core/platform/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';

/** How often is looked, for a test. Each case shortens the time it is about and leaves the others far away. */
const OFTEN: Partial<ConnectionLimits> = { checkMs: 50 };
/** More than the buffers of a connection on loopback take in. */
const LARGE = 'x'.repeat(40_000_000);

const BIG_ROUTE = route({
  method: 'GET',
  path: '/api/odd/big',
  summary: 'A large answer',
  tag: 'Server',
  auth: 'none',
  response: 'text/plain',
  handler: async () => new Reply(LARGE, { 'Content-Type': 'text/plain' }),
});
const SLOW_ROUTE = route({
  method: 'GET',
  path: '/api/odd/slow',
  summary: 'An answer that takes its time',
  tag: 'Server',
  auth: 'none',
  response: 'text/plain',
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return new Reply('done', { 'Content-Type': 'text/plain' });
  },
});
let heldRequests = 0;
let release = (): void => undefined;
const released = new Promise<void>((resolve) => (release = resolve));
const HELD_ROUTE = route({
  method: 'GET',
  path: '/api/odd/held',
  summary: 'No answer before the end',
  tag: 'Server',
  auth: 'none',
  response: null,
  handler: async () => {
    heldRequests += 1;
    await released;
  },
});
const ALL = [...ROUTES, BIG_ROUTE, SLOW_ROUTE, HELD_ROUTE];

describe('api: silent connections', () => {
  let world: TestApi;
  let client: ApiClient;
  const servers: Api[] = [];
  before(async () => void ({ world, client } = await signedInApi()));
  after(async () => {
    release();
    for (const one of servers) await one.close();
    await world.close();
  });

  const server = async (connections: Partial<ConnectionLimits>, log = createLog('silent')) => {
    const core = { ...world.core, log };
    const api = await createApi(core, { routes: ALL, connections });
    servers.push(api);
    return (await api.listen()).port;
  };

  interface Peer {
    socket: Socket;
    heard: () => string;
    closed: Promise<string>;
  }
  const open = async (port: number, reads = true): Promise<Peer> => {
    const socket = connect({ port, host: '127.0.0.1' });
    let heard = '';
    if (reads) socket.on('data', (piece: Buffer) => (heard += piece.toString('latin1')));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)));
    await new Promise((resolve) => socket.once('connect', resolve));
    return { socket, heard: () => heard, closed };
  };
  /** Sends a byte every 20 ms for as long as somebody listens. */
  const trickle = ({ socket, closed }: Peer, text: string) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ' '), 20);
    void closed.then(() => clearInterval(timer));
  };
  const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
  const head = (method: string, path: string, more: string[] = []) =>
    [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...more, '', ''].join('\r\n');

  it('HTTP conventions: what never becomes a request is closed, whether it says nothing, a part or a byte at a time', async () => {
    const port = await server({ ...OFTEN, headersMs: 300 });
    const silent = await open(port);
    const half = await open(port);
    half.socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-');
    const slow = await open(port);
    slow.socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Endless: ');
    trickle(slow, 'x');
    const upgrade = await open(port);
    upgrade.socket.write(
      'GET /ws/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    );
    for (const peer of [silent, half, slow, upgrade]) {
      const answer = await peer.closed;
      assert.ok(answer === '' || status(answer) === 408, answer);
    }
  });

  it('HTTP conventions: a request whose body does not come is 408, and an upload leaves nothing', async () => {
    const port = await server({ ...OFTEN, headersMs: 700, requestMs: 700 });
    const cookie = `Cookie: ${client.cookie ?? ''}`;
    const own = [cookie, `Origin: http://127.0.0.1`, 'Content-Length: 90000'];
    const silent = await open(port);
    silent.socket.write(head('POST', '/api/portfolio/goals', [...own, 'Content-Type: application/json']));
    const form = await open(port);
    form.socket.write(
      head('POST', '/api/portfolio/csv/upload', [...own, 'Content-Type: multipart/form-data; boundary=b']),
    );
    form.socket.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsymbol,date\n',
    );
    trickle(form, 'TCS,2024-01-05\n');
    assert.equal(status(await silent.closed), 408);
    assert.equal(status(await form.closed), 408);
    const { rows } = await world.core.database.systemPool.query('select from portfolio.imports');
    assert.equal(rows.length, 0);
  });

  it('a connection between two requests is kept for a while and then closed', async () => {
    const peer = await open(await server({ idleMs: 300 }));
    peer.socket.write(head('GET', '/healthz'));
    await eventually('the first answer', () => peer.heard().includes('ok'));
    peer.socket.write(head('GET', '/healthz'));
    assert.equal((await peer.closed).split('HTTP/1.1 200').length, 3);
  });

  /** A log, and whether it says that an answer was left lying. Who does not read cannot hear of it. */
  const watchedLog = () => {
    const log = createLog('silent');
    let isCut = false;
    log.info = ((_line: unknown, text: string) => {
      if (text.includes('did not read its response in time')) isCut = true;
    }) as never;
    return { log, isCut: () => isCut };
  };

  it('an answer that nobody reads is dropped; one that is slow to come is waited for', async () => {
    const { log, isCut } = watchedLog();
    const port = await server({ stalledMs: 300 }, log);
    const deaf = await open(port, false);
    deaf.socket.pause();
    deaf.socket.write(head('GET', BIG_ROUTE.path));
    const patient = await open(port);
    patient.socket.write(head('GET', SLOW_ROUTE.path, ['Connection: close']));
    assert.match(await patient.closed, /done$/);
    await eventually('the deaf one to be cut off', isCut);
    deaf.socket.destroy();
  });

  it('a reader that takes a little now and then is cut off as well', async () => {
    const { log, isCut } = watchedLog();
    const port = await server({ answerMs: 500 }, log);
    const peer = await open(port, false);
    peer.socket.pause();
    peer.socket.write(head('GET', BIG_ROUTE.path));
    const sip = setInterval(() => peer.socket.read(1), 50);
    await eventually('it to be cut off', isCut);
    clearInterval(sip);
    peer.socket.destroy();
  });

  it('an open live socket that only listens stays, beyond all of these times', async () => {
    const port = await server({ ...OFTEN, headersMs: 700, requestMs: 700, idleMs: 300, stalledMs: 300 });
    const listener = Object.assign(world.stranger(), {
      cookie: client.cookie,
      url: `http://127.0.0.1:${port}`,
    });
    const socket = await listener.live();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
    await socket.closed;
  });

  it('connections are bounded, of one address and in all: silent ones make room, the oldest first, and busy ones stay', async () => {
    const said: string[] = [];
    const log = createLog('silent');
    log.warn = ((_value: unknown, text: string) => said.push(text)) as never;
    const patient = { headersMs: 60_000, idleMs: 60_000 };
    for (const limits of [{ mostOfAddress: 3 }, { most: 3 }]) {
      const port = await server({ ...patient, ...limits }, log);
      const used = await open(port);
      used.socket.write(head('GET', '/healthz'));
      await eventually('an answer', () => used.heard().includes('200 OK'));
      const [first, second] = [await open(port), await open(port)];
      const third = await open(port);
      assert.equal(await first.closed, '');
      const fourth = await open(port);
      assert.equal(await second.closed, '');
      // One that has been of use is the last to go.
      assert.equal(used.socket.destroyed, false);
      const held = heldRequests;
      const busy = [third, fourth];
      for (const { socket } of busy) socket.write(head('GET', '/api/odd/held'));
      await eventually('them to work', () => heldRequests === held + 2);
      busy.push(await open(port));
      assert.match(await used.closed, /200 OK/);
      busy[2]?.socket.write(head('GET', '/api/odd/held'));
      await eventually('it to work', () => heldRequests === held + 3);
      await eventually(
        'new ones to be refused',
        async () => (await (await open(port)).closed) === '' && said.length > 0,
      );
      for (const { socket } of busy) assert.equal(socket.destroyed, false);
      busy[0]?.socket.destroy();
      await eventually('a free place', async () => {
        const next = await open(port);
        next.socket.write(head('GET', '/healthz', ['Connection: close']));
        return status(await next.closed) === 200;
      });
      for (const { socket } of busy) socket.destroy();
    }
    assert.deepEqual(said, [
      'too many connections from one address: new ones are closed',
      'too many connections: new ones are closed',
    ]);
  });

  it('a process that may open few files takes few connections, and no address all of them', () => {
    assert.deepEqual(connectionsWithin(Number.POSITIVE_INFINITY), { most: 2000, mostOfAddress: 1500 });
    assert.deepEqual(connectionsWithin(1024), { most: 640, mostOfAddress: 480 });
    assert.deepEqual(connectionsWithin(256), { most: 64, mostOfAddress: 48 });
    const line = (limit: string) =>
      `Max processes  7  7  processes\nMax open files            ${limit}                 524288               files\n`;
    assert.deepEqual(
      [mostOpenFiles(line('1024')), mostOpenFiles(line('unlimited'))],
      [1024, Number.POSITIVE_INFINITY],
    );
    assert.equal(mostOpenFiles(''), 1024);
  });

  it('behind a proxy of its own only the sum is bounded: all come from one address then', async () => {
    const config = { ...world.core.config, TRUST_PROXY: true };
    const api = await createApi({ ...world.core, config }, { connections: { mostOfAddress: 1 } });
    servers.push(api);
    const { port } = await api.listen();
    const peers = await Promise.all([open(port), open(port), open(port)]);
    for (const peer of peers) peer.socket.write(head('GET', '/healthz', ['Connection: close']));
    for (const peer of peers) assert.equal(status(await peer.closed), 200);
  });

  it('behind a proxy an address has its share of the requests under way, and the others find room', async () => {
    const config = { ...world.core.config, TRUST_PROXY: true };
    const api = await createApi(
      { ...world.core, config },
      { routes: ALL, connections: { mostOfAddress: 1 } },
    );
    servers.push(api);
    const { port } = await api.listen();
    const slow = await open(port);
    slow.socket.write(head('GET', '/api/odd/held', ['X-Forwarded-For: 192.0.2.9, 198.51.100.7']));
    const ask = async (address: string) => {
      const peer = await open(port);
      peer.socket.write(head('GET', '/healthz', ['Connection: close', `X-Forwarded-For: ${address}`]));
      return await peer.closed;
    };
    await eventually('the share to be used up', async () => status(await ask('198.51.100.7')) === 503);
    assert.match(await ask('198.51.100.7'), /retry-after: 5.*"code":"OVERLOADED"/is);
    assert.equal(status(await ask('198.51.100.8')), 200);
    slow.socket.destroy();
    await eventually('room again', async () => status(await ask('198.51.100.7')) === 200);
  });
});
