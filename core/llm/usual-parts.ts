import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { systemTimers } from '../platform/index.ts';
import { createChain, createRests, type StructureOf } from './chain/index.ts';
import type { LlmParts } from './create-llm.ts';
import { createHttpProvider } from './http/index.ts';
import { type Provider, ProviderError } from './port/index.ts';

const SECOND = 1000;

const NO_PROGRAM_YET = 'No program on this server can be asked yet.';
const NO_PROGRAM: Provider = {
  id: 'cli_default',
  model: null,
  canStream: false,
  contextTokens: null,
  call: async () =>
    await Promise.reject(new ProviderError({ class: 'NOT_CONFIGURED', reason: NO_PROGRAM_YET })),
};

/** The schema goes out as it is; whoever asks checks the answer by it. */
const asItIs: StructureOf = (schema) => ({
  sent: schema,
  read(text) {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return { errors: ['It is not JSON.'] };
    }
  },
});

/** The parts of the product itself: providers over sockets, and the chain. */
export function usualParts({ clock, config }: Pick<Context, 'clock' | 'config'>): LlmParts {
  // One stable id of this process: the gateway refuses requests without it (research/User provider settings).
  const session = randomUUID();
  const rests = createRests(systemTimers);
  const slowest = Math.max(
    config.LLM_PROVIDERA_TIMEOUT_SEC,
    config.LLM_PROVIDERB_TIMEOUT_SEC,
    config.LLM_GATEWAY_TIMEOUT_SEC,
  );
  return {
    cli: { provider: NO_PROGRAM, problem: NO_PROGRAM_YET },
    http: ({ id, format, baseUrl, apiKey, model, sessionHeader, contextTokens, isPersonal, totalMs }) => {
      const provider = createHttpProvider({
        id,
        format,
        baseUrl,
        model,
        apiKey: apiKey ?? '',
        headers: sessionHeader === null ? {} : { [sessionHeader]: session },
        contextTokens,
        allowInward: !isPersonal,
        clock,
      });
      return {
        ...provider,
        // Each provider has a limit of its own below that of the chain.
        call: async (request, options) =>
          await provider.call(request, {
            ...options,
            timers: { ...options.timers, totalMs: Math.min(options.timers.totalMs, totalMs) },
          }),
      };
    },
    chain: (providers, meter) =>
      createChain({
        providers,
        structureOf: asItIs,
        rests,
        meter,
        timers: { firstByteMs: 30 * SECOND, idleMs: 30 * SECOND, totalMs: slowest * SECOND },
        maxRetries: config.LLM_HTTP_MAX_RETRIES,
        backoffMs: config.LLM_HTTP_RETRY_BACKOFF_SEC * SECOND,
        deadlineMs: 2 * slowest * SECOND,
      }),
  };
}
