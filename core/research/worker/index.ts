/** Who does runs of research. */
export { pruneStageCache } from './checkpoint.ts';
export type { BuildLedger, RunEvidence, PeersOf, ResearchWorkerParts } from './parts.ts';
export { createResearchWorker, type ResearchWorker } from './research-worker.ts';
