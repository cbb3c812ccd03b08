import assert from 'node:assert/strict';
import {
  type ChainAnswer,
  ChainError,
  createChain,
  createHttpProvider,
  createRests,
} from '../../../../core/llm/index.ts';
import { structureOf } from '../../../../core/llm/structured/index.ts';
import { systemTimers } from '../../../../core/platform/index.ts';
import { openProgram, type Script, type Speaks } from '../../../support/cli-program.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server.ts';
import { REQUEST, SCHEMA, TIMERS } from '../provider-contract.ts';

const CAPACITY = 'Selected model is at capacity. Please try a different model.';
const OVERLOADED =
  'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
const says = (status: number, message: string) => ({ does: 'fail', status, message }) as const;

/** What a program does, the class of that, the models it was asked for, and whether the next provider, a server, was asked. */
const MOVES: readonly [
  title: string,
  speaks: Speaks,
  does: Partial<Script>,
  as: string,
  models: string[],
  next: boolean,
][] = [
  [
    '401 on stdout',
    'codex',
    says(401, 'unexpected status 401 Unauthorized: Missing bearer'),
    'AUTH',
    ['large'],
    true,
  ],
  [
    '401 on stdout, of success',
    'claude',
    says(401, 'Invalid API key · Please run /login'),
    'AUTH',
    ['large'],
    true,
  ],
  ['401 on stderr, code 145', 'gemini', says(401, 'API key not valid.'), 'AUTH', ['large'], true],
  ['code 145 without a word', 'gemini', { does: 'print', code: 145 }, 'AUTH', ['large'], true],
  [
    'code 41: no way to sign in',
    'gemini',
    { does: 'print', stderr: 'Please set an Auth method', code: 41 },
    'AUTH',
    ['large'],
    true,
  ],
  ['401 in an error event', 'opencode', says(401, 'Unauthorized'), 'AUTH', ['large'], true],
  [
    '400 for the schema',
    'codex',
    says(400, 'invalid_json_schema: regex lookaround is not supported. Found at $.a.pattern'),
    'SCHEMA',
    ['large'],
    false,
  ],
  [
    'no JSON Schema, on stderr alone',
    'claude',
    { does: 'print', stderr: 'Error: invalid JSON schema', code: 1 },
    'SCHEMA',
    ['large'],
    false,
  ],
  [
    '400 for the schema, code 144',
    'gemini',
    says(400, 'response_schema is invalid: Invalid schema'),
    'SCHEMA',
    ['large'],
    false,
  ],
  [
    '429 after its retries',
    'codex',
    says(429, 'exceeded retry limit, last status: 429 Too Many Requests'),
    'RATE_LIMIT',
    ['large'],
    true,
  ],
  ['429', 'claude', says(429, 'API Error: Request rejected (429)'), 'RATE_LIMIT', ['large'], true],
  [
    'a usage limit',
    'codex',
    says(429, "You've hit your usage limit. Try again later."),
    'QUOTA',
    ['large'],
    true,
  ],
  ['capacity', 'codex', says(500, CAPACITY), 'CAPACITY', ['large', 'quick'], true],
  ['529', 'claude', says(529, OVERLOADED), 'CAPACITY', ['large', 'quick'], true],
  [
    '503 UNAVAILABLE, code 247',
    'gemini',
    says(503, 'The model is overloaded. UNAVAILABLE'),
    'CAPACITY',
    ['large', 'quick'],
    true,
  ],
  [
    'code 0 without an object',
    'claude',
    { does: 'unstructured', text: 'I would rather not.' },
    'BAD_OUTPUT',
    ['large', 'large'],
    true,
  ],
  ['a crash', 'codex', { does: 'signal' }, 'TRANSIENT', ['large'], true],
];

describe('a chain over a program and a server', () => {
  let server: ModelServer;
  before(async () => {
    server = await startModelServer();
    server.always({ kind: 'answer', text: '{"verdict":"hold"}' });
  });
  after(async () => await server.close());
  beforeEach(() => void (server.requests.length = 0));

  async function asked(
    script: Script,
    { totalMs = 60_000 }: { totalMs?: number } = {},
  ): Promise<{ result: ChainAnswer | ChainError; models: (string | undefined)[] }> {
    const program = await openProgram(
      script,
      { LLM_CLI_MODEL: 'large', LLM_CLI_QUICK_MODEL: 'quick' },
      { limits: { graceMs: 50 } },
    );
    try {
      const chain = createChain({
        providers: [
          program.cli.provider,
          createHttpProvider({
            id: 'provider_a',
            format: 'chat_completions',
            baseUrl: server.baseUrl,
            model: 'loopback-1',
            apiKey: '',
            contextTokens: null,
            allowInward: true,
            clock: { now: () => new Date('2026-06-15T10:00:00.000Z') },
          }),
        ],
        structureOf,
        rests: createRests(systemTimers),
        meter: null,
        timers: { ...TIMERS, totalMs },
        maxRetries: 1,
        backoffMs: 1_000,
        deadlineMs: 120_000,
        waiting: leapingTimers(),
      });
      const result = await chain.ask({ ...REQUEST, schema: SCHEMA, usage: null }).catch((error: unknown) => {
        if (error instanceof ChainError) return error;
        throw error;
      });
      assert.deepEqual(program.runs(), [], 'no folder is left behind');
      return { result, models: program.asked().map(({ model }) => model) };
    } finally {
      await program.close();
    }
  }

  for (const [title, speaks, does, as, models, next] of MOVES)
    it(`decisions/CLI runner: ${speaks}: ${title}: ${as}, ${next ? 'then the next provider' : 'and nobody else'}`, async () => {
      const { result, models: tried } = await asked({ speaks, ...does });
      const [attempt] = result.attempts;
      assert.equal(attempt?.error?.class, as, attempt?.error?.reason);
      assert.deepEqual(tried, models);
      assert.deepEqual([server.requests.length, result instanceof ChainError], [next ? 1 : 0, !next]);
      if (next) assert.deepEqual((result as ChainAnswer).value, { verdict: 'hold' });
    });

  for (const [stderr, as] of [
    ['Attempt 1 failed with status 429. Retrying with backoff...', 'CAPACITY'],
    ['ApiError: got status: 503. UNAVAILABLE', 'CAPACITY'],
    ['', 'TRANSIENT'],
  ] as const)
    it(`decisions/CLI runner: gemini: silent until the deadline, with "${stderr}" on stderr: ${as}, then the next provider`, async () => {
      // Long enough for the program to start and write its line.
      const { result } = await asked({ speaks: 'gemini', does: 'hang', stderr }, { totalMs: 1_500 });
      assert.equal(result.attempts[0]?.error?.class, as, result.attempts[0]?.error?.reason);
      assert.equal(server.requests.length, 1);
    });

  it('decisions/CLI runner: four megabytes of output before the answer are no failure', async () => {
    const { result } = await asked({
      speaks: 'opencode',
      does: 'flood',
      bytes: 4_200_000,
      text: '{"verdict":"buy"}',
    });
    assert.deepEqual([(result as ChainAnswer).value, server.requests.length], [{ verdict: 'buy' }, 0]);
  });
});
