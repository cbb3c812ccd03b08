export { createSecEvidence, findSecCompany } from './provider.ts';
export { exhibitPaths, type ResultsRelease, resultsExhibits } from './results-exhibits.ts';
export type { Filing, Submissions } from './submissions.ts';
