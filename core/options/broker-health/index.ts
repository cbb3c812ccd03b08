export { followSamples } from './follow-samples.ts';
export { type Level, levelNow, LEVELS, SILENT_MS } from './level.ts';
export { pruneSamples, SAMPLE_DAYS } from './prune-samples.ts';
export { lowestLevels } from './session-levels.ts';
