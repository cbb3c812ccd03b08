export { createChain } from './chain.ts';
export { estimatedTokens, type StructureOf } from './requests.ts';
export { createRests } from './rests.ts';
