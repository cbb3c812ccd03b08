export * from './chain/index.ts';
export * from './port/index.ts';
export * from './http/index.ts';
