import type { Message } from '../../llm/index.ts';
import type { ModelStage, Outputs } from '../analysis/index.ts';
import type {
  Coverage,
  EvidencePacket,
  Fact,
  FactConflict,
  ResearchSubject,
  RunMode,
} from '../port/index.ts';

/** What a stage may be told. */
export interface StageMaterial {
  subject: ResearchSubject;
  /** What the public profile calls the company; null where nobody says. */
  profileName: string | null;
  mode: RunMode;
  /** ISO-8601 in UTC. */
  as_of: string;
  facts: readonly Fact[];
  conflicts: readonly FactConflict[];
  coverage: Coverage;
  packets: readonly EvidencePacket[];
  /** The peers that the run was given, and no others. */
  peers: readonly { symbol: string; name: string | null }[];
  /** What the stages before came to; one that did not is not there. */
  outputs: Outputs;
}

/** A stage as its model is asked. */
export interface StagePrompt {
  stage: ModelStage;
  /** Of what all stages share, and of the stage's own prompt: `1.2`. */
  version: string;
  system: string;
  messages: readonly Message[];
  /** What it was shown, each sorted: a part of the key under which its answer is kept. */
  shown: {
    fact_ids: readonly string[];
    /** Of the passages, and of what the facts and conflicts rest on. */
    source_ids: readonly string[];
    upstream: readonly ModelStage[];
  };
}
