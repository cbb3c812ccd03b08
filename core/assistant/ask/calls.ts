import { ChainError, type ChainAnswer, failureWords } from '../../llm/port/index.ts';
import { Problem } from '../../platform/index.ts';
import type { AnswerUsage } from '../view.ts';

/** What to do where no model is set up: every route and command of the assistant says the same. */
export const notConfigured = (): Problem =>
  new Problem(
    409,
    'AI_NOT_CONFIGURED',
    'No AI provider is set up. Add a provider under Settings, or use the chat commands, which need none.',
  );

/** Why no model answered, as a person is told it. Anything that is no failure of a model stays what it is. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof ChainError)) return error;
  const { class: kind, message, attempts, hasShown } = error;
  if (kind === 'NOT_CONFIGURED' && attempts.length === 0) return notConfigured();
  // It says itself when the limit ends, and who sets it.
  if (kind === 'COST_CAP') return new Problem(429, 'AI_COST_CAP', message);
  if (kind === 'CANCELLED') return cancelled();
  const head = hasShown ? 'The answer broke off.' : 'No AI provider answered.';
  const words = failureWords(error);
  // Where nothing is known of each provider, the failure's own words stand for them.
  const told = words === '' ? ` ${message.replace(/^No model answered\.\s*/, '')}` : `\n${words}`;
  return new Problem(503, 'AI_UNAVAILABLE', `${head}${told}`.trimEnd(), { cause: error });
}

export const cancelled = (): Problem =>
  new Problem(409, 'AI_CANCELLED', 'The question was cancelled. Ask it again.');

const sum = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null)
    ? null
    : values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** What some calls took together; null where one of them did not tell it. */
export function usageOf(calls: readonly ChainAnswer[]): AnswerUsage {
  const last = calls.at(-1);
  return {
    provider: last?.provider ?? '',
    model: last?.model ?? '',
    calls: calls.length,
    input_tokens: sum(calls.map(({ usage }) => usage.inputTokens)),
    output_tokens: sum(calls.map(({ usage }) => usage.outputTokens)),
    cached_tokens: sum(calls.map(({ usage }) => usage.cachedTokens)),
    cost_usd: sum(calls.map(({ costUsd }) => costUsd)),
  };
}
