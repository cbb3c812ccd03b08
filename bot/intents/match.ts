import { spotAmounts } from './amounts.ts';
import { spotPeriods } from './periods.ts';
import { COMMON, conceptOf, FILLERS } from './plain-words.ts';
import { compile, type Phrase, weightOf } from './phrases.ts';
import { type Token, tokenise } from './sentence.ts';
import { type Found, Slots } from './slots.ts';
import { createSlips } from './slips.ts';
import type { Vocabulary } from './vocabulary.ts';
import { type Placeholder, WORDS } from './words/index.ts';

/** A command with the words behind it. */
export interface Understood {
  command: string;
  args: string[];
}

export type Intent =
  | ({ kind: 'command' /** 0 to 1. */; confidence: number } & Understood)
  | { kind: 'choices'; of: readonly [Understood, Understood] }
  /** `unknown` are words that may be a name: whoever knows more names may look there. */
  | { kind: 'none'; unknown: string | null };

const NONE: Intent = { kind: 'none', unknown: null };
/** Below it nothing was understood; two that lie nearer together than `APART` are both offered. */
const ENOUGH = 0.6;
const APART = 0.04;
const NAMED = 0.9;
const SLIPPED = 0.85;
/** What words cost that a reading leaves over. */
const LEFT = { common: 0.15, ours: 0.35, strange: 0.5 } as const;
/** For each word of a phrase that stands there as it is. */
const WORD_FOR_WORD = 0.1;
const MOST_MEANINGS = 2;

const PHRASES = compile(WORDS);
const SLIPS = createSlips(WORDS);

interface Question extends Found {
  slipped: ReadonlySet<number>;
  places: ReadonlyMap<string, readonly number[]>;
  vocabulary: Vocabulary;
}

interface Reading extends Understood {
  score: number;
  isAmbiguous: boolean;
}

/**
 * Which command a question asks for. Pure and deterministic; no model, no store, no clock. Text that begins with a slash is
 * a command and never a question.
 */
export function matchIntent(text: string, vocabulary: Vocabulary): Intent {
  if (text.trimStart().startsWith('/')) return NONE;
  const typed = tokenise(text);
  if (typed === null) return NONE;
  const question = questionOf(typed, vocabulary);
  const readings = readingsOf(question);
  const [best, second] = readings;
  if (best === undefined || best.score < ENOUGH) return { kind: 'none', unknown: strangeWords(question) };
  const { command, args, score } = best;
  if (second !== undefined && score - second.score < APART)
    return {
      kind: 'choices',
      of: [
        { command, args },
        { command: second.command, args: second.args },
      ],
    };
  return { kind: 'command', command, args, confidence: Math.min(1, Math.round(50 * score) / 100) };
}

/** The words of a question that nothing is known about, next to one another; null without any. */
export function unknownIn(text: string, vocabulary: Vocabulary): string | null {
  const typed = tokenise(text);
  return typed === null ? null : strangeWords(questionOf(typed, vocabulary));
}

function questionOf(typed: readonly Token[], vocabulary: Vocabulary): Question {
  const { tokens, slipped } = SLIPS.mended(typed, vocabulary);
  const words = tokens.map((token) => token.text);
  const places = new Map<string, number[]>();
  const periods = spotPeriods(words).map((one) => ({ kind: 'period' as const, ...one }));
  tokens.forEach((token, at) => {
    // The words of a span of time say nothing else.
    if (periods.some(({ from, to }) => from <= at && at < to)) return;
    const concept = conceptOf(token.stem);
    places.set(concept, [...(places.get(concept) ?? []), at]);
  });
  return {
    today: vocabulary.today,
    onlyConnection: vocabulary.onlyConnection,
    planOf: (symbol) => vocabulary.planOf(symbol),
    tokens,
    slipped,
    places,
    vocabulary,
    entities: vocabulary.spot(tokens, SLIPS.isOurs),
    periods,
    amounts: spotAmounts(words),
  };
}

/** All that a question may mean, the likeliest first, each command with its arguments once. */
function readingsOf(question: Question): Reading[] {
  const best = new Map<string, Reading>();
  for (const phrase of PHRASES) {
    const base = scoreOf(phrase, question);
    if (base === null) continue;
    for (let meaning = 0; meaning < MOST_MEANINGS; meaning += 1) {
      const reading = read(phrase, base, question, meaning);
      if (reading === null) break;
      const key = [reading.command, ...reading.args].join('\n');
      if ((best.get(key)?.score ?? -Infinity) < reading.score) best.set(key, reading);
      if (!reading.isAmbiguous) break;
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** What a phrase is worth in a question; null where it does not stand there. */
function scoreOf({ concepts, placeholders, sequence }: Phrase, question: Question): number | null {
  const { places, slipped } = question;
  let score = 0;
  if (sequence !== null) {
    if (startOf(sequence, question.tokens) === -1) return null;
    const telling = sequence.filter((stem) => !FILLERS.has(stem)).length;
    score += Math.max(1, telling) + WORD_FOR_WORD * sequence.length;
  }
  for (const concept of concepts) {
    const at = places.get(concept);
    if (at === undefined) return null;
    score += weightOf(concept) * (at.every((place) => slipped.has(place)) ? SLIPPED : 1);
  }
  for (const placeholder of placeholders) {
    if (!stands(placeholder, question)) return null;
    score += NAMED;
  }
  return score;
}

function startOf(sequence: readonly string[], tokens: readonly Token[]): number {
  for (let at = 0; at + sequence.length <= tokens.length; at += 1)
    if (sequence.every((stem, by) => tokens[at + by]?.stem === stem)) return at;
  return -1;
}

function stands(placeholder: Placeholder, { entities, periods, amounts }: Question): boolean {
  switch (placeholder) {
    case 'held':
      return entities.some(({ kind, is }) => kind === 'symbol' && is === 'held');
    case 'unheld':
      return entities.some(({ kind, is }) => kind === 'symbol' && is !== 'held');
    case 'number':
      return amounts.length > 0;
    case 'period':
      return periods.length > 0;
    case 'today':
      return periods.some(({ period }) => period.kind === 'day');
    case 'week':
      return periods.some(
        ({ period }) => period.kind === 'week' || (period.kind === 'days' && period.count === 7),
      );
    case 'month':
      return periods.some(
        ({ period }) => period.kind === 'month' || (period.kind === 'days' && period.count === 30),
      );
    default:
      return entities.some(({ kind }) => kind === placeholder);
  }
}

function read(phrase: Phrase, base: number, question: Question, meaning: number): Reading | null {
  const slots = new Slots(question, meaning);
  const args = phrase.row.args?.(slots) ?? (phrase.row.args === undefined ? [] : null);
  if (args === null) return null;
  const end = args.indexOf(null);
  const explained = new Set<number>();
  for (const { from, to } of slots.used) for (let at = from; at < to; at += 1) explained.add(at);
  for (const concept of phrase.concepts)
    for (const at of question.places.get(concept) ?? []) explained.add(at);
  if (phrase.sequence !== null) {
    const from = startOf(phrase.sequence, question.tokens);
    for (let by = 0; by < phrase.sequence.length; by += 1) explained.add(from + by);
  }
  return {
    command: phrase.command,
    args: (end === -1 ? args : args.slice(0, end)).map(String),
    score: base - leftOver(question, explained),
    isAmbiguous: slots.isAmbiguous,
  };
}

/** What the words cost that a reading says nothing about. */
function leftOver({ tokens, periods, amounts }: Question, explained: ReadonlySet<number>): number {
  const inPeriod = (at: number) => periods.some(({ from, to }) => from <= at && at < to);
  let cost = 0;
  tokens.forEach((token, at) => {
    if (explained.has(at)) return;
    if (inPeriod(at)) cost += LEFT.common;
    else if (amounts.some((one) => one.at <= at && at < one.to)) cost += LEFT.ours;
    else if (FILLERS.has(token.stem)) return;
    else if (COMMON.has(conceptOf(token.stem))) cost += LEFT.common;
    else cost += SLIPS.isOurs(token) ? LEFT.ours : LEFT.strange;
  });
  return cost;
}

/** The words of a question that nothing is known about, next to one another; null without any. */
function strangeWords({ tokens, entities }: Question): string | null {
  const isStrange = (token: Token | undefined, at: number) =>
    token !== undefined && !SLIPS.isKnown(token) && !entities.some(({ from, to }) => from <= at && at < to);
  const from = tokens.findIndex(isStrange);
  if (from === -1) return null;
  let to = from;
  while (to < tokens.length && isStrange(tokens[to], to)) to += 1;
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}
