import { type JsonSchema, validate } from '../../../llm/index.ts';
import { DIMENSION_IDS, HIGHEST_SCORE, LOWEST_SCORE, type Scorecard } from '../verdict/index.ts';

const LONGEST_REASON = 1_200;
/** What is kept of why an answer does not count, in characters. */
const LONGEST_FAULT = 300;

const scores = {
  type: 'object',
  properties: Object.fromEntries(
    DIMENSION_IDS.map((id) => [id, { type: 'number', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE }]),
  ),
  required: [...DIMENSION_IDS],
  additionalProperties: false,
};

/** What a judge answers: strict, so an unknown key is an error. The reason comes before the points that follow from it. */
export const SCORECARD_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: LONGEST_REASON },
    first: scores,
    second: scores,
    preferred: { type: 'string', enum: ['FIRST', 'SECOND', 'NEITHER'] },
  },
  required: ['reason', 'first', 'second', 'preferred'],
  additionalProperties: false,
};

/**
 * A judge's answer, read strictly: every score is there, finite and from 1 to 5, and the reason is plain English.
 * @returns the scorecard, or why the answer does not count; nothing of the answer is repeated
 */
export function readScorecard(value: unknown): { scorecard: Scorecard } | { fault: string } {
  const errors = validate(SCORECARD_SCHEMA, value);
  if (errors.length > 0) return { fault: errors.slice(0, 3).join('; ').slice(0, LONGEST_FAULT) };
  const scorecard = value as Scorecard;
  const fault = faultOfReason(scorecard.reason);
  return fault === null ? { scorecard } : { fault };
}

/** Marks of emphasis, headings, lists, tables, code and links. */
const MARKDOWN = /\*\*|__|`|^\s{0,3}(?:#{1,6}\s|[-*+]\s|\d+\.\s|>\s|\|)|\]\(/m;
/** What no text of the database can hold, and controls beside line breaks. */
const UNSTORABLE = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;
/** The commonest English words that are rare or none in other languages written alike. */
const ENGLISH =
  /\b(?:the|of|and|is|are|to|with|that|for|its|it|on|more|than|both|but|from|has|have|by|this|which|not|as|be|while|where|because|report|first|second|better|same|neither)\b/giu;
const FEWEST_WORDS = 6;
const ENGLISH_PART = 0.12;
const LATIN_PART = 0.8;

function faultOfReason(reason: string): string | null {
  if (reason.trim() === '') return 'reason is empty.';
  if (UNSTORABLE.test(reason)) return 'reason has characters that cannot be stored.';
  if (MARKDOWN.test(reason)) return 'reason is in Markdown; plain text was asked for.';
  const letters = reason.match(/\p{L}/gu)?.length ?? Number.NaN;
  const latin = reason.match(/\p{Script=Latin}/gu)?.length ?? Number.NaN;
  const words = reason.match(/\p{L}+/gu) ?? [];
  const isLatin = latin >= LATIN_PART * letters;
  const isEnglish =
    words.length < FEWEST_WORDS || [...reason.matchAll(ENGLISH)].length >= ENGLISH_PART * words.length;
  return isLatin && isEnglish ? null : 'reason is not in English.';
}
