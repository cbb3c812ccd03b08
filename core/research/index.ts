export * from './port/index.ts';
export * from './facts/index.ts';
