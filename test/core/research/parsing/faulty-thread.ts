/** The thread of the product with parsers that go wrong. */
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
const hog: DocumentParser<null, number> = () => {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, nr) => nr + kept.length));
};
const hang: DocumentParser<null, number> = () => {
  for (;;);
};
const crash: DocumentParser<null, number> = () => process.exit(3);
const much: DocumentParser<null, string> = () => 'x'.repeat(5000);

export const COUNT = parserNamed<typeof count>('count');
export const ROWS = parserNamed<typeof rows>('rows');
export const WORDS = parserNamed<typeof words>('words');
export const HOG = parserNamed<typeof hog>('hog');
export const HANG = parserNamed<typeof hang>('hang');
export const CRASH = parserNamed<typeof crash>('crash');
export const MUCH = parserNamed<typeof much>('much');

serveParsers(
  new Map([
    parser(COUNT, count),
    parser(ROWS, rows),
    parser(WORDS, words),
    parser(HOG, hog),
    parser(HANG, hang),
    parser(CRASH, crash),
    parser(MUCH, much),
  ]),
);
