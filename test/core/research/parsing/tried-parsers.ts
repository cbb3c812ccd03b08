/** The thread of the product with parsers of the tests. */
import {
  type DocumentParser,
  parser,
  parserNamed,
} from '../../../../core/research/parsing/document-parser.ts';
import { jsonOf } from '../../../../core/research/parsing/json.ts';
import { MalformedDocument } from '../../../../core/research/parsing/malformed.ts';
import { serveParsers } from '../../../../core/research/parsing/serve-parsers.ts';

const count: DocumentParser<{ times: number }, number> = (body, { times }) => body.length * times;
const rows: DocumentParser<null, number> = (body) =>
  Object.values((jsonOf(body) as { facts: Record<string, unknown[]> }).facts).flat().length;
const words: DocumentParser<null, string> = () => {
  throw new MalformedDocument('The year ends before it begins.');
};
const much: DocumentParser<{ characters: number }, string> = (_, { characters }) => 'x'.repeat(characters);

export const COUNT = parserNamed<typeof count>('count');
export const ROWS = parserNamed<typeof rows>('rows');
export const WORDS = parserNamed<typeof words>('words');
export const MUCH = parserNamed<typeof much>('much');

serveParsers(new Map([parser(COUNT, count), parser(ROWS, rows), parser(WORDS, words), parser(MUCH, much)]));
