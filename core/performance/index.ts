export * from './benchmarks/index.ts';
export * from './beta/index.ts';
export * from './engine/index.ts';
