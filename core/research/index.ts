export * from './documents/index.ts';
export * from './port/index.ts';
