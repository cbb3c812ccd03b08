import assert from 'node:assert/strict';
import type { AnySchema } from 'yup';
import { ROUTES } from '../../api/routes/index.ts';
import { type ApiClient, type Frame, signedInApi, type TestApi } from '../support/api-client.ts';
import { sampled } from '../support/soak.ts';

/** Far more than any of these answers needs; what this stands against took up to half a minute. */
const LONGEST_MS = 20_000;
const LARGEST_ANSWER = 64 * 1024;
/** A report names each of up to 5,000 rows. */
const LARGEST_REPORT = 2 * 1024 * 1024;

/** Their answer reports row by row: what is wrong as a whole, or in each row, is told there, and nothing is taken. */
const REPORTS: Record<string, RegExp> = {
  '/api/events/import': /"added":0,.*"errors":\[\{/,
  '/api/options/ingest': /"accepted":0/,
};

const nested = (open: string, close: string, levels: number, inner = '') =>
  open.repeat(levels) + inner + close.repeat(levels);
const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`k${i}`, 0])));

/** Whole bodies that no route takes. */
const BODIES: Record<string, string> = {
  '50,000 zeros': `[${'0,'.repeat(49_999)}0]`,
  '9,000 keys': manyKeys,
};

/** What is put into each field. */
const VALUES: Record<string, string> = {
  'lists 20,000 deep': nested('[', ']', 20_000),
  'objects 10,000 deep': nested('{"a":', '}', 10_000, '1'),
  '49,000 zeros': `[${'0,'.repeat(49_000)}0]`,
  '30,000 empty objects': `[${'{},'.repeat(30_000)}{}]`,
  '2,000 empty objects': `[${'{},'.repeat(1999)}{}]`,
  '9,000 keys': manyKeys,
  'a text of 90 kB': `"${'x'.repeat(90_000)}"`,
  'a text of spaces': `"a${' '.repeat(90_000)}a"`,
  'a number of 90,000 digits': '9'.repeat(90_000),
  'a prototype': '{"__proto__":{"x":1}}',
};

/** All values in all fields take 15 seconds: in the suite routes and fields take turns, lists more often than others. */
const EVERY = sampled({ body: 2, list: 3, field: 12 }, { body: 1, list: 1, field: 1 });

describe('api: hostile bodies', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi({ requestsPerMinute: 1_000_000 })));
  after(() => world.close());

  const withBody = ROUTES.flatMap((route) =>
    route.body === undefined ? [] : [{ ...route, body: route.body }],
  );

  const refused = async (method: string, path: string, body: string, what: string) => {
    const from = performance.now();
    const answer = await client.request(method, path.replaceAll(/:\w+/g, '1'), { body });
    const ms = performance.now() - from;
    const where = `${method} ${path}, ${what}: ${answer.status}`;
    const report = REPORTS[path];
    if (report && answer.status === 200) assert.match(answer.text, report, where);
    else assert.ok(answer.status >= 400 && answer.status < 500, where);
    assert.ok(ms < LONGEST_MS, `${where} after ${Math.round(ms)} ms`);
    const largest = report ? LARGEST_REPORT : LARGEST_ANSWER;
    assert.ok(answer.text.length < largest, `${where} with ${answer.text.length} characters`);
    return answer;
  };

  it('HTTP conventions: a body that is nested too deeply is 400 on every route, before its schema is asked', async () => {
    for (const [at, { method, path, body }] of withBody.entries()) {
      const [field = 'name'] = Object.keys((body as { fields?: object }).fields ?? {});
      for (const [nr, what] of ['lists 20,000 deep', 'objects 10,000 deep'].entries()) {
        if ((at + nr) % EVERY.body !== 0) continue;
        const { status, body: told } = await refused(method, path, `{"${field}":${VALUES[what]}}`, what);
        assert.deepEqual([status, told['code']], [400, 'INVALID_JSON'], `${method} ${path}`);
      }
    }
    // As deep as may be is the schema's to judge.
    const deep = await client.post('/api/portfolio/goals', JSON.parse(nested('{"a":', '}', 32, '1')));
    assert.equal(deep.status, 422);
    const deeper = await client.post('/api/portfolio/goals', JSON.parse(nested('{"a":', '}', 33, '1')));
    assert.deepEqual([deeper.status, deeper.body['code']], [400, 'INVALID_JSON']);
  });

  it('HTTP conventions: no body breaks a route, holds it up, or is answered at length', async () => {
    let bodies = 0;
    let turn = 0;
    for (const { method, path, body } of withBody) {
      for (const [at, [what, text]] of Object.entries(BODIES).entries())
        if ((at + bodies) % EVERY.body === 0) await refused(method, path, text, what);
      bodies += 1;
      const fields = (body as { fields?: Record<string, AnySchema> }).fields ?? {};
      for (const [field, { type }] of Object.entries(fields)) {
        turn += 1;
        for (const [at, [what, value]] of Object.entries(VALUES).entries()) {
          if ((at + turn) % (type === 'array' ? EVERY.list : EVERY.field) !== 0) continue;
          await refused(method, path, `{"${field}":${value}}`, `${what} in ${field}`);
        }
      }
    }
  });

  it('a body of 2 MB of corrections is refused like a small one', async () => {
    const path = '/api/portfolio/csv/commit';
    const overrides = (cell: string) =>
      `{"import_id":"1","row_overrides":{${Array.from({ length: 60_000 }, (_, i) => `"${i + 1}":{"price":${cell}}`).join()}}}`;
    await refused('POST', path, overrides('[0]'), 'cells that are lists');
    await refused('POST', path, overrides('1'), 'rows of no import');
    const rows = `{"import_id":"1","rows":[${'9007199254740991,'.repeat(100_000)}1]}`;
    await refused('POST', path, rows, 'rows beyond any file');
    await refused('POST', path, `{"import_id":"1","rows":[${'0,'.repeat(900_000)}0]}`, 'no rows');
  });

  it('a list says which of its entries are wrong, the first hundred of them', async () => {
    const good = { stock_symbol: 'TCS', weight_pct: 0.001 };
    const holdings = Array.from({ length: 3000 }, (_, i) => ({ ...good, stock_symbol: `S${i}` }));
    const path = '/api/portfolio/reports/fund-holdings/NIFTYBEES';
    const put = async (rows: unknown[]) =>
      await client.put<{ errors: { field: string; message: string }[] }>(path, {
        as_of: '2025-08-29',
        holdings: rows,
      });
    assert.equal((await put(holdings)).status, 200);
    const bad = await put(holdings.map((row, at) => (at === 7 || at === 2999 ? { stock_symbol: 'X' } : row)));
    assert.deepEqual(
      bad.body.errors.map(({ field }) => field),
      ['holdings[7].weight_pct', 'holdings[2999].weight_pct'],
    );
    const worse = await put(holdings.map(() => 0));
    assert.equal(worse.body.errors.length, 101);
    assert.match(worse.body.errors[100]?.message ?? '', /more errors than these/);
    const long = await put(Array.from({ length: 5001 }, () => good));
    assert.deepEqual(long.body.errors, [
      { field: 'holdings', message: 'holdings may have at most 5000 entries.' },
    ]);
  });

  it('live: a frame that is nested too deeply is told so, and the socket stays', async () => {
    const socket = await client.live();
    const frames = [
      `{"type":"chat","text":${nested('[', ']', 25_000)}}`,
      `{"type":"chat_callback","data":${nested('{"a":', '}', 8000, '1')}}`,
      nested('[', ']', 30_000),
      '{"type":"chat","text":"hi","__proto__":{"x":1}}',
      `{"type":"chat","text":"${'x'.repeat(60_000)}"}`,
    ];
    for (const frame of frames) {
      socket.send(frame);
      const told: Frame = await socket.next('error');
      assert.equal(told['code'], 'INVALID_FRAME', frame.slice(0, 40));
    }
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
  });
});
