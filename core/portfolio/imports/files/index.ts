export { FLEX_FORMAT } from './flex-statement.ts';
export type { FileAnswers } from './file-answers.ts';
export { closeFileReaders } from './close-file-readers.ts';
export { readImport } from './read.ts';
