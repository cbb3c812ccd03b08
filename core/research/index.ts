export * from './evidence/nse/index.ts';
export * from './parsing/index.ts';
export * from './port/index.ts';
