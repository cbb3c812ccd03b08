export { createSample, type Sample } from './sample-service.ts';
