import type { Chain } from '../../llm/index.ts';
import type { DbTransaction, Timers } from '../../platform/index.ts';
import type {
  Documents,
  EvidencePacket,
  EvidenceProvider,
  FactLedger,
  RefusedEvidence,
  ResearchSubject,
  RunMode,
} from '../port/index.ts';
import type { PrintReport } from '../pdf/index.ts';
import type { PublishProgress, ResearchRunModel, TellEnd } from '../runs/index.ts';

/** What facts follow from. Packets are in the order of their sources, each once. */
interface RunEvidence {
  subject: ResearchSubject;
  mode: RunMode;
  /** ISO-8601 in UTC: nothing published later counts. */
  as_of: string;
  packets: readonly EvidencePacket[];
  /** Comparable companies; none where there are fewer than three. Their figures come from packets that are held already. */
  peers: readonly ResearchSubject[];
}

/** A ledger, with packets that it did not admit, such as those whose hash does not hold. */
export type WorkedOut = FactLedger & { refused?: readonly RefusedEvidence[] };

/** Facts, conflicts and coverage of packets, without any model. The same input comes to the same ledger. */
export type BuildLedger = (input: RunEvidence, signal: AbortSignal) => Promise<WorkedOut>;
/**
 * Peers of a share, at most so many, by documents that the run may read: the same in each of its stages. An empty list where
 * there are not enough.
 */
type PeersOf = (
  subject: ResearchSubject,
  most: number,
  run: { id: string; mode: RunMode; as_of: string },
) => Promise<readonly ResearchSubject[]>;

/** Compares a run that ends with the baseline of its share, in the transaction that ends it. */
type CompareWithBaseline = (trx: DbTransaction, given: { run: ResearchRunModel; now: Date }) => Promise<void>;

/** What the worker is handed; each is built elsewhere. */
export interface ResearchWorkerParts {
  providers: readonly EvidenceProvider[];
  /** Where providers of a run of that mode and moment get documents; OFFLINE gives only what is kept. */
  documentsOf: (terms: { mode: RunMode; as_of: string }) => Documents;
  buildLedger: BuildLedger;
  peersOf: PeersOf;
  /** Changes whenever the same packets may come to another ledger. */
  ledgerVersion: string;
  /** The models that stages ask: those of Munim itself (research/Authentication 5). */
  chainFor: (this: void) => Promise<Chain>;
  /** Prints the report of a run, to know that it can be. */
  print: PrintReport;
  /** Null: nothing is compared. */
  compare: CompareWithBaseline | null;
  /** Null: nobody is told. */
  publish: PublishProgress | null;
  /** Tells the person that a run has ended. Null: nobody is told. */
  tellEnd: TellEnd | null;
  /** By which stages that hang are given up. */
  timers?: Timers;
}
