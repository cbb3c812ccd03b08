import { COMMON, conceptOf, FILLERS } from './plain-words.ts';
import { tokenise } from './sentence.ts';
import type { Placeholder, Words, WordTable } from './words/row.ts';

/** One phrase of the tables, taken apart. */
export interface Phrase {
  command: string;
  row: Words;
  /** What has to stand somewhere in the question, each once. */
  concepts: readonly string[];
  placeholders: readonly Placeholder[];
  /** What has to stand there in this order and without a gap; null where the order does not matter. */
  sequence: readonly string[] | null;
}

const phrasesOf = ({ phrases }: Words): string[] => phrases.split('|').map((phrase) => phrase.trim());

const PLACEHOLDER = /\{(\w+)\}/g;

/** Takes the tables apart, once. */
export function compile(tables: WordTable): Phrase[] {
  return Object.entries(tables).flatMap(([command, rows]) =>
    rows.flatMap((row) => phrasesOf(row).map((phrase) => taken(command, row, phrase))),
  );
}

function taken(command: string, row: Words, text: string): Phrase {
  const placeholders = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name as Placeholder);
  const stems = stemsOf(text.replaceAll(PLACEHOLDER, ' '));
  const concepts = [...new Set(stems.filter((one) => !FILLERS.has(one)).map(conceptOf))];
  const isWordForWord = text.startsWith('=') || (concepts.length === 0 && placeholders.length === 0);
  return {
    command,
    row,
    concepts: isWordForWord ? [] : concepts,
    placeholders,
    sequence: isWordForWord ? stems : null,
  };
}

const stemsOf = (text: string): string[] =>
  (tokenise(text.replace(/^=/, '')) ?? []).map((token) => token.stem);

/** Every word that the tables use, as typed: what a slip may stand for. */
export function wordsOf(tables: WordTable): string[] {
  const phrases = Object.values(tables).flatMap((rows) => rows.flatMap(phrasesOf));
  const words = phrases.flatMap((text) =>
    (tokenise(text.replaceAll(PLACEHOLDER, ' ').replace(/^=/, '')) ?? []).map((token) => token.text),
  );
  return [...new Set(words)];
}

/** What a word adds to a phrase that has it. */
export const weightOf = (concept: string): number => (COMMON.has(concept) ? 0.7 : 1);
