export * from './documents/index.ts';
export {
  EVALUATION_ERROR,
  EVALUATION_HELP,
  evaluationWords,
  readEvaluationFiles,
  runEvaluation,
} from './evaluation/index.ts';
export * from './evidence/index.ts';
export * from './facts/index.ts';
export * from './parsing/index.ts';
export * from './peers/index.ts';
export * from './port/index.ts';
export { inWords, summaryOf, wholePercent } from './publication/index.ts';
export { createResearch, type Research, type ResearchParts } from './research.ts';
export {
  type BaselineView,
  baselineView,
  conflictsPage,
  conflictsQuery,
  type ConflictView,
  dossierQuery,
  type DossierView,
  dossierView,
  factsPage,
  type FactsQuery,
  factsQuery,
  type FactView,
  hasResearch,
  nextInRotation,
  packetsPage,
  packetsQuery,
  type PacketView,
  type ResearchInput,
  researchInput,
  type ResearchListQuery,
  researchListQuery,
  researchListView,
  type ResearchRunView,
  researchRunView,
  type ResearchStartedView,
  researchStartedView,
  type ResearchStateView,
  researchStateView,
  sourcesPage,
  sourcesQuery,
  type SourceView,
  unavailablePage,
  type UnavailableView,
  type UnpinnedView,
  unpinnedView,
  type VerifiedEquity,
  whatIsOff,
} from './runs/index.ts';
export { unknownDossiers } from './thesis/index.ts';
export { usualResearchParts } from './usual-parts.ts';
export type { BuildLedger } from './worker/index.ts';
