import assert from 'node:assert/strict';
import {
  type Attempt,
  ERROR_CLASSES,
  type ErrorClass,
  failureWords,
  PROVIDER_IDS,
  wordsFor,
} from '../../../../core/llm/index.ts';

const attempt = (provider: Attempt['provider'], as: ErrorClass | null, reason = 'Said so.'): Attempt => ({
  provider,
  model: provider === 'cli_default' ? null : 'llama3',
  error: as === null ? null : { class: as, status: 401, reason },
  latencyMs: 1,
});

describe('why nobody answered, in words', () => {
  it('decisions/Provider chain: each class says what happened and what to do, without its name', () => {
    for (const as of ERROR_CLASSES)
      for (const provider of PROVIDER_IDS) {
        const words = wordsFor(provider, as);
        assert.match(words, /^[A-Z].*\. (?:[A-Z].*[.]|Plain questions may work\.)$/, words);
        assert.match(words, /Check|Try|Ask|choose|check|Plain questions/, words);
        const told = failureWords({ attempts: [attempt(provider, as)], hasShown: false });
        assert.ok(!told.includes(as), told);
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
      'The command line: The program is not signed in. Ask whoever runs this server to sign in to it again. (Please log in.)',
      'Providers, keys and models are set in the dashboard under Settings, Models.',
    ]);
    assert.equal(
      failureWords({ attempts: [attempt('gateway', 'TRANSIENT', 'ECONNRESET')], hasShown: true }),
      'The gateway (llama3): The answer broke off. Try again. (ECONNRESET)',
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
