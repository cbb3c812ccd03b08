import {
  type Chain,
  type Counted,
  createChain,
  createRests,
  type ErrorClass,
  type Meter,
  type ModelRequest,
  type Provider,
  ProviderError,
  structureOf,
  type Usage,
} from '../../core/llm/index.ts';
import { type ModelStage, OUTPUTS } from '../../core/research/analysis/index.ts';
import { leapingTimers } from './leaping-timers.ts';

/** It never answers. */
export const HANGS = Symbol('hangs');

/** What a scripted model does when a stage asks it. */
export type StageAnswer =
  /** The output of the stage, sent as JSON. */
  | object
  /** Sent as it is. */
  | string
  | { fails: ErrorClass; after?: string }
  | typeof HANGS
  /** Worked out from what was asked. */
  | ((request: ModelRequest) => object);

export interface StageModels {
  /** By stage; several are given one after the other, and the last of them again and again. */
  answers: Partial<Record<ModelStage, StageAnswer | readonly StageAnswer[]>>;
  /** Every call, in order. */
  asked: ModelStage[];
  requests: ModelRequest[];
  /** Called before a model answers. */
  before: (stage: ModelStage) => Promise<void>;
  usage: Usage;
  /** What each call costs, before and after; null: it has no price and counts by its tokens. */
  costUsd: number | null;
  isSetUp: boolean;
  canStream: boolean;
}

/** The same for every stage. */
export const everyStage = (answer: StageAnswer): StageModels['answers'] =>
  Object.fromEntries(Object.keys(OUTPUTS).map((stage) => [stage, answer]));

export function stageModels(answers: StageModels['answers']): StageModels {
  return {
    answers,
    asked: [],
    requests: [],
    before: () => Promise.resolve(),
    usage: { inputTokens: 1000, outputTokens: 100, cachedTokens: null },
    costUsd: 0.01,
    isSetUp: true,
    canStream: true,
  };
}

const isFailure = (answer: StageAnswer): answer is { fails: ErrorClass; after?: string } =>
  typeof answer === 'object' && 'fails' in answer;

/** A model that plays a script, behind the product's own chain. */
export function stageChain(models: StageModels): () => Promise<Chain> {
  const times = new Map<string, number>();
  const waiting = leapingTimers();
  const provider: Provider = {
    id: 'provider_a',
    model: 'scripted-1',
    get canStream() {
      return models.canStream;
    },
    contextTokens: null,
    async call(request, { signal, onText }) {
      const stage = (request.schema?.name ?? '').toUpperCase() as ModelStage;
      models.asked.push(stage);
      models.requests.push(request);
      await models.before(stage);
      if (signal.aborted) throw new ProviderError({ class: 'CANCELLED', reason: 'It was cancelled.' });
      const given = models.answers[stage];
      const list = (Array.isArray(given) ? given : [given]) as readonly (StageAnswer | undefined)[];
      const nth = times.get(stage) ?? 0;
      times.set(stage, nth + 1);
      const answer = list[Math.min(nth, list.length - 1)];
      if (answer === undefined)
        throw new ProviderError({ class: 'TRANSIENT', reason: `no words for ${stage}` });
      if (answer === HANGS)
        return await new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () =>
            reject(new ProviderError({ class: 'CANCELLED', reason: 'It was cancelled.' })),
          );
        });
      if (typeof answer !== 'function' && isFailure(answer)) {
        if (answer.after !== undefined) onText?.(answer.after);
        throw new ProviderError({
          class: answer.fails,
          reason: `scripted ${answer.fails}`,
          hasShown: answer.after !== undefined && onText !== undefined,
        });
      }
      const said = typeof answer === 'function' ? answer(request) : answer;
      const text = typeof said === 'string' ? said : JSON.stringify(said);
      if (models.canStream) for (let at = 0; at < text.length; at += 64) onText?.(text.slice(at, at + 64));
      return { text, model: 'scripted-1', usage: models.usage, finish: 'stop' };
    },
  };
  const counted = (tokens: number): Counted =>
    models.costUsd === null ? { costUsd: 0, tokens } : { costUsd: models.costUsd, tokens: 0 };
  const meter: Meter = {
    reserve: () => Promise.resolve({ settle: () => Promise.resolve(), release: () => Promise.resolve() }),
    costOf: (_model, { inputTokens }) => (inputTokens === null ? null : (models.costUsd ?? 0)),
    countedOf: (_model, { inputTokens, outputTokens }) =>
      inputTokens === null || outputTokens === null ? null : counted(inputTokens + outputTokens),
  };
  return () =>
    Promise.resolve(
      createChain({
        providers: models.isSetUp ? [provider] : [],
        structureOf,
        rests: createRests({ now: () => 0 }),
        meter,
        timers: { firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000 },
        maxRetries: 0,
        backoffMs: 1,
        deadlineMs: 600_000,
        waiting,
      }),
    );
}
