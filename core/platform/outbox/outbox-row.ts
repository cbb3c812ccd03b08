import type { Leased } from '../locks/index.ts';

/** How far a message has come. The last three are its end. */
export const OUTBOX_STATES = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'DROPPED'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** The columns by which a table is an outbox; what is to be sent, and where to, stands beside them. */
export interface OutboxRow {
  id: string;
  state: OutboxState;
  attempts: number;
  epoch: number;
  /** Counts how often what is to be sent was replaced. */
  revision: number;
  lease_until: Date | null;
  next_attempt_at: Date;
  /** When it is not worth sending any more; null: it always is. */
  expires_at: Date | null;
  /** Why it was not sent so far. */
  reason: string | null;
  finished_at: Date | null;
}

/** A message that this process is to send now. It is lost to another one when the lease ends before it is settled. */
export interface OutboxClaim extends Leased<'id'> {
  readonly id: string;
  /** 1 the first time. */
  attempt: number;
  /** Of what is sent now. */
  revision: number;
}

/** The next step for a due message, by what is known now. `set` is written with the claim. */
export type Decision =
  | { action: 'send'; set?: Record<string, unknown> }
  | { action: 'hold'; until: Date }
  | { action: 'drop'; reason: string };

export interface SendFailure {
  /** The error, for a person to read; tokens in it are blanked. */
  error: string;
  /** False for what will never work: the bot was blocked, the chat is gone. */
  retryable: boolean;
  /** Seconds that the other side asked to wait. */
  retryAfter?: number;
}
