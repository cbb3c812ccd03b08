import { createHash } from 'node:crypto';
import {
  canonicalJson,
  type EvidencePacket,
  type FactLedger,
  type RefusedEvidence,
  type SourceFailure,
} from '../port/index.ts';
import type { ResearchStatus, StageStatus } from '../runs/index.ts';

/** What a stage came to, as it is written down in one transaction with its status. */
export interface StageResult {
  status: Exclude<StageStatus, 'PENDING' | 'RUNNING'>;
  /** For people. */
  detail: string;
  input_hash: string | null;
  is_cached?: boolean;
  evidence?: {
    packets: readonly EvidencePacket[];
    refused: readonly RefusedEvidence[];
    failures: readonly SourceFailure[];
  };
  ledger?: FactLedger;
  coverage?: FactLedger['coverage'];
  /** Of the last stage alone. */
  end?: { status: Exclude<ResearchStatus, 'queued' | 'running'>; error: string | null };
}

/** Names what went into a stage: equal hashes are equal inputs of equal versions. */
export function inputHash(stage: string, version: string, inputs: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson({ stage, version, inputs })).digest('hex')}`;
}

/** Characters that no column of Postgres keeps: NUL, and halves of a character. */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Whether it can be stored and read back as it is. */
export const isKeepable = (value: unknown): boolean => !UNKEPT.test(JSON.stringify(value));
