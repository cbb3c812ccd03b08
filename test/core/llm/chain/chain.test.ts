import assert from 'node:assert/strict';
import {
  ChainError,
  ERROR_CLASSES,
  type ErrorClass,
  type Budget,
  type Meter,
  type ProviderId,
} from '../../../../core/llm/index.ts';
import { SCHEMA } from '../provider-contract.ts';
import { world } from './scripted-provider.ts';

async function failed(call: Promise<unknown>): Promise<ChainError> {
  const error = await call.then(
    () => assert.fail('It answered.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ChainError, String(error));
  return error;
}

/**
 * The table of the decisions, by hand: how often A is asked in all where each of its calls fails so, and whether B is asked
 * then. Two retries are configured; three failures of CAPACITY or TRANSIENT are then the rest as well.
 */
const TABLE: Record<ErrorClass, readonly [times: number, next: boolean]> = {
  AUTH: [1, true],
  QUOTA: [1, true],
  RATE_LIMIT: [3, true],
  CAPACITY: [3, true],
  TRANSIENT: [3, true],
  STALLED: [1, true],
  // B's window is not larger.
  CONTEXT: [1, false],
  // Once more without the schema in the request.
  SCHEMA: [2, true],
  // One repair.
  BAD_OUTPUT: [2, true],
  CONTENT_FILTER: [1, true],
  BAD_REQUEST: [1, false],
  CANCELLED: [1, false],
  NOT_CONFIGURED: [1, true],
};

describe('a chain of providers', () => {
  for (const as of ERROR_CLASSES)
    it(`decisions/Provider chain: error classes: ${as}`, async () => {
      const [times, next] = TABLE[as];
      const steps = Array.from({ length: 5 }, () => ({ fails: as }));
      const { ask, asked } = world(
        { provider_a: steps, provider_b: [{ text: '{"verdict":"hold"}' }] },
        { windows: { provider_a: 8_192, provider_b: 8_192 } },
      );
      const call = ask({ schema: SCHEMA });
      if (next) assert.equal((await call).provider, 'provider_b');
      else assert.equal((await failed(call)).class, as);
      assert.deepEqual(asked, [
        ...Array<ProviderId>(times).fill('provider_a'),
        ...(next ? ['provider_b'] : []),
      ]);
    });

  it('decisions/Provider chain: a model that is not there (404) goes on to the next', async () => {
    const { ask } = world({ provider_a: [{ fails: 'BAD_REQUEST', status: 404 }], provider_b: [] });
    assert.equal((await ask()).provider, 'provider_b');
  });

  it('decisions/Provider chain: a schema that the command line refuses ends the chain', async () => {
    const { ask, asked } = world({ cli_default: [{ fails: 'SCHEMA' }], provider_a: [] });
    assert.equal((await failed(ask({ schema: SCHEMA }))).class, 'SCHEMA');
    assert.deepEqual(asked, ['cli_default']);
  });

  it('decisions/Provider chain: too long goes only to a larger window that is known', async () => {
    const { ask, asked } = world(
      {
        provider_a: [{ fails: 'CONTEXT' }],
        provider_b: [],
        cli_default: [],
        gateway: [{ text: 'long enough' }],
      },
      { windows: { provider_a: 8_192, provider_b: 4_096, gateway: 200_000 } },
    );
    assert.equal((await ask()).provider, 'gateway');
    assert.deepEqual(asked, ['provider_a', 'gateway']);
  });

  it('decisions/Provider chain: a refused schema is asked for in words, without response_format', async () => {
    const { ask, of } = world({ provider_a: [{ fails: 'SCHEMA' }, { text: '{"verdict":"sell"}' }] });
    const { value } = await ask({ schema: SCHEMA });
    assert.deepEqual(value, { verdict: 'sell' });
    const [first, second] = of['provider_a']?.requests ?? [];
    assert.notEqual(first?.schema, null);
    assert.equal(second?.schema, null);
    assert.match(second?.system ?? '', /JSON Schema:\n\{"type":"object"/);
  });

  it("decisions/Provider chain: one repair call with the validator's words", async () => {
    const { ask, of, asked } = world({
      provider_a: [{ text: '{"verdict":7}' }, { text: '{"verdict":"hold"}' }],
    });
    assert.deepEqual((await ask({ schema: SCHEMA })).value, { verdict: 'hold' });
    assert.equal(asked.length, 2);
    const messages = of['provider_a']?.requests[1]?.messages ?? [];
    assert.equal(messages.at(-2)?.text, '{"verdict":7}');
    assert.match(messages.at(-1)?.text ?? '', /\/verdict must be a string/);
  });

  it('decisions/Provider chain: a truncated answer by a schema is repaired, and told so', async () => {
    const { ask, of } = world({
      provider_a: [{ text: '{"verdict":"ho', finish: 'length' }, { text: '{"verdict":"hold"}' }],
    });
    await ask({ schema: SCHEMA });
    assert.match(
      of['provider_a']?.requests[1]?.messages.at(-1)?.text ?? '',
      /cut off at its limit of tokens/,
    );
  });

  it('decisions/Provider chain: a truncated answer is not whole, even where an object can be read from it', async () => {
    const { ask } = world({
      provider_a: [
        { text: '{"verdict":"sell"} or rather', finish: 'length' },
        { text: '{"verdict":"hold"}' },
      ],
    });
    assert.deepEqual((await ask({ schema: SCHEMA })).value, { verdict: 'hold' });
  });

  it('decisions/Provider chain: Retry-After is kept under 60 s; else the pause is anything up to a limit that doubles', async () => {
    const { ask, time } = world(
      {
        provider_a: [
          { fails: 'RATE_LIMIT', retryAfterMs: 7_000 },
          { fails: 'RATE_LIMIT', retryAfterMs: 60_000 },
        ],
      },
      { random: 0.5 },
    );
    await ask();
    // The second failure doubles the first limit of 1 s; half of 2 s by chance.
    assert.deepEqual(time.slept, [7_000, 1_000]);
  });

  it('decisions/Provider chain: a limit of a pause is 30 s at most', async () => {
    const steps = Array.from({ length: 8 }, () => ({ fails: 'RATE_LIMIT' as const }));
    const { ask, time } = world({ provider_a: steps }, { maxRetries: 8, random: 0.999_999 });
    await ask({ deadlineMs: 1_000_000 });
    assert.deepEqual(time.slept, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('decisions/Provider chain: a pause that would pass the deadline is not begun; the next provider is asked', async () => {
    const { ask, time, asked } = world({
      provider_a: [{ fails: 'RATE_LIMIT', retryAfterMs: 50_000 }],
      provider_b: [{ text: 'in time' }],
    });
    assert.equal((await ask({ deadlineMs: 10_000 })).text, 'in time');
    assert.deepEqual(time.slept, []);
    assert.deepEqual(asked, ['provider_a', 'provider_b']);
  });

  it('decisions/Provider chain: no call begins after the deadline', async () => {
    const { ask, asked } = world({ provider_a: [{ fails: 'TRANSIENT', takesMs: 60_000 }], provider_b: [] });
    const error = await failed(ask({ deadlineMs: 5_000 }));
    assert.deepEqual(asked, ['provider_a']);
    assert.match(error.message, /no time left/);
  });

  it('decisions/Provider chain: three failures within 60 s give a provider 30 s of rest, and another chain knows it', async () => {
    const { ask, asked, time } = world({
      provider_a: [{ fails: 'CAPACITY' }, { fails: 'TRANSIENT' }, { fails: 'CAPACITY' }],
      provider_b: [],
    });
    assert.equal((await ask()).provider, 'provider_b');
    asked.length = 0;
    const resting = await ask();
    assert.deepEqual(asked, ['provider_b']);
    assert.match(resting.attempts[0]?.error?.reason ?? '', /is paused for 30 s/);
    time.at += 30_000;
    assert.equal((await ask()).provider, 'provider_a');
  });

  it('decisions/Provider chain: failures further apart than 60 s do not add up', async () => {
    const { ask, asked, time } = world(
      { provider_a: [{ fails: 'CAPACITY' }, { fails: 'CAPACITY' }, { fails: 'CAPACITY' }], provider_b: [] },
      { maxRetries: 0 },
    );
    for (let nr = 0; nr < 3; nr += 1) {
      await ask();
      time.at += 31_000;
    }
    await ask();
    assert.equal(asked.filter((id) => id === 'provider_a').length, 4);
  });

  it('decisions/Provider chain: after a visible token nobody else is asked; a batch may go on', async () => {
    const steps = [{ fails: 'STALLED', shows: 'Your portfolio ' }] as const;
    const interactive = world({ provider_a: steps, provider_b: [] });
    const pieces: string[] = [];
    const error = await failed(interactive.ask({ onText: (piece) => void pieces.push(piece) }));
    assert.deepEqual([error.class, error.hasShown, interactive.asked], ['STALLED', true, ['provider_a']]);
    assert.match(error.message, /^The answer broke off\./);
    assert.deepEqual(pieces, ['Your portfolio ']);
    const batch = world({ provider_a: steps, provider_b: [] });
    assert.equal((await batch.ask()).provider, 'provider_b');
  });

  it('decisions/Provider chain: an exhausted chain names each provider with its class and reason', async () => {
    const { ask } = world({
      cli_default: [{ fails: 'NOT_CONFIGURED', reason: 'No command line is set up.' }],
      provider_a: [{ fails: 'AUTH', status: 401, reason: 'Incorrect API key provided: [key].' }],
      provider_b: [{ fails: 'QUOTA', status: 429, reason: 'You exceeded your current quota.' }],
    });
    const error = await failed(ask());
    assert.equal(
      error.message,
      [
        'No model answered.',
        'The command line (cli_default-model): NOT_CONFIGURED: No command line is set up.',
        'Provider A (provider_a-model): AUTH, status 401: Incorrect API key provided: [key].',
        'Provider B (provider_b-model): QUOTA, status 429: You exceeded your current quota.',
      ].join('\n'),
    );
    assert.equal(error.attempts.length, 3);
  });

  it('decisions/Provider chain: without any provider it says so', async () => {
    assert.equal((await failed(world({}).ask())).message, 'No model is set up.');
  });

  it('decisions/Provider chain: a caller that gives up during a pause asks nobody else', async () => {
    const controller = new AbortController();
    const { ask, time, asked } = world({ provider_a: [{ fails: 'RATE_LIMIT' }], provider_b: [] });
    time.sleep = async () => {
      controller.abort(new Error('gone'));
      await Promise.resolve();
      throw new Error('gone');
    };
    assert.equal((await failed(ask({ signal: controller.signal }))).class, 'CANCELLED');
    assert.deepEqual(asked, ['provider_a']);
  });
});

describe('what a chain counts', () => {
  const USAGE = { inputTokens: 900, outputTokens: 40, cachedTokens: null };
  const context = { userId: 'somebody', feature: 'assistant' };

  function meterOf(given: { refuses?: string; breaks?: boolean } = {}) {
    const calls: unknown[] = [];
    const broken = async (): Promise<void> => {
      await Promise.resolve();
      if (given.breaks === true) throw new Error('The database is away.');
    };
    const meter: Meter = {
      async reserve(_context, estimate) {
        calls.push(['reserve', estimate.provider, estimate.outputTokens]);
        if (given.refuses !== undefined) return { refused: given.refuses };
        await Promise.resolve();
        return {
          settle: async ({ usage }) => (calls.push(['settle', usage.inputTokens]), await broken()),
          release: async () => (calls.push(['release']), await broken()),
        };
      },
      costOf: () => 0.25,
      countedOf: (_model, { inputTokens, outputTokens }) =>
        inputTokens === null || outputTokens === null
          ? null
          : { costUsd: (inputTokens + outputTokens) / 1000, tokens: 0 },
    };
    return { meter, calls };
  }

  it('research/Limits: room is taken before each call, and settled or given back after it', async () => {
    const { meter, calls } = meterOf();
    const { ask } = world(
      { provider_a: [{ fails: 'AUTH' }], provider_b: [{ text: 'yes', usage: USAGE }] },
      { meter },
    );
    const { costUsd } = await ask({ usage: context });
    assert.equal(costUsd, 0.25);
    assert.deepEqual(calls, [
      ['reserve', 'provider_a', 500],
      ['release'],
      ['reserve', 'provider_b', 500],
      ['settle', 900],
    ]);
  });

  it('decisions/Provider chain, cost cap: each call of a piece of work takes its worst case first, and settles for what it took', async () => {
    const calls: unknown[] = [];
    const budget: Budget = {
      reserve: async ({ provider }, worst) => {
        calls.push(['reserve', provider, worst.costUsd > 0]);
        await Promise.resolve();
        return {
          settle: async ({ counted, costUsd }) => {
            calls.push(['settle', counted?.costUsd ?? null, costUsd]);
            await Promise.resolve();
          },
          release: async () => void (await Promise.resolve(calls.push(['release']))),
        };
      },
    };
    const { meter } = meterOf();
    const { ask } = world(
      {
        provider_a: [{ fails: 'AUTH' }],
        provider_b: [{ fails: 'STALLED' }],
        gateway: [{ text: 'yes', usage: USAGE }],
      },
      { meter },
    );
    await ask({ usage: context, budget });
    assert.deepEqual(calls, [
      ['reserve', 'provider_a', true],
      ['release'],
      ['reserve', 'provider_b', true],
      // Nobody knows what it took: the worst case stands.
      ['settle', null, 0.25],
      ['reserve', 'gateway', true],
      // (900 + 40) / 1000
      ['settle', 0.94, 0.25],
    ]);
  });

  it('decisions/Provider chain, cost cap: a budget without room refuses before anybody is asked, and one that breaks ends the work', async () => {
    const { ask, asked } = world({ provider_a: [{ text: 'yes' }] });
    const refusing: Budget = { reserve: () => Promise.resolve({ refused: 'There is no room.' }) };
    const error = await failed(ask({ budget: refusing }));
    assert.deepEqual([error.class, error.message], ['COST_CAP', 'There is no room.']);
    const broken: Budget = { reserve: () => Promise.reject(new TypeError('the lease is lost')) };
    await assert.rejects(ask({ budget: broken }), TypeError);
    assert.deepEqual(asked, []);
    // Without prices a call counts by its tokens.
    const worst: unknown[] = [];
    await ask({
      maxOutputTokens: 500,
      budget: {
        reserve: (_call, most) => {
          worst.push([most.costUsd, most.tokens > 500]);
          return Promise.resolve({ refused: 'no' });
        },
      },
    }).catch(() => undefined);
    assert.deepEqual(worst, [[0, true]]);
  });

  it('research/Limits: a failure that used tokens is settled, unknown ones included', async () => {
    const { meter, calls } = meterOf();
    const { ask } = world(
      {
        provider_a: [{ fails: 'STALLED' }],
        provider_b: [{ fails: 'CONTENT_FILTER', usage: USAGE }],
        // Nobody was there to use anything.
        cli_default: [{ fails: 'TRANSIENT', isUnsent: true }],
        gateway: [],
      },
      { meter },
    );
    await ask({ usage: context });
    assert.deepEqual(
      calls.filter((one) => (one as string[])[0] !== 'reserve'),
      [['settle', null], ['settle', 900], ['release'], ['settle', null]],
    );
  });

  it('decisions/Cost cap: a call over the limit is refused before it is made', async () => {
    const { meter } = meterOf({ refuses: 'The limit of today is reached.' });
    const { ask, asked } = world({ provider_a: [] }, { meter });
    const error = await failed(ask({ usage: context }));
    assert.deepEqual([error.class, error.message, asked], ['COST_CAP', 'The limit of today is reached.', []]);
  });

  it('research/Limits: nothing is counted for who does not say for whom they ask', async () => {
    const { meter, calls } = meterOf({ refuses: 'never asked' });
    await world({ provider_a: [] }, { meter }).ask();
    assert.deepEqual(calls, []);
  });

  it('research/Limits: counting that fails takes no answer away', async () => {
    const { meter } = meterOf({ breaks: true });
    assert.equal((await world({ provider_a: [] }, { meter }).ask({ usage: context })).text, 'fine');
  });
});
