export { FLEX_FORMAT } from './flex-statement.ts';
export { readImport } from './read.ts';
