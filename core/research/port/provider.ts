import type { OutsideErrorKind } from '../../platform/index.ts';
import type { Documents } from './document.ts';
import type { EvidencePacket, EvidenceProviderName } from './packet.ts';
import type { ResearchSubject, RunMode } from './subject.ts';

export interface EvidenceRequest {
  subject: ResearchSubject;
  /** Whose run it is: what that person's own books know may be used, and nobody else's. Left out, it is nobody's. */
  owner_user_id?: string;
  mode: RunMode;
  /**
   * The moment of the run: nothing published later may be used. In HISTORICAL it is the cut-off, and what has no time of
   * publication is DISCOVERED at best.
   */
  as_of: string;
  /** Companies to compare it with: what a document at hand says of them is read too, as scope `peer`. */
  peers?: readonly ResearchSubject[];
  /** How many fiscal years to read. */
  years: number;
  signal?: AbortSignal;
}

/** Why something that was found is no evidence. */
const REFUSALS = [
  'AFTER_CUTOFF',
  'OTHER_COMPANY',
  'NOT_EQUITY',
  'MALFORMED',
  'STALE',
  'DUPLICATE',
  'HASH_MISMATCH',
] as const;
export type RefusalReason = (typeof REFUSALS)[number];

export interface RefusedEvidence {
  provider: EvidenceProviderName;
  source_id: string;
  reason: RefusalReason;
  /** In words that a person can read; nothing secret. */
  detail: string;
}

/** A source that did not give what it was asked for. */
export interface SourceFailure {
  provider: EvidenceProviderName;
  /** NOT_KEPT: nobody was asked, and nothing is kept. SWITCHED_OFF: its address is `off`. NOT_ALLOWED: its
   * robots.txt does not allow it. */
  kind: OutsideErrorKind | 'NOT_KEPT' | 'SWITCHED_OFF' | 'NOT_ALLOWED';
  message: string;
}

export interface Acquired {
  packets: EvidencePacket[];
  refused: RefusedEvidence[];
  failures: SourceFailure[];
  /** What was read, in words for a person and without a full stop, where a number of packets says too little. */
  summary?: string;
}

/** One publisher's documents, read. */
export interface EvidenceProvider {
  readonly name: EvidenceProviderName;
  /** Whether it may know anything of that subject. An unknown exchange is asked too. */
  covers(subject: ResearchSubject): boolean;
  /**
   * Everything it has on a subject by that moment. It applies the cut-off itself and never throws for what the outside
   * does: what failed is in `failures`, and what else it found is there all the same.
   */
  acquire(request: EvidenceRequest, documents: Documents): Promise<Acquired>;
}
