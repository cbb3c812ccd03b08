/** Runs of research: what a person asks for, reads and cancels. The worker does them. */
export { whyIneligible } from './eligibility.ts';
export { type ResearchInput, researchInput, type ResearchListQuery, researchListQuery } from './inputs.ts';
export {
  BaselineModel,
  ConflictModel,
  CoverageModel,
  OutcomeModel,
  PacketModel,
  ResearchRunModel,
  ResearchStageModel,
  RotationModel,
  type RunLimits,
} from './models.ts';
export { requireEnabled, whatIsOff } from './off.ts';
export { createPublisher, type PublishProgress } from './progress.ts';
export { type Candidate, nextInRotation } from './rotation.ts';
export { rowIdOf, runIdOf } from './run-id.ts';
export { createResearchReads } from './run-reads.ts';
export { endNotice, type TellEnd } from './dossier/end-notice.ts';
export { createResearchService, eventOf } from './run-service.ts';
export { findRun, hasResearch, RUN_TABLE, skipStages } from './run-store.ts';
export { acquisitionOf, type StageName, stagesOf, stageTitle } from './stages.ts';
export {
  type Classification,
  type Horizon,
  HORIZONS,
  type ResearchStatus,
  type StageStatus,
  UNFINISHED,
} from './status.ts';
export { createSubjects, type SubjectParts, type VerifiedEquity, type VerifyEquity } from './subject.ts';
export {
  conflictsQuery,
  dossierQuery,
  type FactsQuery,
  factsQuery,
  packetsQuery,
  sourcesQuery,
} from './dossier/dossier-inputs.ts';
export { createDossierReads } from './dossier/dossier-reads.ts';
export { payloadOf, readStored, reportHashOf, reportOf, toBaselineView } from './dossier/report-reads.ts';
export { type BaselineView, baselineView, type UnpinnedView, unpinnedView } from './dossier/report-view.ts';
export {
  conflictsPage,
  type ConflictView,
  type DossierView,
  dossierView,
  factsPage,
  type FactView,
  packetsPage,
  type PacketView,
  sourcesPage,
  type SourceView,
  unavailablePage,
  type UnavailableView,
} from './dossier/dossier-view.ts';
export {
  researchListView,
  type ResearchRunView,
  researchRunView,
  type ResearchStartedView,
  researchStartedView,
  type ResearchStateView,
  researchStateView,
} from './view.ts';
