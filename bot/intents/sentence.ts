import { stem } from './stems.ts';

/** A word of a question. */
export interface Token {
  /** In small letters, as it was typed. */
  text: string;
  /** Its stem, or that of the word that it seems to be meant for. */
  stem: string;
}

/** Longer questions are none for a table of words. */
const MOST_TOKENS = 30;
const MOST_LETTERS = 400;
/** No word that means anything here is longer. */
const LONGEST_WORD = 40;

const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  whats: ['what', 'is'],
  hows: ['how', 'is'],
  wheres: ['where', 'is'],
  whens: ['when', 'is'],
  whos: ['who', 'is'],
  thats: ['that', 'is'],
  im: ['i', 'am'],
  ive: ['i', 'have'],
  id: ['i'],
  didnt: ['did', 'not'],
  doesnt: ['does', 'not'],
  dont: ['do', 'not'],
  wasnt: ['was', 'not'],
  isnt: ['is', 'not'],
  arent: ['are', 'not'],
  cant: ['can', 'not'],
  todays: ['today'],
  yesterdays: ['yesterday'],
  networth: ['net', 'worth'],
  pnl: ['pnl'],
  'p&l': ['pnl'],
  'p/l': ['pnl'],
  's&p': ['sp'],
  vs: ['versus'],
  u: ['you'],
  r: ['are'],
  pls: ['please'],
  plz: ['please'],
};

/**
 * The words of a question in small letters, without punctuation and accents; `null` where there are none, or too many.
 * What letters are in it beside Latin ones stays as it is.
 */
export function tokenise(text: string): Token[] | null {
  if (text.length > MOST_LETTERS) return null;
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/'s\b/g, 's')
    .replaceAll("'", '')
    // A sign before a figure belongs to it; a comma or a full stop within one too.
    .replaceAll(/(\d),(?=\d)/g, '$1')
    .replaceAll(/(?:₹|\brs\.?|\binr)\s*(?=\d)/g, ' ₹')
    .replaceAll(/@\s*(?=₹?\d)/g, ' at ');
  const tokens: Token[] = [];
  for (const [found] of plain.matchAll(
    /\d{4}-\d{2}-\d{2}(?!\d)|(?:fy|ay)?\d{2,4}-\d{2,4}|₹?\d+(?:\.\d+)?%?[a-z]*|[\p{L}\p{N}]+(?:[&/][\p{L}\p{N}]+|(?<=\d)-\d+|_[\p{L}\p{N}]+)*/gu,
  )) {
    if (found.length > LONGEST_WORD) return null;
    for (const word of SHORT_FORMS[found] ?? [found]) tokens.push({ text: word, stem: stem(word) });
  }
  return tokens.length === 0 || tokens.length > MOST_TOKENS ? null : tokens;
}
