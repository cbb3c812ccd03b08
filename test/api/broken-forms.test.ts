import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';

const HEADER = 'portfolio,symbol,date,type,quantity,price,fee_tax,currency\n';
const ROW = 'Main,TCS,2024-01-05,BUY,10,3200,5,INR\n';

/** A part of a form, up to its end or not. */
const part = (content: string, name = 'file') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${content}`;

describe('api: broken forms', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => {
    world = await testApi();
    client = await world.signedIn();
  });
  after(() => world.close());

  interface Sent {
    type?: string;
    /** What the header promises; null sends in chunks. */
    length?: number | null;
    body: string;
    /** What happens after the last byte: nothing, half of the connection is closed, or all of it. */
    afterwards?: 'wait' | 'end' | 'cut';
  }
  /** Sends a form as it is, byte for byte, and answers what came back until the connection ended. */
  const send = (
    path: string,
    { type = 'multipart/form-data; boundary=b', length, body, afterwards = 'wait' }: Sent,
  ) =>
    new Promise<{ status: number; code: string }>((resolve) => {
      const { port, host } = new URL(world.url);
      const told =
        length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length ?? body.length}`;
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${world.url}\r\nCookie: ${client.cookie}\r\nConnection: close\r\nContent-Type: ${type}\r\n${told}\r\n\r\n`,
        );
        socket.write(
          length === null
            ? `${body.length.toString(16)}\r\n${body}\r\n${afterwards === 'wait' ? '0\r\n\r\n' : ''}`
            : body,
          () => {
            if (afterwards === 'end') socket.end();
            if (afterwards === 'cut') setTimeout(() => socket.destroy(), 100);
          },
        );
      });
      let answer = '';
      socket.on('data', (piece: Buffer) => (answer += piece.toString()));
      socket.on('error', () => undefined);
      socket.on('end', () => socket.destroy());
      socket.on('close', () =>
        resolve({
          status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
          code: /"code":"(\w+)"/.exec(answer)?.[1] ?? '',
        }),
      );
    });
  /** Beyond what is kept back until the form has ended: it is written while it arrives. */
  const large = HEADER + ROW.replace('INR', `INR${' '.repeat(900)}`).repeat(5000);
  const small = HEADER + ROW;
  const staged = async () =>
    Number(
      (await world.core.database.systemPool.query('select count(*) as n from portfolio.imports')).rows[0].n,
    );

  const BROKEN: Record<string, Sent> = {
    'in a small file': { body: part(small) },
    'in a small file, sent in chunks': { body: part(small), length: null },
    'in a large file': { body: part(large) },
    'in a large file, sent in chunks': { body: part(large), length: null },
    'in the head of a part': { body: '--b\r\nContent-Disposition: form-da' },
    'in a boundary': { body: `${part(small)}\r\n--` },
    'in the last boundary': { body: `${part(small)}\r\n--b-` },
    'in a field': { body: '--b\r\nContent-Disposition: form-data; name="caption"\r\n\r\nMa' },
    'in a field behind the file': {
      body: `${part(small)}\r\n--b\r\nContent-Disposition: form-data; name="caption"\r\n\r\nMa`,
    },
    'before it begins': { body: '' },
    'without a boundary in its type': { type: 'multipart/form-data', body: part(small) },
    'with an empty boundary': { type: 'multipart/form-data; boundary=', body: part(small) },
    'with another boundary': {
      type: 'multipart/form-data; boundary=c',
      body: `${part(small)}\r\n--b--\r\n`,
    },
    'with half of the connection': { body: part(small), length: 5000, afterwards: 'end' },
    'with half of the connection, in a large file': {
      body: part(large),
      length: 6_000_000,
      afterwards: 'end',
    },
    'with half of the connection, in a chunk': { body: part(small), length: null, afterwards: 'end' },
  };

  for (const path of ['/api/portfolio/csv/upload', '/api/chat/attachments']) {
    it(`HTTP conventions: a form that breaks off is 400 INVALID_FORM, wherever it does: ${path}`, async () => {
      for (const [what, sent] of Object.entries(BROKEN))
        assert.deepEqual(await send(path, sent), { status: 400, code: 'INVALID_FORM' }, what);
    });
  }

  it('what is no form at all is 415', async () => {
    for (const type of ['text/csv', 'multipart/mixed; boundary=b', 'application/json'])
      assert.deepEqual(await send('/api/portfolio/csv/upload', { type, body: part(small) }), {
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
  });

  it('nothing stays behind of a broken form, and what follows is served', async () => {
    for (const body of [part(small), part(large)])
      await send('/api/portfolio/csv/upload', { body, length: 6_000_000, afterwards: 'cut' });
    await eventually('the staged rows to go', async () => (await staged()) === 0);
    const { rows } = await world.core.database.systemPool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
    );
    assert.equal(rows[0]?.n, 0);
    const { items } = (await client.get<{ items: unknown[] }>('/api/chat/messages')).body;
    assert.deepEqual(items, []);
    for (const body of [`${part(small)}\r\n--b--\r\n`, `${part(large)}\r\n--b--`])
      assert.equal((await send('/api/portfolio/csv/upload', { body })).status, 200);
    assert.equal(await staged(), 2);
  });
});
