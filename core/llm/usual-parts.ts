import { randomUUID } from 'node:crypto';
import { type Context, systemTimers } from '../platform/index.ts';
import { createChain, createRests } from './chain/index.ts';
import { createCli } from './cli/index.ts';
import type { LlmParts } from './create-llm.ts';
import { createHttpProvider } from './http/index.ts';
import { createRefusals } from './refused-keys.ts';
import { structureOf } from './structured/index.ts';

const SECOND = 1000;

/** The parts of the product itself: providers over sockets, a program on this machine, and the chain. */
export function usualParts({ clock, config, log }: Pick<Context, 'clock' | 'config' | 'log'>): LlmParts {
  // One stable id of this process: the gateway refuses requests without it (research/User provider settings).
  const session = randomUUID();
  const rests = createRests(systemTimers);
  const refusals = createRefusals();
  const cli = createCli(config, { log });
  const slowest = Math.max(
    config.LLM_PROVIDERA_TIMEOUT_SEC,
    config.LLM_PROVIDERB_TIMEOUT_SEC,
    config.LLM_GATEWAY_TIMEOUT_SEC,
    cli.problem === null ? config.LLM_CLI_TIMEOUT_SEC : 0,
  );
  return {
    cli,
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
        call: async (request, options) =>
          await refusals.watched(
            provider,
            provider.call(request, {
              ...options,
              // Each provider has a limit of its own below that of the chain.
              timers: { ...options.timers, totalMs: Math.min(options.timers.totalMs, totalMs) },
            }),
          ),
      };
    },
    chain: (providers, meter) =>
      createChain({
        providers,
        structureOf,
        rests,
        meter,
        timers: { firstByteMs: 30 * SECOND, idleMs: 30 * SECOND, totalMs: slowest * SECOND },
        maxRetries: config.LLM_HTTP_MAX_RETRIES,
        backoffMs: config.LLM_HTTP_RETRY_BACKOFF_SEC * SECOND,
        deadlineMs: 2 * slowest * SECOND,
      }),
    hasRefusedKey: refusals.has,
    close: cli.close,
  };
}
