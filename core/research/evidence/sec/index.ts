export { createSecEvidence } from './provider.ts';
export { exhibitPaths, type ResultsRelease, resultsExhibits } from './results-exhibits.ts';
