export { createEvidence } from './evidence-sources.ts';
export * from './exchange/index.ts';
export * from './internal/index.ts';
export * from './issuer/index.ts';
export * from './news/index.ts';
export * from './nse/index.ts';
export * from './sec/index.ts';
export * from './yahoo/index.ts';
