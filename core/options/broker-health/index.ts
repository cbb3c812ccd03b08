export { followSamples } from './follow-samples.ts';
export { type Level, levelNow, LEVELS } from './level.ts';
export { hasSamplesBefore, pruneSamples, SAMPLE_DAYS } from './prune-samples.ts';
export { lowestLevels } from './session-levels.ts';
export { type BrokerHealth, createBrokerHealth } from './health-service.ts';
export { brokerHealthView, type BrokerHealthView, type BrokerView } from './health-view.ts';
export { createHealthWatcher, LEVEL_MEANS } from './health-watcher.ts';
export { WINDOW } from './thresholds.ts';
