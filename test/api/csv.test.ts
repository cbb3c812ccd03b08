import assert from 'node:assert/strict';
import { request } from 'node:http';
import { pdfOf } from '../support/cas-pages.ts';
import { STATEMENT } from '../core/portfolio/imports/samples/cas.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';

const HEADER = 'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency\n';
const ROWS = `${HEADER}Main,TCS,2024-01-05,BUY,10,3200,5,INR
Main,INFY,2024-01-08,BUY,5,1500,2,INR
Main,INFY,2024-13-08,SELL,2,1600,2,INR
`;
/** Of 1,050 bytes each: several batches, and more than is kept back. */
const ROWS_OF_LARGE = 5500;

interface Preview {
  import_id: string;
  total_rows: number;
  valid_rows: number;
  portfolio: string;
  issue_rows: { row: number; field: string }[];
  committed: unknown;
  code?: string;
}

describe('api CSV', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  const form = (
    content: string | Uint8Array<ArrayBuffer> | null,
    fields: Record<string, string> = {},
    order: 'before' | 'after' = 'before',
  ) => {
    const data = new FormData();
    const add = () => Object.entries(fields).forEach(([name, value]) => data.append(name, value));
    if (order === 'before') add();
    if (content !== null) data.append('file', new Blob([content]), 'trades – März.csv');
    if (order === 'after') add();
    return data;
  };
  const upload = (data: FormData) =>
    client.request<Preview>('POST', '/api/portfolio/csv/upload', { body: data });
  const staged = async () =>
    Number(
      (await world.core.database.systemPool.query('select count(*) as n from portfolio.imports')).rows[0].n,
    );

  it('portfolio/csv: upload, preview, commit with an override; the second commit answers the first result', async () => {
    const { status, body } = await upload(form(ROWS));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.total_rows, body.valid_rows, body.issue_rows[0]?.row, body.issue_rows[0]?.field],
      [3, 2, 4, 'date'],
    );
    const again = await client.get<Preview>(`/api/portfolio/csv/imports/${body.import_id}`);
    assert.deepEqual(again.body, body);
    const commit = { import_id: body.import_id, row_overrides: { 4: { date: '2024-02-08' } } };
    const first = await client.post('/api/portfolio/csv/commit', commit);
    assert.deepEqual([first.status, first.body['imported'], first.body['skipped']], [200, 3, 0], first.text);
    const second = await client.post('/api/portfolio/csv/commit', commit);
    assert.deepEqual(second.body, first.body);
    const recorded = await client.get<Preview>(`/api/portfolio/csv/imports/${body.import_id}`);
    const { corporate_actions, ...written } = first.body;
    assert.deepEqual(corporate_actions, { applied: 0, open: 0 });
    assert.deepEqual(recorded.body.committed, written);
  });

  it('portfolio/csv: an export is read back and changes nothing', async () => {
    const { headers, text } = await client.get<string>('/api/portfolio/csv?type=transactions');
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="munim-transactions-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const { body } = await upload(form(text));
    assert.equal(body.issue_rows.length, 0);
    const { body: result } = await client.post('/api/portfolio/csv/commit', { import_id: body.import_id });
    assert.deepEqual([result['imported'], result['skipped']], [0, 3]);
    assert.equal((await client.get('/api/portfolio/csv')).status, 422);
    assert.equal((await client.get('/api/portfolio/csv?type=holdings&portfolio=Nobody')).status, 404);
  });

  it('portfolio/csv: the samples import without an issue', async () => {
    for (const type of ['transactions', 'holdings']) {
      const { text } = await client.get<string>(`/api/portfolio/csv/sample?type=${type}`);
      const { body } = await upload(form(text, { type }));
      assert.deepEqual([body.issue_rows, body.valid_rows], [[], text.trim().split('\n').length - 1]);
    }
  });

  it('a protected PDF asks for its password, and opens with it', async () => {
    const file = new Uint8Array(
      await pdfOf(
        STATEMENT,
        {},
        { userPassword: 'ZZZPZ9999Z', ownerPassword: 'Another', pdfVersion: '1.7ext3' },
      ),
    );
    const codes = [];
    const tried: Record<string, string>[] = [{}, { password: 'wrong' }, { password: 'x'.repeat(129) }];
    for (const fields of tried) {
      const { status, body } = await upload(form(file, fields));
      codes.push([status, body.code]);
    }
    assert.deepEqual(codes, [
      [422, 'PDF_PASSWORD_NEEDED'],
      [422, 'PDF_WRONG_PASSWORD'],
      [422, 'VALIDATION_ERROR'],
    ]);
    const { status, body, text } = await upload(form(file, { password: 'ZZZPZ9999Z' }));
    assert.deepEqual([status, body.total_rows, body.valid_rows], [200, 19, 17]);
    assert.ok(!text.includes('ZZZPZ9999Z'));
  });

  it('fields of the form count wherever they stand; unknown and wrong ones are 422', async () => {
    for (const order of ['before', 'after'] as const) {
      const { body } = await upload(
        form(ROWS, { portfolio: 'Chosen', type: 'auto', default_asset_class: 'ETF' }, order),
      );
      assert.equal(body.portfolio, 'Chosen');
      const empty = await upload(form(ROWS, { portfolio: '', type: '', default_asset_class: '' }, order));
      assert.equal(empty.status, 200);
      const before = await staged();
      for (const fields of [
        { colour: 'red' },
        { type: 'gifts' },
        { default_asset_class: 'Stamps' },
      ] as Record<string, string>[]) {
        assert.equal((await upload(form(ROWS, fields, order))).status, 422);
      }
      assert.equal(await staged(), before);
    }
  });

  it('a large file streams; its fields must stand before it, and nothing stays behind otherwise', async () => {
    // Of wide rows, beyond what is kept back while the fields are waited for.
    const remark = 'as told on the telephone '.repeat(10);
    const large = `${HEADER.trimEnd()},Remark,Broker,Branch,Adviser\n${Array.from(
      { length: ROWS_OF_LARGE },
      (_, i) => `Main,S${i % 500},2024-01-05,BUY,${i + 1},100.25,1.5,INR${`,${remark}`.repeat(4)}\n`,
    ).join('')}`;
    assert.ok(large.length > 5 * 1024 * 1024);
    const good = await upload(form(large, { portfolio: 'Large' }));
    assert.deepEqual([good.status, good.body.valid_rows], [200, ROWS_OF_LARGE]);
    const before = await staged();
    const late = await upload(form(large, { portfolio: 'Large' }, 'after'));
    assert.equal(late.status, 422, JSON.stringify(late.body));
    assert.equal(await staged(), before);
  });

  it('what is no CSV, no form or no file is refused clearly, and nothing is written', async () => {
    const before = await staged();
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 100 }, () => 0)]);
    assert.deepEqual(
      [(await upload(form(zip))).status, (await upload(form('<!doctype html><p>Sign in'))).status],
      [422, 422],
    );
    assert.equal((await upload(form(''))).body.code, 'CSV_EMPTY');
    const none = await upload(form(null, { type: 'auto' }));
    assert.deepEqual([none.status, none.body.code], [422, 'VALIDATION_ERROR']);
    const json = await client.post('/api/portfolio/csv/upload', {});
    assert.equal(json.status, 415);
    const two = form(ROWS);
    two.append('file', new Blob([ROWS]), 'again.csv');
    assert.equal((await upload(two)).status, 422);
    const other = new FormData();
    other.append('document', new Blob([ROWS]), 'a.csv');
    assert.equal((await upload(other)).status, 422);
    const broken = await client.post('/api/portfolio/csv/upload', '--x\r\nnot a form', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    assert.deepEqual([broken.status, broken.body['code']], [400, 'INVALID_FORM']);
    assert.equal(await staged(), before);
  });

  /** Sends a form whose file is `megabytes` long, without telling its length. */
  const sendEndless = (megabytes: number, cutAfter = Number.POSITIVE_INFINITY) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const call = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/api/portfolio/csv/upload',
          headers: {
            cookie: client.cookie ?? '',
            origin: world.url,
            'content-type': 'multipart/form-data; boundary=b',
            'transfer-encoding': 'chunked',
          },
        },
        (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      call.on('error', reject);
      call.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${HEADER}`);
      const row = Buffer.from(`Main,TCS,2024-01-05,BUY,10,3200,5,INR${' '.repeat(9960)}\n`.repeat(100));
      let sent = 0;
      const more = () => {
        for (; sent < megabytes;) {
          if (sent >= cutAfter) return void call.destroy();
          sent += 1;
          if (!call.write(row)) return void call.once('drain', more);
        }
        call.end('\r\n--b--\r\n');
      };
      more();
    });

  it('a file of 200 MB is 413, whether its length is told or not; memory stays bounded and nothing is written', async () => {
    const before = await staged();
    const told = await client.post('/api/portfolio/csv/upload', 'x', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    assert.equal(told.status, 400);
    global.gc?.();
    const memory = process.memoryUsage.rss();
    const { status, text } = await sendEndless(200);
    assert.equal(status, 413, text);
    assert.match(text, /BODY_TOO_LARGE|CSV_TOO_LARGE/);
    assert.ok(
      process.memoryUsage.rss() - memory < 250 * 1024 * 1024,
      `${(process.memoryUsage.rss() - memory) / 1024 / 1024} MB`,
    );
    assert.equal(await staged(), before);
  });

  it('an upload that breaks off leaves nothing behind', async () => {
    const before = await staged();
    await assert.rejects(sendEndless(30, 10));
    await eventually('it to be taken away', async () => (await staged()) === before);
    assert.equal((await client.get('/api/auth/me')).status, 200);
  });

  it('a commit says what is wrong with it', async () => {
    const { body } = await upload(form(ROWS));
    for (const wrong of [
      { rows: 'some' },
      { rows: [0] },
      { rows: [1.5] },
      { mode: 'erase' },
      { row_overrides: { 4: { date: {} } } },
      { more: 1 },
      { mode: 'replace' },
    ]) {
      const { status } = await client.post('/api/portfolio/csv/commit', {
        import_id: body.import_id,
        ...wrong,
      });
      assert.equal(status, 422, JSON.stringify(wrong));
    }
    const unknown = await client.post('/api/portfolio/csv/commit', { import_id: '999999' });
    assert.deepEqual([unknown.status, unknown.body['code']], [404, 'IMPORT_NOT_FOUND']);
    assert.equal((await client.delete(`/api/portfolio/csv/imports/${body.import_id}`)).status, 204);
    assert.equal((await client.get(`/api/portfolio/csv/imports/${body.import_id}`)).status, 404);
  });
});
