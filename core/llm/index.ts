export * from './port/index.ts';
export * from './http/index.ts';
