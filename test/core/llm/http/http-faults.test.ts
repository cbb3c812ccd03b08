import assert from 'node:assert/strict';
import {
  createHttpProvider,
  type ErrorClass,
  type HttpProviderOptions,
  type Provider,
  WIRE_FORMATS,
} from '../../../../core/llm/index.ts';
import { FAULTS, type ModelServer, startModelServer, type Turn } from '../../../support/model-server.ts';
import { callOf, failureOf, REQUEST, SCHEMA } from '../provider-contract.ts';

const CLOCK = { now: () => new Date('2026-06-15T10:00:00.000Z') };
const KEY = 'sk-loopback-key-000000000001';
/** A silence that is given up, long enough for a request to arrive on a busy machine. */
const LATE_MS = 300;

/** What each fault is, of an answer that comes whole and of one that is streamed; a dash where it answers after all. */
const EXPECTED: Record<keyof typeof FAULTS, readonly [whole: ErrorClass | '-', streamed: ErrorClass | '-']> =
  {
    unauthorised: ['AUTH', 'AUTH'],
    forbidden: ['AUTH', 'AUTH'],
    unpaid: ['QUOTA', 'QUOTA'],
    quota: ['QUOTA', 'QUOTA'],
    rateLimited: ['RATE_LIMIT', 'RATE_LIMIT'],
    unavailable: ['CAPACITY', 'CAPACITY'],
    overloaded: ['CAPACITY', 'CAPACITY'],
    internal: ['TRANSIENT', 'TRANSIENT'],
    badGateway: ['TRANSIENT', 'TRANSIENT'],
    missingSession: ['BAD_REQUEST', 'BAD_REQUEST'],
    badRequest: ['BAD_REQUEST', 'BAD_REQUEST'],
    tooLong: ['CONTEXT', 'CONTEXT'],
    schemaRefused: ['SCHEMA', 'SCHEMA'],
    filtered: ['CONTENT_FILTER', 'CONTENT_FILTER'],
    noModel: ['BAD_REQUEST', 'BAD_REQUEST'],
    refusal: ['CONTENT_FILTER', 'CONTENT_FILTER'],
    // Neither JSON nor a stream: the one cannot be read, the other has no event in it.
    truncatedJson: ['BAD_OUTPUT', 'TRANSIENT'],
    hang: ['TRANSIENT', 'TRANSIENT'],
    drop: ['TRANSIENT', 'TRANSIENT'],
    overloadedInStream: ['CAPACITY', 'CAPACITY'],
    errorInStream: ['TRANSIENT', 'TRANSIENT'],
    cut: ['TRANSIENT', 'TRANSIENT'],
    cutBeforeToken: ['TRANSIENT', 'TRANSIENT'],
    stall: ['STALLED', 'STALLED'],
    noUsage: ['-', '-'],
    cachedUsage: ['-', '-'],
  };
/** Those that break off after some words. */
const AFTER_WORDS: readonly string[] = ['errorInStream', 'cut', 'stall', 'refusal'];

describe('a provider over HTTP', () => {
  let server: ModelServer;
  const opened = (given: Partial<HttpProviderOptions> = {}): Provider =>
    createHttpProvider({
      id: 'provider_a',
      format: 'chat_completions',
      baseUrl: server.baseUrl,
      model: 'loopback-1',
      apiKey: KEY,
      contextTokens: null,
      allowInward: true,
      clock: CLOCK,
      ...given,
    });
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(async () => await server.close());

  for (const format of WIRE_FORMATS)
    for (const [way, at] of [
      ['whole', 0],
      ['streamed', 1],
    ] as const)
      it(`decisions/Provider chain: error classes, every fault of ${format}, ${way}`, async () => {
        const found: [string, string, boolean][] = [];
        for (const [name, turn] of Object.entries<Turn>(FAULTS)) {
          server.script(turn);
          // What waits for a timer is not to wait for long; everything else has time.
          const isSilent = name === 'hang' || name === 'stall';
          const timers = isSilent
            ? {
                idleMs: LATE_MS,
                totalMs: at === 0 && name === 'hang' ? LATE_MS : 60_000,
                firstByteMs: name === 'hang' ? LATE_MS : 60_000,
              }
            : {};
          const request = name === 'schemaRefused' ? { ...REQUEST, schema: SCHEMA } : REQUEST;
          const call = callOf(opened({ format }), {
            request,
            timers,
            ...(at === 0 ? {} : { onText: () => undefined }),
          });
          const failure = name.endsWith('Usage') ? null : await failureOf(call);
          await call.catch(() => undefined);
          found.push([name, failure?.class ?? '-', failure?.hasShown ?? false]);
          assert.ok(!(failure?.reason ?? '').includes(KEY), failure?.reason);
        }
        assert.deepEqual(
          found,
          Object.entries(EXPECTED).map(([name, classes]) => [
            name,
            classes[at],
            at === 1 && AFTER_WORDS.includes(name),
          ]),
        );
        assert.equal(server.requests.length, Object.keys(FAULTS).length, 'nobody was asked twice');
      });

  it('decisions/Provider chain: Retry-After is told in milliseconds, as seconds or as a date', async () => {
    server.script(FAULTS.rateLimited, {
      ...FAULTS.rateLimited,
      headers: { 'retry-after': 'Mon, 15 Jun 2026 10:00:45 GMT' },
    } as Turn);
    assert.equal((await failureOf(callOf(opened()))).retryAfterMs, 2_000);
    // 45 s after the clock's 10:00:00.
    assert.equal((await failureOf(callOf(opened()))).retryAfterMs, 45_000);
  });

  it('decisions/Provider chain: input tokens of messages are the sum with what was read from and written to the cache', async () => {
    // 1,000 in all: 600 read, 100 written, so that the wire says 300.
    server.always(FAULTS.cachedUsage);
    for (const onText of [undefined, () => undefined]) {
      const { usage } = await callOf(opened({ format: 'messages' }), onText === undefined ? {} : { onText });
      assert.deepEqual(usage, { inputTokens: 1_000, outputTokens: 200, cachedTokens: 600 });
    }
  });

  it('decisions/Provider chain: tokens of one maker who tells cached ones beside the others', async () => {
    const body = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 90, completion_tokens: 3, cached_tokens: 64 },
    };
    server.script({ kind: 'raw', status: 200, body: JSON.stringify(body) });
    const { usage } = await callOf(opened());
    assert.deepEqual(usage, { inputTokens: 90, outputTokens: 3, cachedTokens: 64 });
  });

  it('research/Limits: a server that was never reached has used nothing up; one that broke off may have', async () => {
    server.script(FAULTS.drop);
    const broke = await failureOf(callOf(opened()));
    assert.deepEqual([broke.class, broke.isUnsent], ['TRANSIENT', false]);
    const { baseUrl } = server;
    await server.close();
    const away = await failureOf(callOf(opened({ baseUrl })));
    assert.deepEqual(
      [away.class, away.isUnsent, away.reason],
      ['TRANSIENT', true, 'It could not be reached (ECONNREFUSED).'],
    );
    server = await startModelServer();
  });

  it('decisions/Provider chain: what a stream used up before it failed is told', async () => {
    server.script(FAULTS.errorInStream);
    const { usage } = await failureOf(callOf(opened({ format: 'messages' }), { onText: () => undefined }));
    assert.equal(usage.inputTokens, 1_000);
  });

  it('decisions/Provider chain: a server that refuses stream_options is asked once more without it, and that is remembered', async () => {
    server.refuses = { streamOptions: true };
    const first = await callOf(opened(), { onText: () => undefined });
    assert.equal(first.text, 'A right answer.');
    assert.equal(first.usage.inputTokens, null, 'it was not asked for its tokens');
    await callOf(opened(), { onText: () => undefined });
    assert.deepEqual(
      server.requests.map(({ body }) => 'stream_options' in body),
      [true, false, false],
    );
  });

  it('decisions/Provider chain: a model that calls the limit of its answer otherwise is asked so, and without a temperature where it has none', async () => {
    const refusal = (message: string): Turn => ({
      kind: 'error',
      status: 400,
      type: 'invalid_request_error',
      message,
      code: 'unsupported_parameter',
    });
    server.script(
      refusal(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
      refusal("Unsupported value: 'temperature' does not support 0.2 with this model."),
    );
    await callOf(opened(), { request: { ...REQUEST, temperature: 0.2 } });
    const asked = server.requests.map(({ body }) => [
      body['max_tokens'],
      body['max_completion_tokens'],
      body['temperature'],
    ]);
    assert.deepEqual(asked, [
      [500, undefined, 0.2],
      [undefined, 500, 0.2],
      [undefined, 500, undefined],
    ]);
  });

  it('decisions/Provider chain: facts of the wire: the key, the limit and the session of each format', async () => {
    await server.close();
    server = await startModelServer({ sessionHeader: 'x-opencode-session', key: KEY });
    for (const format of WIRE_FORMATS) {
      assert.equal((await failureOf(callOf(opened({ format })))).reason, 'The session header is missing.');
      await callOf(opened({ format, headers: { 'x-opencode-session': 'one-per-process' } }));
    }
    const [, chat, , responses, , messages] = server.requests;
    assert.deepEqual(
      [chat, responses, messages].map((seen) => seen?.path),
      ['/v1/chat/completions', '/v1/responses', '/v1/messages'],
    );
    assert.deepEqual(
      [chat?.body['max_tokens'], responses?.body['max_output_tokens'], messages?.body['max_tokens']],
      [500, 500, 500],
    );
    assert.deepEqual(
      [chat, responses, messages].map((seen) => seen?.headers['x-opencode-session']),
      ['one-per-process', 'one-per-process', 'one-per-process'],
    );
    assert.deepEqual([messages?.headers['x-api-key'], messages?.headers.authorization], [KEY, undefined]);
    assert.equal(responses?.body['store'], false, 'the maker keeps nothing');
  });

  it('decisions/CLI runner: a server of its own machine is asked without a key', async () => {
    for (const format of WIRE_FORMATS) await callOf(opened({ format, apiKey: '' }));
    for (const { headers } of server.requests)
      assert.deepEqual([headers.authorization, headers['x-api-key']], [undefined, undefined]);
  });

  it('decisions/Provider chain: a key with a line break is refused before it is sent, and not repeated', async () => {
    const failure = await failureOf(callOf(opened({ apiKey: 'sk-first\nsecond-half' })));
    assert.equal(failure.class, 'AUTH');
    assert.ok(!/first|second/.test(failure.reason), failure.reason);
    await callOf(opened({ apiKey: ` ${KEY}\n` }));
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${KEY}`);
  });

  it('decisions/Safety of models: a redirect is not followed, so that the key goes nowhere else', async () => {
    const other = await startModelServer();
    try {
      server.always({
        kind: 'raw',
        status: 307,
        body: '',
        headers: { location: `${other.baseUrl}/chat/completions` },
      });
      const failure = await failureOf(callOf(opened()));
      assert.equal(failure.class, 'NOT_CONFIGURED');
      assert.match(failure.reason, /redirects elsewhere/);
      assert.equal(other.requests.length, 0);
    } finally {
      await other.close();
    }
  });

  it('decisions/Provider chain: an answer without an end is cut off', async () => {
    server.always({ kind: 'answer', text: 'word '.repeat(5_000) });
    for (const onText of [undefined, () => undefined]) {
      const failure = await failureOf(
        callOf(opened({ maxBytes: 10_000 }), onText === undefined ? {} : { onText }),
      );
      assert.equal(failure.class, 'BAD_OUTPUT');
      assert.match(failure.reason, /longer than 10000 bytes/);
    }
  });

  it("decisions/Provider chain: another model's name is passed on as it was told", async () => {
    server.always({ kind: 'answer', model: 'cheaper-2' });
    for (const format of WIRE_FORMATS) {
      assert.equal((await callOf(opened({ format }))).model, 'cheaper-2');
      assert.equal((await callOf(opened({ format }), { onText: () => undefined })).model, 'cheaper-2');
    }
  });

  it("decisions/Safety of models: a model's name is one short line, whatever a server writes there", async () => {
    server.always({ kind: 'answer', model: `good\n<b>\u202e\u0007${'x'.repeat(5_000)}` });
    for (const given of [{}, { onText: () => undefined }]) {
      const { model } = await callOf(opened(), given);
      assert.match(model, /^good <b> x+$/);
      assert.equal(model.length, 120);
    }
    server.always({ kind: 'answer', model: ' \n ' });
    assert.equal((await callOf(opened())).model, 'loopback-1', 'the one that was asked for');
  });

  it('decisions/Provider chain: an answer that ran into the limit of tokens says so', async () => {
    server.always({ kind: 'answer', finish: 'length' });
    for (const format of WIRE_FORMATS) assert.equal((await callOf(opened({ format }))).finish, 'length');
  });

  it('decisions/Provider chain: a schema is sent strictly in each format, and older models of messages get it as a tool', async () => {
    server.always({ kind: 'answer', text: '{"verdict":"hold"}' });
    const request = { ...REQUEST, schema: SCHEMA };
    for (const format of WIRE_FORMATS) await callOf(opened({ format }), { request });
    await callOf(opened({ format: 'messages', model: 'claude-sonnet-4-5' }), { request });
    const [chat, responses, tool, claude] = server.requests.map(({ body }) => body);
    assert.deepEqual(chat?.['response_format'], {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: SCHEMA.schema },
    });
    assert.match(JSON.stringify(responses?.['text']), /"strict":true/);
    assert.match(JSON.stringify(tool?.['tools']), /"name":"json"/);
    assert.notEqual(claude?.['output_config'], undefined);
  });

  it('decisions/Provider chain: a question of a megabyte arrives whole', async () => {
    const text = 'Which of my funds is worst? '.repeat(37_500);
    await callOf(opened(), { request: { ...REQUEST, messages: [{ role: 'user', text }] } });
    assert.ok(JSON.stringify(server.requests[0]?.body).length > 1_000_000);
  });
});
