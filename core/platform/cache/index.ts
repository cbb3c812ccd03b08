export { type Cache, createCache } from './cache.ts';
export { createSharedWork } from './shared-work.ts';
