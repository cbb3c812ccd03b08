import { type Context, createLeases } from '../platform/index.ts';
import { createPdfReads } from './pdf/index.ts';
import {
  createDossierReads,
  createPublisher,
  createResearchReads,
  createResearchService,
  createSubjects,
  RUN_TABLE,
  type SubjectParts,
} from './runs/index.ts';
import {
  createBaselines,
  createComparisons,
  createOutcomes,
  createRechecks,
  type OutcomeParts,
  type TellDrift,
} from './thesis/index.ts';
import { createResearchWorker, pruneStageCache, type ResearchWorkerParts } from './worker/index.ts';

/** A run without durable progress for so long is taken up by another process (research/Limits). */
const LEASE_MS = 60 * 60_000;

/** What research is handed: nothing of it belongs to the books or to trading. */
export type ResearchParts = SubjectParts &
  OutcomeParts &
  Omit<ResearchWorkerParts, 'publish' | 'compare'> & {
    /** Tells the person that a thesis moved. Null: nobody is told. */
    tellDrift: TellDrift | null;
    /** Brings documents that are kept within their limits. @returns how many went. */
    pruneDocuments: () => Promise<number>;
    /** Ends what the parts keep open, such as the thread in which documents are read. */
    close?: () => Promise<void>;
  };
export type Research = ReturnType<typeof createResearch>;

/** AI research: runs, who does them, and what is thought of shares over time. */
export function createResearch(context: Context, parts: ResearchParts) {
  const leases = createLeases({ ...RUN_TABLE, leaseMs: LEASE_MS }, context);
  const publish = createPublisher(context);
  const { providers } = parts;
  const runs = createResearchService(context, {
    subjects: createSubjects(parts),
    providers,
    leases,
    publish,
    chainFor: parts.chainFor,
  });
  const comparisons = createComparisons(context, parts);
  return {
    runs: {
      ...runs,
      ...createResearchReads(context, parts),
      ...createDossierReads(context),
      ...createPdfReads(context, parts),
    },
    thesis: {
      ...createBaselines(context),
      ...comparisons,
      ...createOutcomes(context, parts),
      ...createRechecks(context, { instruments: parts.instruments, runs }),
    },
    /** Does the runs that wait; the role `jobs` keeps it going where it is switched on. */
    worker: createResearchWorker(context, leases, {
      ...parts,
      publish,
      compare: (trx, ended) => comparisons.compareWithin(trx, ended),
      leaseMs: LEASE_MS,
    }),
    /**
     * Deletes what is kept for speed alone: old documents of sources, and facts that were worked out long ago. Runs with all
     * that they found stay for good (research/Versioning 5); only their person's account takes them along.
     */
    pruning: {
      documents: async () => await parts.pruneDocuments(),
      facts: async () =>
        await context.database.asSystem('forget old facts of research', (trx) =>
          pruneStageCache(trx, context.clock.now()),
        ),
    },
    /** Waits until all progress is told, and ends what the parts keep open. */
    async close() {
      await publish.sent();
      await parts.close?.();
    },
  };
}
