export { type ChainOptions, createChain } from './chain.ts';
export { MOVES } from './moves.ts';
export { estimatedTokens, type StructureOf } from './requests.ts';
export { createRests, type Rests } from './rests.ts';
