export * from './evidence/nse/index.ts';
export * from './port/index.ts';
