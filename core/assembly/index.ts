export { type Core, createCore } from './core.ts';
export type { CoreOptions } from './core-options.ts';
