import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ChainError, ERROR_CLASSES, PROVIDER_IDS, type ProviderId } from '../../../../core/llm/index.ts';
import { sampled } from '../../../support/soak.ts';
import { SCHEMA } from '../provider-contract.ts';
import { type Step, world } from './scripted-provider.ts';

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ text: fc.constantFrom('{"verdict":"hold"}', '{"verdict":1}', 'words') }),
  fc.record(
    {
      fails: fc.constantFrom(...ERROR_CLASSES),
      shows: fc.constantFrom('a piece'),
      takesMs: fc.integer({ min: 0, max: 90_000 }),
      retryAfterMs: fc.integer({ min: 0, max: 100_000 }),
      status: fc.constantFrom(400, 404, 429, 503),
    },
    { requiredKeys: ['fails'] },
  ),
);
const cases = fc.record({
  scripts: fc.dictionary(fc.constantFrom(...PROVIDER_IDS), fc.array(step, { maxLength: 5 }), {
    noNullPrototype: true,
  }),
  isInteractive: fc.boolean(),
  hasSchema: fc.boolean(),
  deadlineMs: fc.integer({ min: 1, max: 200_000 }),
  random: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

describe('a chain of providers, whatever they do', () => {
  it('decisions/Provider chain: nobody else after a shown token, no wait past the deadline, and each one asked is named', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ scripts, isInteractive, hasSchema, deadlineMs, random }) => {
        const { ask, asked, time } = world(scripts, { random });
        let shownBy: ProviderId | undefined;
        const outcome = await ask({
          deadlineMs,
          schema: hasSchema ? SCHEMA : null,
          ...(isInteractive ? { onText: () => void (shownBy ??= asked.at(-1)) } : {}),
        }).catch((error: unknown) => error);
        assert.ok(outcome instanceof ChainError || !(outcome instanceof Error), String(outcome));
        const { attempts } = outcome as { attempts: { provider: ProviderId }[] };
        if (shownBy !== undefined)
          assert.equal(asked.at(-1), shownBy, 'another one was asked after a shown token');
        assert.ok(time.at <= deadlineMs, `it took ${time.at} of ${deadlineMs} ms`);
        // In the order of their calls; those passed over stand between them.
        for (const id of asked) assert.ok(attempts.some(({ provider }) => provider === id));
        if (outcome instanceof ChainError)
          for (const { provider } of attempts) assert.match(outcome.message, NAMED[provider]);
      }),
      { numRuns: sampled(400, 20_000) },
    );
  });
});

const NAMED: Record<ProviderId, RegExp> = {
  cli_default: /The command line/,
  provider_a: /Provider A/,
  provider_b: /Provider B/,
  gateway: /The gateway/,
};
