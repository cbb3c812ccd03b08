/** What a trading process of the matrix is asked to do, one after the other. */
export type Task =
  | { kind: 'approve' | 'reject'; userId: string; planId: string }
  /** A person has an absent order sent again, by a plan that waits for an approval. */
  | { kind: 'send again'; userId: string; orderId: string }
  /** One round of the job, at the moment given. */
  | { kind: 'round' }
  /** Waits for what an approval began. */
  | { kind: 'settle' }
  /** The steps that it went through so far. */
  | { kind: 'steps' };

export type Asked = Task & { nr: number; at: string };

/** At which of several steps a process stops itself: killed, or put to sleep. */
export interface Aim {
  steps: readonly string[];
  /** So many of them it passes before. */
  skip: number;
  signal: 'SIGKILL' | 'SIGSTOP';
}

export type ToProcess = { kind: 'aim'; aim: Aim } | Asked;

export type FromProcess =
  | { kind: 'ready' }
  /** Said before it kills itself: where, and how often it came by there. */
  | { kind: 'dying'; step: string; time: number }
  /** Said before it puts itself to sleep. */
  | { kind: 'sleeping' }
  | { kind: 'done'; nr: number; code: string | null; steps?: string[] };

/** What a person says of an absent order that is to be sent again. */
export const SENT_AGAIN = {
  settlement: 'SENT_AGAIN',
  reason: 'It is not in the app of the broker, and it is wanted.',
} as const;
