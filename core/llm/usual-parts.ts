import type { LlmParts } from './create-llm.ts';
import { ChainError, type Provider, ProviderError } from './port/index.ts';

/** The parts of the product itself. */
export function usualParts(): LlmParts {
  const missing = (id: Provider['id'], model: string | null): Provider => ({
    id,
    model,
    canStream: false,
    contextTokens: null,
    call: async () =>
      await Promise.reject(new ProviderError({ class: 'NOT_CONFIGURED', reason: 'It is not built in yet.' })),
  });
  return {
    http: ({ id, model }) => missing(id, model),
    cli: { provider: missing('cli_default', null), problem: 'No command line is built in yet.' },
    chain: (providers) => ({
      providers: providers.map(({ id, model, canStream }) => ({ id, model, canStream })),
      ask: async () =>
        await Promise.reject(new ChainError('No chain is built in yet.', { class: 'NOT_CONFIGURED' })),
    }),
  };
}
