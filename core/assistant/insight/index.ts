export { createInsight } from './insight.ts';
