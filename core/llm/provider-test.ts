import {
  type ErrorClass,
  type Meter,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderId,
  wordsFor,
} from './port/index.ts';
import type { Choice, HttpTarget, ProviderTestView, Resolved } from './settings/index.ts';

/** A question as small as they come; models that think first need some room for it. */
const QUESTION: ModelRequest = {
  system: 'You answer with one word.',
  messages: [{ role: 'user', text: 'Answer with the word OK.' }],
  schema: null,
  maxOutputTokens: 400,
};
const INPUT_TOKENS = 60;
const SECOND = 1000;
/** Somebody waits in front of the page. */
const TIMERS = { firstByteMs: 30 * SECOND, idleMs: 15 * SECOND, totalMs: 45 * SECOND };
const FEATURE = 'settings_test';
/** Failures of a provider that had done some work, which it may charge for. */
const AFTER_WORK: ReadonlySet<ErrorClass> = new Set([
  'BAD_OUTPUT',
  'CANCELLED',
  'CONTENT_FILTER',
  'STALLED',
  'TRANSIENT',
]);

/**
 * Asks one provider once, as it would be asked for this person, and tells in words what happened. What it takes is counted
 * like every other call.
 */
export function createProviderTest(parts: {
  meter: Meter;
  resolve: (this: void, choice: Choice | null, id: ProviderId) => Resolved;
  providerOf: (this: void, target: HttpTarget | 'cli') => Provider;
}) {
  return async (
    userId: string,
    choice: Choice,
    id: ProviderId,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ProviderTestView> => {
    const resolved = parts.resolve(choice, id);
    if (resolved.state !== 'READY')
      return { ok: false, class: 'NOT_CONFIGURED', message: resolved.why, latency_ms: 0, model: null };
    const provider = parts.providerOf(resolved.target);
    const room = await parts.meter.reserve(
      { userId, feature: FEATURE },
      {
        provider: id,
        model: provider.model ?? id,
        inputTokens: INPUT_TOKENS,
        outputTokens: QUESTION.maxOutputTokens,
      },
    );
    if ('refused' in room)
      return { ok: false, class: 'COST_CAP', message: room.refused, latency_ms: 0, model: provider.model };
    const began = performance.now();
    const latency = () => Math.round(performance.now() - began);
    try {
      const answer = await provider.call(QUESTION, { signal, timers: TIMERS });
      await room.settle({ model: answer.model, usage: answer.usage });
      const said = answer.model === provider.model ? '' : ` It calls its model ${answer.model}.`;
      return {
        ok: true,
        class: null,
        message: `It answered.${said}`,
        latency_ms: latency(),
        model: answer.model,
      };
    } catch (error) {
      const failure = error instanceof ProviderError ? error.failure : null;
      const isUsed =
        failure !== null &&
        !failure.isUnsent &&
        (failure.usage.inputTokens !== null || AFTER_WORK.has(failure.class));
      await (isUsed ? room.settle({ usage: failure.usage }) : room.release());
      if (failure === null) throw error;
      return {
        ok: false,
        class: failure.class,
        message: `${wordsFor(id, failure.class)} (${failure.reason})`,
        latency_ms: latency(),
        model: provider.model,
      };
    }
  };
}
