export * from './port/index.ts';
export * from './structured/index.ts';
