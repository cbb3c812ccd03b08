import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';

const HEADER = 'portfolio,symbol,date,type,quantity,price,fee_tax,currency\n';
const ROW = 'Main,TCS,2024-01-05,BUY,10,3200,5,INR\n';

/** A part of a form, up to its end or not. */
const part = (content: string, name = 'file') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${content}`;

describe('api: broken forms', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi()));
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
  const exchange = (
    path: string,
    { type = 'multipart/form-data; boundary=b', length, body, afterwards = 'wait' }: Sent,
    { cookie } = client,
  ) =>
    new Promise<string>((resolve) => {
      const { port, host } = new URL(world.url);
      const told =
        length === null
          ? 'Transfer-Encoding: chunked'
          : `Content-Length: ${length ?? Buffer.byteLength(body)}`;
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${world.url}\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: ${type}\r\n${told}\r\n\r\n`,
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
      socket.on('close', () => resolve(answer));
    });
  const send = async (path: string, sent: Sent) => {
    const answer = await exchange(path, sent);
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
      code: /"code":"(\w+)"/.exec(answer)?.[1] ?? '',
    };
  };
  /** Beyond what is kept back until the form has ended: it is written while it arrives. */
  const large = HEADER + ROW.replace('INR', `INR${' '.repeat(9900)}`).repeat(480);
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

  it('a form has one file and a few short fields; the answer names what is too much', async () => {
    const field = (name: string, value = 'x') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = `${part(small)}\r\n`;
    const cases: [what: string, body: string, expected: [field: string, message: RegExp] | null][] = [
      ['one file', file, null],
      ['a caption', field('caption', 'Märchen') + file, null],
      ['an empty field', field('nothing', '') + file, null],
      ['no file chosen beside one', `${part('').replace('a.csv', '')}\r\n${file}`, null],
      ['no file chosen', `${part('').replace('a.csv', '')}\r\n`, ['file', /Choose a file/]],
      ['two files', file + file, ['file', /Send one file/]],
      ['a file of another name', `${part(small, 'data')}\r\n`, ['data', /Send one file/]],
      ['a caption twice', field('caption') + field('caption') + file, ['caption', /text/]],
      ['a long caption', field('caption', 'x'.repeat(2001)) + file, ['caption', /too long/]],
      ['a long caption behind', file + field('caption', 'x'.repeat(2001)), ['caption', /too long/]],
      ['a long name', field('x'.repeat(101)) + file, ['file', /too long/]],
      ['a file under a long name', `${part(small, 'x'.repeat(101))}\r\n`, ['file', /too long/]],
      ['a field without a name', field('').replace('; name=""', '') + file, ['file', /too long/]],
      ['many fields', field('caption').repeat(21) + file, ['file', /too many/]],
      ['__proto__', field('__proto__') + file, ['__proto__', /Unknown field/]],
      ['a list in brackets', field('caption[]') + file, ['caption[]', /Unknown field/]],
    ];
    const other = await world.signedIn('other');
    for (const [what, body, expected] of cases) {
      const answer = await exchange('/api/chat/attachments', { body: `${body}--b--\r\n` }, other);
      if (expected === null) assert.match(answer, /^HTTP\/1\.1 202/, what);
      else {
        assert.match(answer, /^HTTP\/1\.1 422/, what);
        const { errors } = JSON.parse(answer.slice(answer.indexOf('{'))) as {
          errors: { field: string; message: string }[];
        };
        assert.equal(errors[0]?.field, expected[0], what);
        assert.match(errors[0]?.message ?? '', expected[1], what);
      }
    }
  });

  it('a file keeps its name, in each of the ways to write one', async () => {
    for (const [written, name] of [
      ['filename="März ₹.csv"', 'März ₹.csv'],
      ["filename*=UTF-8''M%C3%A4rz.csv", 'März.csv'],
      ['filename="a%22b.csv"', 'a\\"b.csv'],
      ['filename="50%25.csv"', '50%25.csv'],
      ['filename="../../etc/passwd.csv"', 'passwd.csv'],
      ['filename="C:\\\\trades\\\\may.csv"', 'may.csv'],
    ] as const) {
      const body = `${part(small).replace('filename="a.csv"', written)}\r\n--b--\r\n`;
      const answer = await exchange('/api/portfolio/csv/upload', { body });
      assert.ok(answer.includes(`"file_name":"${name}"`), `${written} ${answer.slice(-300)}`);
    }
    await world.core.database.systemPool.query('delete from portfolio.imports');
  });

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
    await eventually('every transaction to end', async () => {
      const { rowCount } = await world.core.database.systemPool.query(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      );
      return rowCount === 0;
    });
    const { items } = (await client.get<{ items: unknown[] }>('/api/chat/messages')).body;
    assert.deepEqual(items, []);
    for (const body of [`${part(small)}\r\n--b--\r\n`, `${part(large)}\r\n--b--`])
      assert.equal((await send('/api/portfolio/csv/upload', { body })).status, 200);
    assert.equal(await staged(), 2);
  });
});
