import {
  type Chain,
  ChainError,
  type HttpTarget,
  type LlmParts,
  type Meter,
  type Provider,
  ProviderError,
} from '../../core/llm/index.ts';

export interface FakeModels {
  parts: LlmParts;
  /** What providers over HTTP were made of, and how often each was asked. */
  made: HttpTarget[];
  asked: { id: string; key: string | null }[];
  /** What happens when a provider is asked; it answers unless told. */
  fail: Map<Provider['id'], ProviderError>;
}

/**
 * Providers that answer at once, without a wire, and a chain that asks each once: for tests of who is asked. What providers
 * and chains do is tried over real sockets elsewhere.
 */
export function fakeModels({ cli = true }: { cli?: boolean } = {}): FakeModels {
  const made: HttpTarget[] = [];
  const asked: FakeModels['asked'] = [];
  const fail: FakeModels['fail'] = new Map();
  const provider = (id: Provider['id'], model: string | null, key: string | null): Provider => ({
    id,
    model,
    canStream: false,
    contextTokens: null,
    call: async () => {
      asked.push({ id, key });
      const failure = fail.get(id);
      if (failure !== undefined) throw failure;
      return await Promise.resolve({
        text: 'OK',
        model: model ?? 'cli-model',
        usage: { inputTokens: 1000, outputTokens: 200, cachedTokens: null },
        finish: 'stop' as const,
      });
    },
  });
  return {
    made,
    asked,
    fail,
    parts: {
      http: (target) => {
        made.push(target);
        return provider(target.id, target.model, target.apiKey);
      },
      cli: {
        provider: provider('cli_default', null, null),
        problem: cli ? null : 'No command line is set up.',
      },
      chain,
    },
  };
}

function chain(providers: readonly Provider[], meter: Meter): Chain {
  return {
    providers: providers.map(({ id, model, canStream }) => ({ id, model, canStream })),
    async ask(request) {
      for (const provider of providers) {
        const model = provider.model ?? provider.id;
        const { maxOutputTokens: outputTokens, usage: context } = request;
        const estimate = { provider: provider.id, model, inputTokens: 1000, outputTokens };
        const room = context === null ? null : await meter.reserve(context, estimate);
        if (room !== null && 'refused' in room) throw new ChainError(room.refused, { class: 'COST_CAP' });
        try {
          const signal = request.signal ?? new AbortController().signal;
          const timers = { firstByteMs: 1000, idleMs: 1000, totalMs: 1000 };
          const { text, usage, ...answer } = await provider.call(request, { signal, timers });
          await room?.settle({ model: answer.model, usage });
          const costUsd = meter.costOf({ answered: answer.model, asked: provider.model }, usage);
          return {
            text,
            value: null,
            isCut: answer.finish === 'length',
            provider: provider.id,
            model: answer.model,
            usage,
            costUsd,
            attempts: [],
            latencyMs: 0,
          };
        } catch (error) {
          await room?.release();
          if (!(error instanceof ProviderError)) throw error;
        }
      }
      throw new ChainError('nobody answered', { class: 'TRANSIENT' });
    },
  };
}
