export { FLEX_FORMAT } from './flex-statement.ts';
export type { FileAnswers } from './file-answers.ts';
export { closePdfReader } from './pdf/index.ts';
export { readImport } from './read.ts';
