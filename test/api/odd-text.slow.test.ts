import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes/index.ts';
import { type ApiClient, type Frame, signedInApi, type TestApi } from '../support/api-client.ts';

/** Percent-encoded: what can be read, and is no text; and what cannot be read. */
const ODD = ['%00', 'a%1Bb', '%7F'];
const UNREADABLE = ['%FF', '%ED%A0%80', '%zz', 'a%'];

const bytes = (text: string): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text, 'latin1'));
      controller.close();
    },
  });

describe('api: control characters and bytes that are no UTF-8', function () {
  this.timeout(300_000);
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi({ requestsPerMinute: 1_000_000 })));
  after(() => world.close());

  const refused = async (
    status: number,
    method: string,
    path: string,
    body?: string | FormData | ReadableStream,
  ): Promise<string> => {
    const answer = await client.request(method, path, body === undefined ? {} : { body });
    const where = `${method} ${path} ${typeof body === 'string' ? body : ''}: ${answer.text.slice(0, 200)}`;
    assert.equal(answer.status, status, where);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/, where);
    return answer.text;
  };
  const plain = (path: string) => path.replaceAll(/:\w+/g, '1');

  it('HTTP conventions: in a query they are 422 or 400 on every route, of JSON and of files alike', async () => {
    let files = 0;
    for (const { method, path, query, response, body } of ROUTES) {
      if (method !== 'GET') continue;
      if (typeof response === 'string') files += 1;
      const [first = 'x', ...others] = Object.keys(query?.fields ?? {});
      for (const odd of ODD) await refused(422, method, `${plain(path)}?${first}=${odd}`);
      for (const bad of UNREADABLE) await refused(400, method, `${plain(path)}?${first}=${bad}`);
      for (const field of others) await refused(422, method, `${plain(path)}?${field}=x%00`);
      assert.equal(body, undefined);
    }
    assert.ok(files >= 8, String(files));
  });

  it('HTTP conventions: in the path they are 422 or 400 on every route', async () => {
    for (const { method, path, params, body } of ROUTES) {
      const [name] = Object.keys(params ?? {});
      if (name === undefined) continue;
      const at = (text: string) => plain(path.replace(`:${name}`, text));
      for (const odd of ODD) await refused(422, method, at(odd), body && '{}');
      for (const bad of UNREADABLE) await refused(400, method, at(bad), body && '{}');
    }
  });

  it('HTTP conventions: in a JSON body they are 422 or 400 on every route, in names as in values, at any depth', async () => {
    for (const { method, path, body, auth } of ROUTES) {
      if (body === undefined) continue;
      const [field = 'name'] = Object.keys((body as { fields?: object }).fields ?? {});
      const at = plain(path);
      await refused(400, method, at, bytes(`{"${field}":"\xff"}`));
      if (auth === 'ingest') continue;
      for (const odd of ['"a\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u007f"', '[{"a":["\\u001b"]}]']) {
        const text = await refused(422, method, at, `{"${field}":${odd}}`);
        assert.match(text, new RegExp(`"field":"${field}.*control characters or broken Unicode`), at);
      }
      await refused(422, method, at, `{"a\\u0000":1}`);
    }
    const good = { name: 'tab\t, line\n, \u{1F9FE}, \u0085' };
    assert.equal((await client.post('/api/portfolio/portfolios', good)).status, 201);
  });

  it('in a record of a trading process they cost the record, not the others of its batch', async () => {
    const at = '2026-05-04T05:00:00Z';
    const record = (id: string, strategy: string) => ({
      id,
      at,
      kind: 'signal',
      strategy,
      underlying: 'NIFTY',
    });
    const { status, body } = await client.post<{ rejected: { id: string; message: string }[] }>(
      '/api/options/ingest',
      { records: [record('one', 'a\u0000'), record('two', '\ud800'), record('three', 'a')] },
    );
    assert.equal(status, 200);
    for (const id of ['one', 'two'])
      assert.match(
        body.rejected.find((one) => one.id === id)?.message ?? '',
        /^strategy has control characters/,
      );
    assert.doesNotMatch(body.rejected.find((one) => one.id === 'three')?.message ?? '', /control characters/);
  });

  it('in a form and in an uploaded file they are 422', async () => {
    const form = (field: string, content: string | Buffer) => {
      const all = new FormData();
      all.append('type', 'transactions');
      all.append('portfolio', field);
      all.append('file', new Blob([content]), 'a.csv');
      return all;
    };
    const csv = 'Symbol,Date,Type,Quantity,Price,Currency\nTCS,2024-03-05,BUY,1,100,INR\n';
    await refused(422, 'POST', '/api/portfolio/csv/upload', form('a\u0000', csv));
    await refused(422, 'POST', '/api/portfolio/csv/upload', form('', csv.replace('TCS', 'T\u0000S')));
  });

  it('live: a frame with them is refused, and the socket stays', async () => {
    const socket = await client.live();
    socket.send({ type: 'chat', text: '/help \u0000' });
    const told: Frame = await socket.next('error');
    assert.equal(told['code'], 'VALIDATION_ERROR');
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
  });
});
