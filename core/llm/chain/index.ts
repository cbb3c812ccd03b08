export { type ChainOptions, createChain } from './chain.ts';
export { MOVES } from './moves.ts';
export type { StructureOf } from './requests.ts';
export { createRests, type Rests } from './rests.ts';
