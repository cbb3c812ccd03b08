import type { Attempt, ChainError } from './chain.ts';
import type { ErrorClass, ProviderId } from './provider.ts';

/** What a failure means for a person, and what to do. */
const CLASS_WORDS: Readonly<Record<ErrorClass, string>> = {
  AUTH: 'It refused the key. Check the key and enter it again.',
  QUOTA: 'The key works, but its credit or quota is used up. Top it up, or choose another provider.',
  RATE_LIMIT: 'It accepts no more questions right now. Try again in a minute.',
  CAPACITY: 'It is overloaded. Try again later, or choose another model.',
  TRANSIENT: 'It failed or could not be reached. Try again; if that does not help, check its address.',
  STALLED: 'It began to answer and then stopped. Try again.',
  CONTEXT: 'The question is too long for this model. Ask for less, or choose a larger model.',
  SCHEMA: 'This model cannot answer in the required format. Plain questions may work.',
  BAD_OUTPUT: 'Its answer could not be used. Try another model.',
  CONTENT_FILTER: 'It declined to answer. Rephrase the question, or choose another model.',
  BAD_REQUEST: 'It did not understand the request. Check the address and the name of the model.',
  CANCELLED: 'It was cancelled. Ask again.',
  NOT_CONFIGURED: 'Its setup is not complete. Check its settings.',
};

/** Of a program on the server, which has no key or address of its own and is looked after by the operator. */
const PROGRAM_WORDS: Partial<Record<ErrorClass, string>> = {
  AUTH: 'The program is not signed in. Ask whoever runs this server to sign in to it again.',
  QUOTA: 'The allowance of its plan is used up. Try again later, or choose another provider.',
  TRANSIENT: 'The program failed or took too long. Try again.',
  BAD_REQUEST: 'The program did not accept the request. Ask whoever runs this server to check LLM_CLI_MODEL.',
  NOT_CONFIGURED: 'The program cannot be started. Ask whoever runs this server to check it.',
};

/** What a failure of this provider means for a person, and what to do. */
export const wordsFor = (provider: ProviderId, as: ErrorClass): string =>
  (provider === 'cli_default' ? PROGRAM_WORDS[as] : undefined) ?? CLASS_WORDS[as];

/** Classes that pass by themselves, or with another question: nothing is to be set. */
const PASSING: ReadonlySet<ErrorClass> = new Set(['STALLED', 'RATE_LIMIT', 'CONTENT_FILTER', 'CANCELLED']);
const WHERE = 'Providers, keys and models are set in the dashboard under Settings, Models.';

/** Providers at the beginning of a sentence. */
export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  cli_default: 'The command line',
  provider_a: 'Provider A',
  provider_b: 'Provider B',
  gateway: 'The gateway',
};

/**
 * Why nobody answered, for the person who asked: each provider that was tried, what it did and what to do about it, with its
 * own words, and where it is set. Empty where nobody was tried.
 */
export function failureWords({ attempts, hasShown }: Pick<ChainError, 'attempts' | 'hasShown'>): string {
  // Whoever began to answer could be reached.
  const isBroken = (as: ErrorClass): boolean => hasShown && (as === 'TRANSIENT' || as === 'CAPACITY');
  const isPassing = (as: ErrorClass): boolean => PASSING.has(as) || isBroken(as);
  const wordsOf = (provider: ProviderId, as: ErrorClass): string =>
    isBroken(as) ? 'The answer broke off. Try again.' : wordsFor(provider, as);
  const last = new Map<string, Attempt & { times: number }>();
  for (const attempt of attempts) {
    const name = `${attempt.provider} ${attempt.model ?? ''}`;
    last.set(name, { ...attempt, times: (last.get(name)?.times ?? 0) + 1 });
  }
  const lines = [...last.values()].flatMap(({ provider, model, error, times }) => {
    if (error === null) return [];
    const name = `${PROVIDER_NAMES[provider]}${model === null ? '' : ` (${model})`}`;
    const often = times > 1 ? ` It was asked ${times} times.` : '';
    return [`${name}: ${wordsOf(provider, error.class)}${often} (${error.reason})`];
  });
  const isToSet = [...last.values()].some(({ error }) => error !== null && !isPassing(error.class));
  return [...lines, ...(isToSet ? [WHERE] : [])].join('\n');
}
