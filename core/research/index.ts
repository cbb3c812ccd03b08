export * from './documents/index.ts';
export * from './evidence/news/index.ts';
export * from './evidence/yahoo/index.ts';
export * from './port/index.ts';
