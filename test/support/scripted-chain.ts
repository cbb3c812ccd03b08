import {
  type Attempt,
  type Chain,
  type ChainAnswer,
  ChainError,
  type ChainOwner,
  type ChainRequest,
  type ErrorClass,
  type Llm,
  type Usage,
} from '../../core/llm/port/index.ts';

/** What a scripted model does when it is asked: it answers, in pieces where there are several, or fails. */
export type Step =
  | {
      pieces: readonly string[];
      usage?: Partial<Usage>;
      costUsd?: number | null;
      value?: unknown;
      isCut?: true;
    }
  /** Fails after the pieces that it told. */
  | { fails: ErrorClass | 'COST_CAP'; message?: string; pieces?: readonly string[] }
  /** Tells the pieces and then nothing more, until its caller goes away. */
  | { hangs: true; pieces?: readonly string[] }
  /** Works the answer out from what was asked. */
  | { answers: (request: ChainRequest) => string };

export interface Scripted extends Llm {
  /** What was asked, in order. */
  readonly asked: ChainRequest[];
  /** Whose chain was asked for, and for which feature. */
  readonly owners: { owner: ChainOwner; feature: string }[];
  /** What comes next; the last step is repeated. */
  script: Step[];
  /** Without providers nothing is set up. */
  isSetUp: boolean;
  canStream: boolean;
  /** Resolves once a call hangs. */
  hanging(): Promise<void>;
}

const USAGE: Usage = { inputTokens: 1000, outputTokens: 50, cachedTokens: 0 };

/** A chain that plays a script; nothing is asked outside. */
export function scriptedLlm(...script: Step[]): Scripted {
  const waiting: (() => void)[] = [];
  let hung = 0;
  let at = 0;
  const self: Scripted = {
    asked: [],
    owners: [],
    script,
    isSetUp: true,
    canStream: true,
    privacyOf: () => Promise.resolve({ leavesOutAmounts: false, hasAgreed: true }),
    hanging: () => (hung > 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    chainFor: (owner, feature) => {
      self.owners.push({ owner, feature });
      const chain: Chain = {
        providers: self.isSetUp ? [{ id: 'provider_a', model: 'scripted-1', canStream: self.canStream }] : [],
        ask,
      };
      return Promise.resolve(chain);
    },
  };

  async function ask(request: ChainRequest): Promise<ChainAnswer> {
    self.asked.push(request);
    const step = self.script[Math.min(at, self.script.length - 1)];
    at += 1;
    if (step === undefined) throw new Error('the scripted chain has no step');
    request.signal?.throwIfAborted();
    const pieces = 'answers' in step ? [step.answers(request)] : (step.pieces ?? []);
    if (self.canStream)
      for (const piece of pieces) {
        await Promise.resolve();
        request.onText?.(piece);
      }
    const attempts: Attempt[] = [];
    if ('fails' in step)
      throw new ChainError(step.message ?? 'provider_a: it failed.', {
        class: step.fails,
        attempts,
        hasShown: pieces.length > 0,
      });
    if ('hangs' in step) {
      hung += 1;
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () =>
          reject(new ChainError('The caller went away.', { class: 'CANCELLED' })),
        );
      });
    }
    return {
      text: pieces.join(''),
      value: 'value' in step ? step.value : null,
      isCut: 'isCut' in step,
      provider: 'provider_a',
      model: 'scripted-1',
      usage: { ...USAGE, ...('usage' in step ? step.usage : {}) },
      costUsd: 'costUsd' in step ? (step.costUsd ?? null) : 0.001,
      attempts,
      latencyMs: 1,
    };
  }
  return self;
}

/** An answer that comes whole. */
export const says = (...pieces: string[]): Step => ({ pieces });
