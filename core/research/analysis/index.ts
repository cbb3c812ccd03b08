export { type Claims, claimsOf, type Grounds, labelOf } from './claims.ts';
export { ANALYSIS_STAGES, type AnalysisStage, type AnalysisStageRow, LIFECYCLE } from './graph.ts';
export { factSentence } from './fact-sentence.ts';
export { type Finding, type ModelStage, type OutputOf, type Outputs, OUTPUTS } from './outputs.ts';
export { type Struck, supportedProse } from './struck.ts';
