import {
  type ChainRequest,
  createChain,
  createRests,
  type ErrorClass,
  type Failure,
  type Meter,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderId,
  type StructureOf,
  UNKNOWN_USAGE,
  type Usage,
} from '../../../../core/llm/index.ts';
import type { Timers } from '../../../../core/platform/index.ts';
import { REQUEST } from '../provider-contract.ts';

/** What a scripted provider does with one call. */
export type Step =
  | { text: string; usage?: Usage; finish?: 'length' }
  | ({ fails: ErrorClass; shows?: string; takesMs?: number } & Partial<Omit<Failure, 'class' | 'hasShown'>>);

/** Time that passes only where somebody waits. */
export class FakeTime implements Timers {
  at = 0;
  readonly slept: number[] = [];
  now = (): number => this.at;
  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.at += ms;
    await Promise.resolve();
  };
}

export interface Scripted {
  provider: Provider;
  requests: ModelRequest[];
}

/** A provider that goes by a script; after its end it answers "fine". */
export function scripted(
  id: ProviderId,
  steps: readonly Step[],
  {
    time,
    contextTokens = null,
    asked,
  }: { time: FakeTime; contextTokens?: number | null; asked?: ProviderId[] },
): Scripted {
  const rest = [...steps];
  const requests: ModelRequest[] = [];
  const provider: Provider = {
    id,
    model: `${id}-model`,
    canStream: true,
    contextTokens,
    async call(request, { signal, onText, timers }) {
      if (signal.aborted) throw new ProviderError({ class: 'CANCELLED', reason: 'It was cancelled.' });
      requests.push(request);
      asked?.push(id);
      await Promise.resolve();
      const step = rest.shift() ?? { text: 'fine' };
      if ('text' in step) {
        onText?.(step.text);
        const { text, usage = UNKNOWN_USAGE, finish = 'stop' } = step;
        return { text, model: `${id}-model`, usage, finish };
      }
      const { fails, shows, takesMs = 0, ...failure } = step;
      time.at += Math.min(takesMs, timers.totalMs);
      const hasShown = shows !== undefined && onText !== undefined;
      if (hasShown) onText(shows);
      throw new ProviderError({ reason: `${id} says no`, ...failure, class: fails, hasShown });
    },
  };
  return { provider, requests };
}

/** As the structured room does it, for one schema. */
export const structureOf: StructureOf = (schema) => ({
  sent: schema,
  read(text) {
    try {
      const value = JSON.parse(text) as unknown;
      const isRight = typeof (value as { verdict?: unknown }).verdict === 'string';
      return isRight ? { value } : { errors: ['/verdict must be a string.'] };
    } catch {
      return { errors: ['The answer is not valid JSON.'] };
    }
  },
});

export interface World {
  time: FakeTime;
  asked: ProviderId[];
  of: Record<string, Scripted>;
  ask: (request?: Partial<ChainRequest>) => ReturnType<ReturnType<typeof createChain>['ask']>;
}

/** A chain over scripted providers, in the order in which they are given. */
export function world(
  scripts: Partial<Record<ProviderId, readonly Step[]>>,
  given: {
    windows?: Partial<Record<ProviderId, number>>;
    meter?: Meter;
    maxRetries?: number;
    random?: number;
  } = {},
): World {
  const time = new FakeTime();
  const asked: ProviderId[] = [];
  const all = Object.entries(scripts).map(([name, steps]) => {
    const id = name as ProviderId;
    return scripted(id, steps, { time, asked, contextTokens: given.windows?.[id] ?? null });
  });
  const chain = createChain({
    providers: all.map(({ provider }) => provider),
    structureOf,
    rests: createRests(time),
    meter: given.meter ?? null,
    timers: { firstByteMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
    maxRetries: given.maxRetries ?? 2,
    backoffMs: 1_000,
    deadlineMs: 120_000,
    random: () => given.random ?? 0.5,
    waiting: time,
  });
  return {
    time,
    asked,
    of: Object.fromEntries(all.map((one) => [one.provider.id, one])),
    ask: (request = {}) => chain.ask({ ...REQUEST, usage: null, ...request }),
  };
}
