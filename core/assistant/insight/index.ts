export { createInsight, type Insight } from './insight.ts';
