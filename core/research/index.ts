export * from './evidence/exchange/index.ts';
export * from './evidence/issuer/index.ts';
export * from './evidence/nse/index.ts';
export * from './parsing/index.ts';
// The port has one of its own, for what providers read themselves.
export { MalformedDocument } from './parsing/index.ts';
export * from './peers/index.ts';
export * from './port/index.ts';
