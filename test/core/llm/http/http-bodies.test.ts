import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  createHttpProvider,
  type HttpProviderOptions,
  type Provider,
  WIRE_FORMATS,
} from '../../../../core/llm/index.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../support/model-server.ts';
import { callOf, failureOf } from '../provider-contract.ts';

const CLOCK = { now: () => new Date('2026-06-15T10:00:00.000Z') };
const KEY = 'sk-loopback-key-000000000001';

describe('what the body of an answer may look like', () => {
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

  it('decisions/Provider chain: counts of tokens that are left out, empty, 0 or half told are unknown, and cost no answer', async () => {
    const message = (usage: unknown) => ({
      type: 'message',
      id: 'm',
      role: 'assistant',
      model: 'loopback-1',
      content: [{ type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
      ...(usage === undefined ? {} : { usage }),
    });
    const item = {
      type: 'message',
      id: 'i',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
    };
    const response = (usage: unknown) => ({
      id: 'r',
      created_at: 1,
      status: 'completed',
      model: 'loopback-1',
      output: [item],
      ...(usage === undefined ? {} : { usage }),
    });
    for (const [usage, input, output] of [
      [undefined, null, null],
      [null, null, null],
      [{}, null, null],
      [{ input_tokens: 0, output_tokens: 0 }, null, null],
      [{ input_tokens: 70 }, 70, null],
      [{ input_tokens: 70, output_tokens: 0 }, 70, 0],
    ] as const) {
      for (const [format, body] of [
        ['messages', message(usage)],
        ['responses', response(usage)],
      ] as const) {
        server.script({ kind: 'raw', status: 200, body: JSON.stringify(body) });
        const { text, usage: told } = await callOf(opened({ format }));
        assert.equal(text, 'Yes.');
        assert.deepEqual([told.inputTokens, told.outputTokens], [input, output], `${format} ${input}`);
      }
    }
  });

  it('decisions/Provider chain: an answer that comes packed, though nobody asked for it, is read, and a stream at once', async () => {
    server.always({ kind: 'answer', packs: true });
    for (const format of WIRE_FORMATS) {
      assert.equal((await callOf(opened({ format }))).text, 'A right answer.');
      const pieces: string[] = [];
      await callOf(opened({ format }), { onText: (piece) => void pieces.push(piece) });
      assert.deepEqual(pieces, ['A ', 'right ', 'answer.']);
    }
    assert.equal(server.requests[0]?.headers['accept-encoding'], 'identity');
    // What is there is told before there is more.
    server.always({ kind: 'answer', packs: true, breaks: { after: 2, by: 'stall' } });
    const pieces: string[] = [];
    const onText = (piece: string): void => void pieces.push(piece);
    const failure = await failureOf(callOf(opened(), { timers: { idleMs: 60 }, onText }));
    assert.deepEqual([failure.class, pieces], ['STALLED', ['A ', 'right ']]);
  });

  it('decisions/Provider chain: what cannot be unpacked, or unpacks without an end, is no answer', async () => {
    const packed = (body: Buffer, how: string): Turn => ({
      kind: 'raw',
      status: 200,
      body,
      headers: { 'content-encoding': how },
    });
    for (const [turn, expected, reason] of [
      [packed(Buffer.from('no gzip at all'), 'gzip'), 'BAD_OUTPUT', /cannot be decompressed/],
      [packed(Buffer.from('x'), 'zstd'), 'BAD_OUTPUT', /unknown compression/],
      [packed(gzipSync('{"a":1}').subarray(0, 12), 'gzip'), 'TRANSIENT', /connection broke/],
      // 10 MB of one letter, of which 4 MB are read.
      [packed(gzipSync('x'.repeat(10_000_000)), 'gzip'), 'BAD_OUTPUT', /longer than 4000000 bytes/],
    ] as const) {
      server.script(turn);
      const failure = await failureOf(callOf(opened()));
      assert.equal(failure.class, expected, failure.reason);
      assert.match(failure.reason, reason);
    }
  });
});
