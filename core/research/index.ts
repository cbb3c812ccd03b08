export * from './port/index.ts';
