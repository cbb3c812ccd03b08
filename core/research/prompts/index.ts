// stub until merge
import type { JsonSchema, Message } from '../../llm/index.ts';
import type { ModelStage, OutputOf, Outputs } from '../analysis/index.ts';
import { OUTPUTS } from '../analysis/index.ts';
import type {
  Coverage,
  EvidencePacket,
  Fact,
  FactConflict,
  ResearchSubject,
  RunMode,
} from '../port/index.ts';
export interface StageMaterial {
  subject: ResearchSubject;
  profileName: string | null;
  mode: RunMode;
  as_of: string;
  facts: readonly Fact[];
  conflicts: readonly FactConflict[];
  coverage: Coverage;
  packets: readonly EvidencePacket[];
  peers: readonly { symbol: string; name: string | null }[];
  outputs: Outputs;
}
export interface StagePrompt {
  stage: ModelStage;
  version: string;
  system: string;
  messages: readonly Message[];
  shown: { fact_ids: readonly string[]; source_ids: readonly string[]; upstream: readonly ModelStage[] };
}
export function promptFor(stage: ModelStage, _m: StageMaterial, _l: { maxInputTokens: number }): StagePrompt {
  return {
    stage,
    version: '1',
    system: stage,
    messages: [{ role: 'user', text: 'x' }],
    shown: { fact_ids: [], source_ids: [], upstream: [] },
  };
}
export function answerSchemaOf(_stage: ModelStage): JsonSchema {
  return { type: 'object' };
}
export function readAnswer<S extends ModelStage>(
  stage: S,
  value: unknown,
): { output: OutputOf<S> } | { errors: string[] } {
  try {
    return { output: OUTPUTS[stage].validateSync(value, { strict: true }) as OutputOf<S> };
  } catch (e) {
    return { errors: [String(e)] };
  }
}
