/** Runs of research: what a person asks for, reads and cancels. The worker does them. */
export { whyIneligible } from './eligibility.ts';
export {
  type ResearchInput,
  researchInput,
  type ResearchListQuery,
  researchListQuery,
  researchRules,
} from './inputs.ts';
export {
  ConflictModel,
  CoverageModel,
  EvidenceSourceModel,
  FactModel,
  PacketModel,
  RESEARCH_MODELS,
  ResearchRunModel,
  ResearchStageModel,
} from './models.ts';
export { whatIsOff } from './off.ts';
export { createPublisher, type ProgressFrame, type PublishProgress } from './progress.ts';
export { nextInRotation, type Rotation } from './rotation.ts';
export { runIdOf } from './run-id.ts';
export { createResearchReads } from './run-reads.ts';
export { type EndNotice, endNotice, type TellEnd } from './end-notice.ts';
export { createResearchService, eventOf } from './run-service.ts';
export { RUN_TABLE, skipStages } from './run-store.ts';
export { acquisitionOf, type StageName, stagesOf } from './stages.ts';
export {
  type ResearchRoute,
  type ResearchStatus,
  RUN_STATUSES,
  STAGE_STATUSES,
  type StageStatus,
  UNFINISHED,
} from './status.ts';
export { createSubjects, type SubjectParts, type VerifiedEquity, type VerifyEquity } from './subject.ts';
export {
  type DossierView,
  dossierView,
  researchListView,
  type ResearchRunView,
  researchRunView,
  type ResearchStartedView,
  researchStartedView,
  type ResearchStateView,
  researchStateView,
} from './view.ts';
