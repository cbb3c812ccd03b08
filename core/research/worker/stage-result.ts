import { createHash } from 'node:crypto';
import {
  canonicalJson,
  type EvidencePacket,
  type FactLedger,
  type RefusedEvidence,
  type SourceFailure,
} from '../port/index.ts';
import type { ResearchStatus, StageStatus } from '../runs/index.ts';
import type { Published } from './published.ts';

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
  /** Why it did not come to its end, by a stable code. */
  code?: string;
  /** Which model answered, and how long it took in all; null where none did. */
  asked?: { provider: string; model: string; latency_ms: number } | null;
  /** What a model was asked, and what is taken of its answer. */
  said?: { prompt_version: string; prompt: unknown; output: unknown };
  /** Of the last stage alone: what the run publishes; null where nothing could be put together. */
  published?: Published | null;
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
