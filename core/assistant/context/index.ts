export { choose, mentionedIn } from './choose.ts';
export type { ContextReader, HeldName, Question } from './context-reader.ts';
export { CHARS_PER_TOKEN, fitted, shares, tokensOf } from './fit.ts';
export { sentenceWithoutAmounts, withoutAmounts } from './without-amounts.ts';
export { type BuildPack, type ContextPack, createPacks, type PackParts, type PackSection } from './pack.ts';
