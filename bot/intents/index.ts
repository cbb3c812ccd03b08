export { type Intent, matchIntent, type Understood } from './match.ts';
export { createVocabulary, type KnownInstrument, type VocabularyParts } from './vocabulary.ts';
export { matchResearched, matchUnresearched, mayBeResearched, type Unresearched } from './researched.ts';
export { WORDS } from './words/index.ts';
export { meantBy } from './names.ts';
