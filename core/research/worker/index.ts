/** Who does runs of research. */
export type { BuildLedger, RunEvidence, PeersOf, ResearchWorkerParts } from './parts.ts';
export { createResearchWorker, type ResearchWorker } from './research-worker.ts';
