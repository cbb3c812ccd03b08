export { nameCheckOf } from './company-names.ts';
export { claimSteps } from './claims.ts';
export { type Composed, composeReport, composeSteps } from './compose.ts';
export type { Composing } from './composing.ts';
export { ratingOf } from './decision.ts';
export { factSentence, timeWords } from './fact-sentence.ts';
export { ANALYSIS_STAGES, type AnalysisStage, LIFECYCLE, missingNeeds, type StageKind } from './graph.ts';
export { type Finding, type ModelStage, type OutputOf, type Outputs, OUTPUTS } from './outputs.ts';
export { type Struck } from './struck.ts';
