export * from './evidence/sec/index.ts';
export * from './parsing/index.ts';
export * from './port/index.ts';
