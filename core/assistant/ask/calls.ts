import { ChainError, type ChainAnswer } from '../../llm/port/index.ts';
import { Problem } from '../../platform/index.ts';
import type { AnswerUsage } from '../view.ts';

/** What to do where no model is set up: every route and command of the assistant says the same. */
export const notConfigured = (): Problem =>
  new Problem(
    409,
    'AI_NOT_CONFIGURED',
    'No AI provider is set up. Add a provider under Settings, or ask with the commands of the chat, which need none.',
  );

/** Why no model answered, as a person is told it. Anything that is no failure of a model stays what it is. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof ChainError)) return error;
  const { class: kind, message } = error;
  if (kind === 'NOT_CONFIGURED') return notConfigured();
  // It says which limit it is, whose, and until when.
  if (kind === 'COST_CAP') return new Problem(429, 'AI_COST_CAP', message);
  if (kind === 'CANCELLED') return new Problem(409, 'AI_CANCELLED', 'The question was cancelled.');
  const each = message.replace(/^No model answered\.\s*/, '');
  return new Problem(503, 'AI_UNAVAILABLE', `No AI provider answered. ${each}`.trimEnd(), { cause: error });
}

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
