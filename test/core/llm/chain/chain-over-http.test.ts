import assert from 'node:assert/strict';
import {
  type Chain,
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

/** What is seen of a fault at the first of two servers: by whom it was answered, and how often the first was asked. */
const MOVES: readonly [keyof typeof FAULTS, asked: number, next: boolean][] = [
  ['unauthorised', 1, true],
  ['unpaid', 1, true],
  ['quota', 1, true],
  ['rateLimited', 2, true],
  ['unavailable', 2, true],
  ['overloaded', 2, true],
  ['badGateway', 2, true],
  ['drop', 2, true],
  ['cut', 2, true],
  ['overloadedInStream', 2, true],
  ['stall', 1, true],
  ['schemaRefused', 2, true],
  ['truncatedJson', 2, true],
  ['refusal', 1, true],
  ['noModel', 1, true],
  // Its window is no larger.
  ['tooLong', 1, false],
  ['badRequest', 1, false],
  ['missingSession', 1, false],
];

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

  const chainOver = (first: ModelServer, second: ModelServer, format: (typeof WIRE_FORMATS)[number]): Chain =>
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
      timers: { ...TIMERS, idleMs: 60 },
      maxRetries: 1,
      backoffMs: 1_000,
      deadlineMs: 120_000,
      waiting: leapingTimers(),
    });

  for (const format of WIRE_FORMATS)
    it(`decisions/Provider chain: error classes: the move of each fault of ${format}`, async () => {
      const found: (typeof MOVES)[number][] = [];
      for (const [name] of MOVES) {
        const [first, second] = [await server(), await server()];
        first.always(FAULTS[name] as Turn);
        second.always({ kind: 'answer', text: '{"verdict":"hold"}' });
        const result = await chainOver(first, second, format)
          .ask({ ...REQUEST, schema: SCHEMA, usage: null })
          .catch((error: unknown) => error);
        if (result instanceof ChainError) assert.ok(!result.message.includes(KEY), result.message);
        found.push([name, first.requests.length, !(result instanceof Error)]);
      }
      assert.deepEqual(found, MOVES);
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
