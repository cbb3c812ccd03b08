export { type Indexes, createIndexes } from './index-service.ts';
export type { IndexCloses } from './index-close.ts';
export type { IndexUpdate } from './index-service.ts';
