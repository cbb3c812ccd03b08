export { choose, mentionedIn } from './choose.ts';
export type { ContextReader, HeldName } from './context-reader.ts';
export { fitted, shares } from './fit.ts';
export { sentenceWithoutAmounts, withoutAmounts } from './without-amounts.ts';
export { type BuildPack, type ContextPack, createPacks, type PackSection } from './pack.ts';
