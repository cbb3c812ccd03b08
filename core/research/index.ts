export * from './documents/index.ts';
export * from './evidence/exchange/index.ts';
export * from './evidence/issuer/index.ts';
export * from './evidence/nse/index.ts';
export * from './evidence/sec/index.ts';
export * from './facts/index.ts';
export * from './parsing/index.ts';
export * from './evidence/news/index.ts';
export * from './evidence/yahoo/index.ts';
export * from './peers/index.ts';
export * from './port/index.ts';
export { EVIDENCE_PROVIDERS } from './evidence/index.ts';
export { createResearch, type Research, type ResearchParts } from './research.ts';
export {
  createSubjects,
  type DossierView,
  dossierView,
  nextInRotation,
  type ResearchInput,
  researchInput,
  type ResearchListQuery,
  researchListQuery,
  researchListView,
  RESEARCH_MODELS,
  type ResearchRunView,
  researchRunView,
  type ResearchStartedView,
  researchStartedView,
  type ResearchStateView,
  researchStateView,
  type VerifiedEquity,
  type VerifyEquity,
  whatIsOff,
  whyIneligible,
} from './runs/index.ts';
export type { BuildLedger, RunEvidence, PeersOf } from './worker/index.ts';
