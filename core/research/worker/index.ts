/** Who does runs of research. */
export { pruneStageCache } from './checkpoint.ts';
export type { BuildLedger, ResearchWorkerParts } from './parts.ts';
export { createResearchWorker } from './research-worker.ts';
