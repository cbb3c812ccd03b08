export * from './authority.ts';
export * from './document.ts';
export * from './fact.ts';
export * from './metrics.ts';
export * from './packet.ts';
export * from './provider.ts';
export * from './source-failure.ts';
export * from './subject.ts';
