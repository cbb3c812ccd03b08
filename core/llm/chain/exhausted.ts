import { type Attempt, ChainError, PROVIDER_NAMES } from '../port/index.ts';

/** Nobody answered: names each provider that was tried with the class of its failure and the reason. */
export function exhausted(
  attempts: readonly Attempt[],
  given: { hasShown: boolean; tail?: string },
): ChainError {
  const { hasShown, tail = '' } = given;
  const last = attempts.at(-1)?.error?.class ?? (tail === '' ? 'NOT_CONFIGURED' : 'TRANSIENT');
  const head =
    attempts.length === 0 && tail === ''
      ? 'No model is set up.'
      : hasShown
        ? 'The answer broke off.'
        : last === 'CANCELLED'
          ? 'It was cancelled.'
          : 'No model answered.';
  const lines = attempts.flatMap(({ provider, model, error }) => {
    if (error === null) return [];
    const status = error.status === null ? '' : `, status ${error.status}`;
    return [
      `${PROVIDER_NAMES[provider]}${model === null ? '' : ` (${model})`}: ${error.class}${status}: ${error.reason}`,
    ];
  });
  const message = [head, ...lines, ...(tail === '' ? [] : [tail])].join('\n');
  return new ChainError(message, { class: last, attempts, hasShown });
}

/** The limit of a day is reached; the words say which, and until when. */
export const refusedByCap = (words: string, attempts: readonly Attempt[], hasShown: boolean): ChainError =>
  new ChainError(words, { class: 'COST_CAP', attempts, hasShown });
