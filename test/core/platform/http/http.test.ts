import assert from 'node:assert/strict';
import {
  createHttp,
  createLimiter,
  type Http,
  type HttpOptions,
  OutsideError,
  type OutsideErrorKind,
} from '../../../../core/platform/index.ts';
import { parseRetryAfter } from '../../../../core/platform/http/http.ts';
import { type Fault, LoopbackServer } from '../../../support/loopback.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const JSON_TYPE = { accept: /^application\/json\b/ };
const SECRET = 'sesame';

describe('client of outside systems', () => {
  let server: LoopbackServer;
  let pauses: number[];
  before(async () => {
    server = await new LoopbackServer(() => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ answer: 'x'.repeat(200) }),
    })).start();
  });
  after(() => server.close());
  beforeEach(() => {
    server.calm();
    pauses = [];
  });

  const client = (options: Partial<HttpOptions> = {}): Http =>
    createHttp({
      system: 'Elsewhere',
      baseUrl: server.url,
      limiter: createLimiter({ concurrent: 5, perSecond: 1000 }),
      clock: { now: () => NOW },
      timers: {
        now: () => 0,
        sleep: (ms) => {
          pauses.push(ms);
          return Promise.resolve();
        },
      },
      timeoutMs: 50_000,
      random: () => 0.5,
      ...options,
    });
  const fails = async (
    kind: OutsideErrorKind,
    fault: Fault | null,
    options: Partial<HttpOptions> = {},
  ): Promise<OutsideError> => {
    if (fault !== null) server.fail(fault);
    let caught: unknown;
    await client(options)
      .json(`/data?token=${SECRET}`, JSON_TYPE)
      .catch((error: unknown) => (caught = error));
    assert.ok(caught instanceof OutsideError, String(caught));
    assert.equal(caught.kind, kind);
    assert.match(caught.message, /^Elsewhere /);
    assert.doesNotMatch(caught.message, new RegExp(`${SECRET}|127\\.0\\.0\\.1`));
    return caught;
  };

  const FAULTS: [string, OutsideErrorKind, Fault, number][] = [
    ['a hang', 'timeout', { kind: 'hang' }, 1],
    ['a body that drips for ever', 'timeout', { kind: 'drip', everyMs: 30 }, 1],
    ['a body cut in the middle', 'network', { kind: 'cut' }, 3],
    ['a dropped connection', 'network', { kind: 'drop' }, 3],
    ['a 500', 'http', { kind: 'status', status: 500 }, 3],
    ['a 503', 'http', { kind: 'status', status: 503 }, 3],
    ['a 403', 'http', { kind: 'status', status: 403 }, 1],
    [
      'a redirect, which is not followed',
      'http',
      { kind: 'status', status: 302, headers: { location: 'http://169.254.169.254/' } },
      1,
    ],
    ['a 429', 'rate_limited', { kind: 'status', status: 429 }, 3],
    ['HTML with 200', 'content_type', { kind: 'body', body: '<html></html>', type: 'text/html' }, 1],
    ['half a JSON', 'malformed', { kind: 'body', body: '{"a":', type: 'application/json' }, 1],
    ['a huge body', 'too_large', { kind: 'body', body: 'x'.repeat(5000), type: 'application/json' }, 1],
  ];
  for (const [title, kind, fault, tries] of FAULTS) {
    it(`${title} is "${kind}" after ${tries} ${tries === 1 ? 'try' : 'tries'}`, async () => {
      // Where the fault is to be late, no longer than needed; a busy machine may give up before it has asked.
      if (kind === 'timeout') {
        await fails(kind, fault, { timeoutMs: 150 });
        assert.ok(server.requests.length <= tries);
      } else {
        await fails(kind, fault, { maxBytes: 1000 });
        assert.equal(server.requests.length, tries);
      }
    });
  }

  it('nobody there is "network"', async () => {
    await fails('network', null, { baseUrl: 'http://127.0.0.1:1', retries: 0 });
  });

  it('asks again after growing pauses, and takes the answer that comes', async () => {
    server.fail({ kind: 'status', status: 502 }, { times: 2 });
    const { body } = await client({ backoffMs: 100 }).json('/data', JSON_TYPE);
    assert.equal(typeof (body as { answer: string }).answer, 'string');
    // 100 and 200 ms, times 0.5 + random() = 1.
    assert.deepEqual(pauses, [100, 200]);
  });

  it('waits as long as Retry-After says, with all others, and gives up on one that is too long', async () => {
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, { times: 1 });
    await client().json('/data', JSON_TYPE);
    assert.deepEqual(pauses, [1000]);
    server.calm();
    const error = await fails('rate_limited', {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '3600' },
    });
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.equal(server.requests.length, 1);
  });

  it('leaves a system alone for as long as it asked, without asking it', async () => {
    let now = NOW;
    const http = client({ clock: { now: () => now } });
    const isRefused = async () =>
      await http.json('/data', JSON_TYPE).then(
        () => false,
        (error: unknown) => error instanceof OutsideError && error.kind === 'rate_limited',
      );
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }, { times: 1 });
    assert.equal(await isRefused(), true);
    now = new Date(NOW.getTime() + 599_000);
    assert.equal(await isRefused(), true);
    assert.equal(server.requests.length, 1);
    now = new Date(NOW.getTime() + 600_000);
    assert.equal(await isRefused(), false);
  });

  it('reads Retry-After in both its forms', () => {
    for (const [header, ms] of [
      [null, null],
      ['7', 7000],
      ['Mon, 02 Mar 2026 06:00:30 GMT', 30_000],
      ['Mon, 02 Mar 2026 05:00:00 GMT', 0],
      ['soon', null],
    ] as const)
      assert.equal(parseRetryAfter(header, NOW), ms);
  });

  it('a status that was expected is an answer', async () => {
    server.fail({ kind: 'status', status: 404, type: 'application/json', body: '{"error":"unknown"}' });
    const { status, body } = await client().json('/data', { ...JSON_TYPE, alsoAnswers: [404] });
    assert.deepEqual([status, body], [404, { error: 'unknown' }]);
  });

  it('sends a form or JSON, and the headers of an answer come along', async () => {
    const sent = { ...JSON_TYPE, method: 'POST', headers: { 'x-version': '3' } } as const;
    await client().json('/session', { ...sent, form: { key: 'a b', checksum: '1&2' } });
    const { headers } = await client().json('/session', { ...sent, json: { pin: '12' } });
    assert.match(headers.get('content-type') ?? '', /json/);
    const { body } = await client().text('/session', JSON_TYPE);
    assert.match(body, /^\{"answer"/);
    assert.deepEqual(
      server.requests.map((one) => [
        one.method,
        one.headers['content-type'],
        one.headers['x-version'],
        one.body,
      ]),
      [
        ['POST', 'application/x-www-form-urlencoded', '3', 'key=a+b&checksum=1%262'],
        ['POST', 'application/json', '3', '{"pin":"12"}'],
        ['GET', undefined, undefined, ''],
      ],
    );
  });

  it('does not send twice what may not be repeated', async () => {
    const post = { ...JSON_TYPE, method: 'POST', form: { amount: '1' } } as const;
    for (const [isRepeatable, tries] of [
      [false, 1],
      [true, 3],
    ] as const) {
      server.calm();
      server.fail({ kind: 'status', status: 503 });
      await assert.rejects(client().json('/order', { ...post, isRepeatable }), OutsideError);
      assert.equal(server.requests.length, tries);
    }
  });

  it('hands over lines however the bytes are split, the last one without an end too', async () => {
    server.fail({ kind: 'body', body: 'ä;1\r\nb;2\n\nlast', type: 'text/plain' });
    const lines = await client().lines('/list', { accept: /^text\/plain/ }, async (some) => {
      const all: string[] = [];
      for await (const part of some) all.push(...part);
      return all;
    });
    assert.deepEqual(lines, ['ä;1', 'b;2', '', 'last']);
  });

  it('who is not waited for any longer ends at once', async () => {
    server.fail({ kind: 'hang' });
    const signal = AbortSignal.timeout(20);
    await assert.rejects(
      client({ timeoutMs: 600_000 }).json('/data', { ...JSON_TYPE, signal }),
      (error: unknown) => error instanceof OutsideError && error.kind === 'timeout',
    );
  });
});
