import type { Finish } from './finish.ts';

/** The ids of providers (research/User provider settings). */
export const PROVIDER_IDS = ['cli_default', 'provider_a', 'provider_b', 'gateway'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/**
 * Why a call of a model failed, by what can be done about it (decisions/Provider chain). NOT_CONFIGURED: there is no key, no
 * command line or no address; the chain goes on to the next provider.
 */
export const ERROR_CLASSES = [
  'AUTH',
  'QUOTA',
  'RATE_LIMIT',
  'CAPACITY',
  'TRANSIENT',
  'STALLED',
  'CONTEXT',
  'SCHEMA',
  'BAD_OUTPUT',
  'CONTENT_FILTER',
  'BAD_REQUEST',
  'CANCELLED',
  'NOT_CONFIGURED',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Message {
  role: 'user' | 'assistant';
  text: string;
}

/** What is asked of a model. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  /** What a structured answer must keep to; null for plain text. */
  schema: { name: string; schema: JsonSchema } | null;
  maxOutputTokens: number;
  /** 0 to 1; the model's own unless told. */
  temperature?: number;
}

/** Tokens of a call; null where the provider did not say, which is not 0. */
export interface Usage {
  /** All of the input, cached tokens included. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Part of the input; recorded, not priced. */
  cachedTokens: number | null;
}
export const UNKNOWN_USAGE: Usage = { inputTokens: null, outputTokens: null, cachedTokens: null };

/** What a model answered. */
export interface ModelAnswer {
  text: string;
  /** As the provider names it, which may differ from what was asked for. */
  model: string;
  usage: Usage;
  /** `length`: cut at the limit of tokens. An answer that ended in no way that is known is none, and fails. */
  finish: Finish;
}

/**
 * How long a call may wait: for its first byte, between two pieces of the answer, and in all. An answer that comes whole has
 * one piece, so nothing but the last holds until it begins.
 */
export interface CallTimers {
  firstByteMs: number;
  idleMs: number;
  totalMs: number;
}

export interface CallOptions {
  signal: AbortSignal;
  timers: CallTimers;
  /** Told each piece of text as it comes; what cannot stream tells it whole, or not at all. */
  onText?: (this: void, piece: string) => void;
}

/** One way to reach one model. It tries once and never retries by itself: the chain decides that. */
export interface Provider {
  readonly id: ProviderId;
  /** The model that is asked for; null where the provider chooses. */
  readonly model: string | null;
  readonly canStream: boolean;
  /** Tokens that fit into one request, input and output; null where it is unknown. */
  readonly contextTokens: number | null;
  /** What fails together with it: the same server with the same key, named without either. Its id and model unless told. */
  readonly account?: string;
  /** @throws ProviderError and nothing else */
  call(this: void, request: ModelRequest, options: CallOptions): Promise<ModelAnswer>;
}

export interface Failure {
  class: ErrorClass;
  /** HTTP status, or exit code of a command line; null without one. */
  status: number | null;
  /** What the provider asked to wait. */
  retryAfterMs: number | null;
  /** In its own words, shortened, without secrets. */
  reason: string;
  /** Some text of the answer was already told. */
  hasShown: boolean;
  /** What was used up all the same; unknown where nobody said. */
  usage: Usage;
  /** The provider was never reached, so that nothing was used up. */
  isUnsent: boolean;
}

/** A call of a model that failed. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: Failure;

  constructor(failure: Partial<Failure> & Pick<Failure, 'class' | 'reason'>, options?: ErrorOptions) {
    super(`${failure.class}: ${failure.reason}`, options);
    this.failure = {
      status: null,
      retryAfterMs: null,
      hasShown: false,
      usage: UNKNOWN_USAGE,
      isUnsent: false,
      ...failure,
    };
  }
}
