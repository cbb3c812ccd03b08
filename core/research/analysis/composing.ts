import type {
  Coverage,
  EvidencePacket,
  Fact,
  FactConflict,
  ResearchSubject,
  RunMode,
} from '../port/index.ts';
import type { Publication } from '../publication/index.ts';
import type { Outputs } from './outputs.ts';

/** Everything that a report is put together from. */
export interface Composing {
  run_id: string;
  mode: RunMode;
  /** ISO-8601 in UTC. */
  as_of: string;
  generated_at: string;
  subject: ResearchSubject;
  /** What the public profile calls the company; null where nobody says. */
  profileName: string | null;
  facts: readonly Fact[];
  conflicts: readonly FactConflict[];
  coverage: Coverage;
  packets: readonly EvidencePacket[];
  /** What stages came to; those that did not are not there. */
  outputs: Outputs;
  /** The peers that the run was given, and no others. */
  peers: readonly { symbol: string; name: string | null }[];
  stages: Publication['stages'];
}
