import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import {
  type CallTimers,
  type Chain,
  type ChainAnswer,
  ChainError,
  createChain,
  createHttpProvider,
  createRests,
  WIRE_FORMATS,
} from '../../../../core/llm/index.ts';
import { systemTimers } from '../../../../core/platform/index.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';
import { FAULTS, type ModelServer, startModelServer, type Turn } from '../../../support/model-server.ts';
import { REQUEST, SCHEMA, TIMERS } from '../provider-contract.ts';
import { structureOf } from './scripted-provider.ts';

const KEY = 'sk-loopback-key-000000000001';

/** By whom the question was answered, and how often the first of two servers was asked. */
type Seen = readonly [asked: number, by: 'first' | 'second' | 'nobody'];

/**
 * What is done about each fault of the first of two servers: of a batch by a schema, and of a conversation, in which nobody
 * else is asked after a word was told.
 */
const MOVES: Record<keyof typeof FAULTS, readonly [batch: Seen, conversation: Seen]> = {
  unauthorised: [
    [1, 'second'],
    [1, 'second'],
  ],
  forbidden: [
    [1, 'second'],
    [1, 'second'],
  ],
  unpaid: [
    [1, 'second'],
    [1, 'second'],
  ],
  quota: [
    [1, 'second'],
    [1, 'second'],
  ],
  rateLimited: [
    [2, 'second'],
    [2, 'second'],
  ],
  unavailable: [
    [2, 'second'],
    [2, 'second'],
  ],
  overloaded: [
    [2, 'second'],
    [2, 'second'],
  ],
  internal: [
    [2, 'second'],
    [2, 'second'],
  ],
  badGateway: [
    [2, 'second'],
    [2, 'second'],
  ],
  // The request is wrong, so that everybody would refuse it.
  missingSession: [
    [1, 'nobody'],
    [1, 'nobody'],
  ],
  badRequest: [
    [1, 'nobody'],
    [1, 'nobody'],
  ],
  // The window of the second is no larger.
  tooLong: [
    [1, 'nobody'],
    [1, 'nobody'],
  ],
  // Once without the schema. A conversation has none, so that this is a wrong request.
  schemaRefused: [
    [2, 'second'],
    [1, 'nobody'],
  ],
  filtered: [
    [1, 'second'],
    [1, 'second'],
  ],
  noModel: [
    [1, 'second'],
    [1, 'second'],
  ],
  refusal: [
    [1, 'second'],
    // The refusal itself was told.
    [1, 'nobody'],
  ],
  // One more call with what was wrong, or one more try of a stream that was none.
  truncatedJson: [
    [2, 'second'],
    [2, 'second'],
  ],
  hang: [
    [2, 'second'],
    [2, 'second'],
  ],
  drop: [
    [2, 'second'],
    [2, 'second'],
  ],
  overloadedInStream: [
    [2, 'second'],
    [2, 'second'],
  ],
  errorInStream: [
    [2, 'second'],
    [1, 'nobody'],
  ],
  cut: [
    [2, 'second'],
    [1, 'nobody'],
  ],
  cutBeforeToken: [
    [2, 'second'],
    [2, 'second'],
  ],
  stall: [
    [1, 'second'],
    [1, 'nobody'],
  ],
  // Words instead of an object: one repair call. In a conversation they are the answer.
  noUsage: [
    [2, 'second'],
    [1, 'first'],
  ],
  cachedUsage: [
    [2, 'second'],
    [1, 'first'],
  ],
};
const NAMES = Object.keys(MOVES) as (keyof typeof FAULTS)[];

describe('a chain over HTTP', () => {
  const servers: ModelServer[] = [];
  const server = async () => {
    const one = await startModelServer();
    servers.push(one);
    return one;
  };
  afterEach(async () => {
    for (const one of servers.splice(0)) await one.close();
  });

  const chainOver = (
    first: ModelServer,
    second: ModelServer,
    format: (typeof WIRE_FORMATS)[number],
    timers: Partial<CallTimers> = {},
    waiting = leapingTimers(),
  ): Chain =>
    createChain({
      providers: (
        [
          ['provider_a', first],
          ['provider_b', second],
        ] as const
      ).map(([id, { baseUrl }]) =>
        createHttpProvider({
          id,
          format,
          baseUrl,
          model: 'loopback-1',
          apiKey: KEY,
          contextTokens: 8_192,
          allowInward: true,
          clock: { now: () => new Date('2026-06-15T10:00:00.000Z') },
        }),
      ),
      structureOf,
      rests: createRests(systemTimers),
      meter: null,
      timers: { ...TIMERS, idleMs: 60, ...timers },
      maxRetries: 1,
      backoffMs: 1_000,
      deadlineMs: 120_000,
      waiting,
    });

  for (const format of WIRE_FORMATS)
    for (const [way, at] of [
      ['a batch', 0],
      ['a conversation', 1],
    ] as const)
      it(`decisions/Provider chain: error classes: the move of every fault of ${format}, ${way}`, async () => {
        const found: [string, Seen][] = [];
        for (const name of NAMES) {
          const [first, second] = [await server(), await server()];
          first.always(FAULTS[name] as Turn);
          second.always({ kind: 'answer', text: '{"verdict":"hold"}' });
          const isHanging = name === 'hang';
          const told: string[] = [];
          const result = await chainOver(
            first,
            second,
            format,
            isHanging ? { totalMs: 150, firstByteMs: 150 } : {},
          )
            .ask({
              ...REQUEST,
              usage: null,
              ...(at === 0 ? { schema: SCHEMA } : { onText: (piece) => void told.push(piece) }),
            })
            .catch((error: unknown) => error);
          if (result instanceof ChainError) assert.ok(!result.message.includes(KEY), result.message);
          const by =
            result instanceof Error
              ? 'nobody'
              : (result as ChainAnswer).provider === 'provider_a'
                ? 'first'
                : 'second';
          const { attempts } = result as ChainAnswer | ChainError;
          found.push([name, [attempts.filter(({ provider }) => provider === 'provider_a').length, by]]);
          assert.equal(second.requests.length, by === 'second' ? 1 : 0, name);
          // Nobody reads the words of two models as one answer.
          if (at === 1 && by === 'second') assert.equal(told.join(''), '{"verdict":"hold"}', name);
        }
        assert.deepEqual(
          found,
          NAMES.map((name) => [name, MOVES[name][at]]),
        );
      });

  it('decisions/Provider chain: Retry-After of a server is what is waited', async () => {
    const [first, second] = [await server(), await server()];
    first.script(FAULTS.rateLimited, { kind: 'answer' });
    const waiting = leapingTimers();
    const began = waiting.now();
    await chainOver(first, second, 'chat_completions', {}, waiting).ask({ ...REQUEST, usage: null });
    assert.equal(first.requests.length, 2);
    // 2 s by the header; without it, less than the first pause of 1 s.
    assert.ok(waiting.now() - began >= 2_000);
  });

  it('research/Numbers: 200 streams at once each get their own answer, whole and in order, and leave nothing behind', async () => {
    const one = await server();
    one.always(({ body }) => {
      const asked = JSON.stringify(body['messages'] ?? body['input']);
      const nr = /question (\d+)/.exec(asked)?.[1] ?? '?';
      return { kind: 'answer', pieces: Array.from({ length: 8 }, (_, at) => `${nr}:${at} `) };
    });
    const chain = chainOver(one, one, 'chat_completions', { idleMs: 30_000 });
    const warnings: string[] = [];
    const warned = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', warned);
    try {
      const caller = new AbortController();
      await Promise.all(
        Array.from({ length: 200 }, async (_, nr) => {
          const told: string[] = [];
          const { text } = await chain.ask({
            ...REQUEST,
            messages: [{ role: 'user', text: `question ${nr}` }],
            usage: null,
            signal: caller.signal,
            onText: (piece) => void told.push(piece),
          });
          const expected = Array.from({ length: 8 }, (_, at) => `${nr}:${at} `);
          assert.deepEqual([told, text], [expected, expected.join('')]);
        }),
      );
      assert.equal(one.requests.length, 200);
      // One for the signal itself, however many ask with it.
      assert.ok(getEventListeners(caller.signal, 'abort').length <= 1);
      assert.deepEqual(warnings, []);
    } finally {
      process.off('warning', warned);
    }
  });

  it('decisions/Provider chain: a server that takes no schema answers by its words', async () => {
    for (const format of WIRE_FORMATS) {
      const [first, second] = [await server(), await server()];
      first.refuses = { schema: true };
      first.always({ kind: 'answer', text: '{"verdict":"hold"}' });
      const { value } = await chainOver(first, second, format).ask({
        ...REQUEST,
        schema: SCHEMA,
        usage: null,
      });
      assert.deepEqual([value, second.requests.length], [{ verdict: 'hold' }, 0]);
    }
  });

  it('decisions/Provider chain: an answer that breaks off in the middle ends a conversation; the next provider stays silent', async () => {
    for (const [nr, format] of WIRE_FORMATS.entries()) {
      const [first, second] = [await server(), await server()];
      first.always([FAULTS.errorInStream, FAULTS.cut, FAULTS.stall][nr] as Turn);
      const pieces: string[] = [];
      const error = await chainOver(first, second, format)
        .ask({ ...REQUEST, usage: null, onText: (piece) => void pieces.push(piece) })
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof ChainError);
      assert.equal(error.hasShown, true);
      assert.deepEqual(pieces, ['Some ', 'words ']);
      assert.equal(second.requests.length, 0);
    }
  });
});
