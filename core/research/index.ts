export * from './evidence/exchange/index.ts';
export * from './evidence/issuer/index.ts';
export * from './evidence/nse/index.ts';
export * from './evidence/sec/index.ts';
export * from './facts/index.ts';
export * from './parsing/index.ts';
export * from './peers/index.ts';
export * from './port/index.ts';
