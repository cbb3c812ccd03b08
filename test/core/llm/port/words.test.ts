import assert from 'node:assert/strict';
import { type Attempt, ERROR_CLASSES, type ErrorClass, failureWords } from '../../../../core/llm/index.ts';
import { CLASS_WORDS } from '../../../../core/llm/port/index.ts';

const attempt = (provider: Attempt['provider'], as: ErrorClass | null, reason = 'Said so.'): Attempt => ({
  provider,
  model: provider === 'cli_default' ? null : 'llama3',
  error: as === null ? null : { class: as, status: 401, reason },
  latencyMs: 1,
});

describe('why nobody answered, in words', () => {
  it('decisions/Provider chain: each class says what happened and what to do, without its name', () => {
    for (const as of ERROR_CLASSES) {
      const words = CLASS_WORDS[as];
      assert.match(words, /^[A-Z][^A-Z_]*\. [A-Z]|, choose|\. Plain/, words);
      assert.match(words, /Check|Try|Ask|choose|Plain questions/, words);
      assert.doesNotMatch(
        failureWords({ attempts: [attempt('gateway', as)], hasShown: false }),
        /[A-Z]{2,}_|[A-Z]{4,}/,
      );
    }
  });

  it('each provider stands on a line of its own, with its own words, and how often it was asked', () => {
    const words = failureWords({
      attempts: [
        attempt('provider_a', 'CAPACITY', 'Overloaded'),
        attempt('provider_a', 'CAPACITY', 'Overloaded'),
        attempt('cli_default', 'AUTH', 'Please log in.'),
      ],
      hasShown: false,
    });
    assert.deepEqual(words.split('\n'), [
      'Provider A (llama3): It is overloaded. Try again later, or choose another model. It was asked 2 times. (Overloaded)',
      'The command line: It refused the key. Check the key and enter it again. (Please log in.)',
      'Providers, keys and models are set in the dashboard under Settings, Models.',
    ]);
    assert.equal(
      failureWords({ attempts: [attempt('gateway', 'TRANSIENT', 'ECONNRESET')], hasShown: true }),
      'The gateway (llama3): It began to answer and broke off. Try again. (ECONNRESET)',
    );
    // Nothing is to be set for what passes by itself.
    assert.doesNotMatch(
      failureWords({ attempts: [attempt('gateway', 'RATE_LIMIT')], hasShown: false }),
      /Settings/,
    );
    assert.equal(failureWords({ attempts: [], hasShown: false }), '');
    assert.equal(failureWords({ attempts: [attempt('gateway', null)], hasShown: false }), '');
  });
});
