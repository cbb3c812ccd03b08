import type { Budget, UsageContext } from './meter.ts';
import type { ErrorClass, ModelRequest, ProviderId, Usage } from './provider.ts';

export interface ChainRequest extends ModelRequest {
  usage: UsageContext | null;
  signal?: AbortSignal;
  /** In all, retries and other providers included. */
  deadlineMs?: number;
  /** Of each call; a provider's own limit holds where it is shorter. */
  callMs?: number;
  /** A limit of the work that the call belongs to; what it refuses fails with COST_CAP. */
  budget?: Budget;
  /** Makes the call interactive: once a piece was told, no other provider is asked. */
  onText?: (this: void, piece: string) => void;
}

/** One try of one provider. */
export interface Attempt {
  provider: ProviderId;
  model: string | null;
  /** Null where it answered. */
  error: { class: ErrorClass; status: number | null; reason: string } | null;
  latencyMs: number;
}

export interface ChainAnswer {
  text: string;
  /** The answer as its schema has it; null for plain text. It still has to pass the caller's own strict schema. */
  value: unknown;
  /** It ended at its limit of tokens rather than where the model meant to. */
  isCut: boolean;
  provider: ProviderId;
  model: string;
  usage: Usage;
  /** Notional, by list price; null where usage is unknown, 0 where the model has no price. */
  costUsd: number | null;
  attempts: readonly Attempt[];
  latencyMs: number;
}

/** An ordered list of providers that are asked one after the other. */
export interface Chain {
  /** In their order; empty where nothing is configured. */
  readonly providers: readonly { id: ProviderId; model: string | null; canStream: boolean }[];
  /** @throws ChainError, and what its budget throws */
  ask(this: void, request: ChainRequest): Promise<ChainAnswer>;
}

/** Nobody answered, or nobody may be asked. */
export class ChainError extends Error {
  override name = 'ChainError';
  /** Of the last failure; COST_CAP where the call was refused before it was made. */
  readonly class: ErrorClass | 'COST_CAP';
  readonly attempts: readonly Attempt[];
  /** Some text was already told before it failed. */
  readonly hasShown: boolean;

  /** @param message names each provider with its class and reason, for people; no secret is in it */
  constructor(
    message: string,
    given: { class: ErrorClass | 'COST_CAP'; attempts?: readonly Attempt[]; hasShown?: boolean },
  ) {
    super(message);
    this.class = given.class;
    this.attempts = given.attempts ?? [];
    this.hasShown = given.hasShown ?? false;
  }
}

/** For whom something is done: a person, or nobody in particular. */
export type ChainOwner = { userId: string } | 'system';

/** The models that others may use. */
export interface Llm {
  /**
   * The chain of a feature for somebody (two tiers by feature, research/Versioning 6). What a person asks for, at the
   * dashboard or in a linked chat, goes to that person's own; work of Munim itself goes to what the operator set up, even
   * where it is done for a person (Authentication 5).
   */
  chainFor(this: void, owner: ChainOwner, feature: string): Promise<Chain>;
  /** What a person lets be sent to those who would be asked for a feature. */
  privacyOf(this: void, userId: string, feature: string): Promise<Privacy>;
}

/** What a person lets models be sent of their books. */
interface Privacy {
  /** No quantity, price, value or balance. */
  leavesOutAmounts: boolean;
  /** The person was told who gets what, and went on. */
  hasAgreed: boolean;
}
