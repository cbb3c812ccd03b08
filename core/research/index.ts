export * from './documents/index.ts';
export * from './evidence/exchange/index.ts';
export * from './evidence/issuer/index.ts';
export * from './evidence/news/index.ts';
export * from './evidence/yahoo/index.ts';
export * from './peers/index.ts';
export * from './port/index.ts';
