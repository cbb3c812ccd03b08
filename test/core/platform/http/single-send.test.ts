import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sendOnce, type SingleSendOptions } from '../../../../core/platform/http/index.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** What a raw server saw, and what it does with a connection once a request is there. */
class RawServer {
  connections = 0;
  received: string[] = [];
  answer: (socket: Socket, text: string) => void = (socket) => socket.end(ANSWER);
  onConnection: (socket: Socket) => void = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((socket) => {
      const at = this.connections;
      this.connections += 1;
      this.received[at] = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        this.received[at] += bytes.toString();
        if (/\r\n\r\n/.test(this.received[at] ?? '')) this.answer(socket, this.received[at] ?? '');
      });
      this.onConnection(socket);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reset(): void {
    this.connections = 0;
    this.received = [];
    this.answer = (socket) => socket.end(ANSWER);
    this.onConnection = () => undefined;
  }
}

describe('Orders: a request that is sent once', () => {
  const server = new RawServer();
  before(() => server.start());
  after(() => server.close());
  beforeEach(() => server.reset());

  const send = (options: Partial<SingleSendOptions> = {}, port = server.port) =>
    sendOnce(
      {
        method: 'POST',
        url: new URL(`http://127.0.0.1:${port}/orders?x=1`),
        headers: { 'content-type': 'text/plain' },
        body: 'tag=é',
      },
      { timeoutMs: 5000, maxBytes: 1000, isStillWanted: () => true, ...options },
    );

  it('arrives whole, on a connection of its own that ends with it', async () => {
    for (const _ of [1, 2])
      assert.deepEqual(await send(), {
        kind: 'answer',
        status: 200,
        contentType: 'application/json',
        body: '{}',
      });
    assert.equal(server.connections, 2);
    for (const text of server.received) {
      assert.match(text, /^POST \/orders\?x=1 HTTP\/1\.1\r\n/);
      assert.match(text, /connection: close\r\n/i);
      assert.match(text, /content-length: 6\r\n/i);
      assert.ok(text.endsWith('\r\n\r\ntag=é'));
    }
  });

  it('is not followed elsewhere, nor repeated where the answer is an error or lost', async () => {
    const CASES: [name: string, answer: RawServer['answer'], expected: unknown][] = [
      [
        'redirect',
        (socket) =>
          socket.end(
            `HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:${server.port}/b\r\ncontent-length: 0\r\n\r\n`,
          ),
        { kind: 'answer', status: 307, contentType: '', body: '' },
      ],
      [
        '503',
        (socket) => socket.end('HTTP/1.1 503 X\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n'),
        { kind: 'answer', status: 503, contentType: '', body: '' },
      ],
      ['reset', (socket) => socket.resetAndDestroy(), { kind: 'unanswered', why: 'lost' }],
      ['closed', (socket) => socket.end(), { kind: 'unanswered', why: 'lost' }],
      [
        'cut in the headers',
        (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
        { kind: 'unanswered', why: 'lost' },
      ],
      [
        'cut in the body',
        (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}'),
        { kind: 'unanswered', why: 'lost' },
      ],
      [
        'no HTTP',
        (socket) => socket.end('220 mail.example.org\r\n\r\n'),
        { kind: 'unanswered', why: 'lost' },
      ],
      [
        'endless',
        (socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2000)}`),
        { kind: 'unanswered', why: 'too large' },
      ],
    ];
    for (const [name, answer, expected] of CASES) {
      server.reset();
      server.answer = answer;
      assert.deepEqual(await send(), expected, name);
      assert.equal(server.connections, 1, name);
    }
  });

  it('tells a timeout after it was sent from one before, and a missing server from both', async () => {
    server.answer = () => undefined;
    assert.deepEqual(await send({ timeoutMs: 50 }), { kind: 'unanswered', why: 'timeout' });
    const gone = await new RawServer().start();
    const { port } = gone;
    await gone.close();
    assert.deepEqual(await send({}, port), { kind: 'not sent', why: 'not connected', code: 'ECONNREFUSED' });
  });

  it('is not sent when it is no longer wanted on the connected socket: not one byte', async () => {
    let asked = 0;
    const closed = new Promise<void>((resolve) => {
      server.onConnection = (socket) => socket.once('close', () => resolve());
    });
    const sent = await send({
      isStillWanted: () => {
        asked += 1;
        assert.equal(server.received.join(''), '');
        return false;
      },
    });
    assert.deepEqual(sent, { kind: 'not sent', why: 'unwanted', code: null });
    await closed;
    assert.deepEqual([asked, server.received], [1, ['']]);
  });

  it('is not sent when the look whether it is still wanted fails: not one byte', async () => {
    const sent = await send({
      isStillWanted: () => {
        throw new Error('planted');
      },
    });
    assert.deepEqual(sent, { kind: 'not sent', why: 'unwanted', code: null });
    assert.equal(server.received.join(''), '');
  });

  it('is not sent with a header that no request can hold', async () => {
    const { port } = server;
    const sent = await sendOnce(
      {
        method: 'POST',
        url: new URL(`http://127.0.0.1:${port}/`),
        headers: { authorization: 'token a\nb: c' },
        body: '',
      },
      { timeoutMs: 5000, maxBytes: 1000, isStillWanted: () => true },
    );
    assert.deepEqual(sent, { kind: 'not sent', why: 'not connected', code: 'ERR_INVALID_CHAR' });
    assert.equal(server.received.join(''), '');
  });

  it('is not sent when it is stopped before, and stopped later it is not known what came of it', async () => {
    const early = AbortSignal.abort();
    assert.deepEqual(await send({ signal: early }), { kind: 'not sent', why: 'aborted', code: null });
    assert.equal(server.connections, 0);

    const connecting = new AbortController();
    const stopped = send({ signal: connecting.signal });
    connecting.abort();
    assert.deepEqual(await stopped, { kind: 'not sent', why: 'aborted', code: null });

    const late = new AbortController();
    server.answer = () => late.abort();
    assert.deepEqual(await send({ signal: late.signal }), { kind: 'unanswered', why: 'aborted' });
  });
});
