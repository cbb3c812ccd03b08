export { type Intent, matchIntent, type Understood } from './match.ts';
export {
  createVocabulary,
  type KnownInstrument,
  type Vocabulary,
  type VocabularyParts,
} from './vocabulary.ts';
export { WORDS } from './words/index.ts';
export { meantBy } from './names.ts';
