import assert from 'node:assert/strict';
import {
  type CallTimers,
  type ErrorClass,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  ProviderError,
} from '../../../core/llm/index.ts';

export const REQUEST: ModelRequest = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'How did my portfolio do?' }],
  schema: null,
  maxOutputTokens: 500,
};
export const SCHEMA = {
  name: 'verdict',
  schema: {
    type: 'object',
    properties: { verdict: { type: 'string' } },
    required: ['verdict'],
    additionalProperties: false,
  },
} as const;
/** Long enough for a busy machine, so that only what is to run out does. */
export const TIMERS: CallTimers = { firstByteMs: 30_000, idleMs: 30_000, totalMs: 60_000 };
const SHORT_MS = 150;

/** What the server or command behind a provider is to do with the next call. */
export type Situation =
  | { kind: 'answers'; text: string }
  | { kind: 'counts'; input: number; output: number; cached: number }
  | { kind: 'counts nothing' }
  | { kind: 'fails'; as: ErrorClass }
  /** Says nothing at all. */
  | { kind: 'hangs' }
  /** Says something, and then nothing. */
  | { kind: 'stalls' };

/** A way to one kind of provider, for the expectations that hold for all. */
export interface ContractSubject {
  name: string;
  /** A provider that meets this; null for what cannot occur, with the reason. */
  open(situation: Situation): Promise<{ provider: Provider; close(): Promise<void> } | { cannot: string }>;
  /** What the key is, which no reason may repeat. */
  secret: string;
  /** It has no first byte and no silence that anybody would see: the whole call has one timer. */
  tellsWhole?: true;
}

interface Given {
  request?: ModelRequest;
  timers?: Partial<CallTimers>;
  signal?: AbortSignal;
  onText?: (piece: string) => void;
}

/** One call of a provider with what it lacks filled in. */
export const callOf = (provider: Provider, given: Given = {}): Promise<ModelAnswer> =>
  provider.call(given.request ?? REQUEST, {
    signal: given.signal ?? new AbortController().signal,
    timers: { ...TIMERS, ...given.timers },
    ...(given.onText === undefined ? {} : { onText: given.onText }),
  });

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError['failure']> {
  const error = await call.then(
    () => assert.fail('It answered.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderError, `It failed with ${String(error)}`);
  return error.failure;
}

/** Error classes that a provider finds by itself, rather than whoever asks it. */
export const FAILING: readonly ErrorClass[] = [
  'AUTH',
  'QUOTA',
  'RATE_LIMIT',
  'CAPACITY',
  'TRANSIENT',
  'CONTEXT',
  'SCHEMA',
  'BAD_OUTPUT',
  'CONTENT_FILTER',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
];

/** The expectations that hold for each provider, whatever is behind it. */
export function providerContract(subject: ContractSubject): void {
  describe(`a provider: ${subject.name}`, () => {
    /** A test that is skipped, with the reason, for what cannot occur. */
    const holds = (
      title: string,
      situation: Situation | { cannot: string },
      run: (provider: Provider) => Promise<void>,
    ) =>
      it(`decisions/Provider chain: ${title}`, async function test(this: Mocha.Context) {
        const opened = 'cannot' in situation ? situation : await subject.open(situation);
        if ('cannot' in opened) return this.skip();
        try {
          await run(opened.provider);
        } finally {
          await opened.close();
        }
      });

    holds(
      'a right answer with its model',
      { kind: 'answers', text: 'Up by two per cent.' },
      async (provider) => {
        const answer = await callOf(provider);
        assert.equal(answer.text, 'Up by two per cent.');
        assert.equal(answer.finish, 'stop');
        assert.ok(answer.model !== '');
      },
    );

    holds('an answer by a schema', { kind: 'answers', text: '{"verdict":"hold"}' }, async (provider) => {
      const { text } = await callOf(provider, { request: { ...REQUEST, schema: SCHEMA } });
      assert.deepEqual(JSON.parse(text), { verdict: 'hold' });
    });

    holds(
      'pieces come in their order and make up the answer',
      { kind: 'answers', text: 'One two three.' },
      async (provider) => {
        const pieces: string[] = [];
        const { text } = await callOf(provider, { onText: (piece) => void pieces.push(piece) });
        assert.equal(text, 'One two three.');
        if (provider.canStream) assert.ok(pieces.length > 1);
        if (pieces.length > 0) assert.equal(pieces.join(''), text);
      },
    );

    for (const way of ['whole', 'streamed'] as const) {
      const given = way === 'streamed' ? { onText: () => undefined } : {};
      holds(
        `the input tokens are all of them, cached ones included (${way})`,
        { kind: 'counts', input: 1_000, output: 200, cached: 600 },
        async (provider) => {
          const { usage } = await callOf(provider, given);
          assert.deepEqual(usage, { inputTokens: 1_000, outputTokens: 200, cachedTokens: 600 });
        },
      );

      holds(
        `tokens that nobody counted are unknown and not 0 (${way})`,
        { kind: 'counts nothing' },
        async (provider) => {
          const { usage } = await callOf(provider, given);
          assert.deepEqual(usage, { inputTokens: null, outputTokens: null, cachedTokens: null });
        },
      );
    }

    for (const as of FAILING)
      holds(
        `${as} is known, with a short reason that holds no key`,
        { kind: 'fails', as },
        async (provider) => {
          const failure = await failureOf(callOf(provider, { request: { ...REQUEST, schema: SCHEMA } }));
          assert.equal(failure.class, as, failure.reason);
          assert.ok(failure.reason.length > 3 && failure.reason.length <= 240, failure.reason);
          assert.ok(!failure.reason.includes(subject.secret), failure.reason);
          assert.equal(failure.hasShown, false);
        },
      );

    holds('a caller that has given up asks nobody', { kind: 'answers', text: 'Never.' }, async (provider) => {
      const failure = await failureOf(callOf(provider, { signal: AbortSignal.abort() }));
      assert.equal(failure.class, 'CANCELLED');
    });

    holds('a caller that gives up meanwhile is not held', { kind: 'hangs' }, async (provider) => {
      const controller = new AbortController();
      const call = failureOf(callOf(provider, { signal: controller.signal }));
      setTimeout(() => controller.abort(), 20);
      assert.equal((await call).class, 'CANCELLED');
    });

    const first: Situation = { kind: 'hangs' };
    const unseen = { cannot: 'it tells its answer whole' };
    holds('the timer of the first byte', subject.tellsWhole === true ? unseen : first, async (provider) => {
      const failure = await failureOf(
        callOf(provider, { timers: { firstByteMs: SHORT_MS }, onText: () => undefined }),
      );
      assert.equal(failure.class, 'TRANSIENT', failure.reason);
    });

    holds('the timer of silence, after some text was told', { kind: 'stalls' }, async (provider) => {
      const pieces: string[] = [];
      const failure = await failureOf(
        callOf(provider, { timers: { idleMs: SHORT_MS }, onText: (piece) => void pieces.push(piece) }),
      );
      assert.equal(failure.class, 'STALLED', failure.reason);
      assert.equal(failure.hasShown, pieces.length > 0);
    });

    for (const kind of ['hangs', 'stalls'] as const)
      holds(`the timer of the whole call, of one that ${kind}`, { kind }, async (provider) => {
        const failure = await failureOf(callOf(provider, { timers: { totalMs: SHORT_MS } }));
        assert.ok(['TRANSIENT', 'STALLED', 'CAPACITY'].includes(failure.class), failure.reason);
      });
  });
}
