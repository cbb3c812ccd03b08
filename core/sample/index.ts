export { sampleRemovalQuery } from './inputs.ts';
export { createSample, type Sample } from './sample-service.ts';
