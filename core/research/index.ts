export * from './parsing/index.ts';
export * from './port/index.ts';
