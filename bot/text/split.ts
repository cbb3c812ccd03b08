import { FormattedString } from '@grammyjs/parse-mode';

/** Longest text of one message, and of the caption under a photo or document. */
export const MESSAGE_LIMIT = 4096;
export const CAPTION_LIMIT = 1024;
/** Entities past this number would be dropped without a word. */
export const ENTITY_LIMIT = 100;

/**
 * Cuts a text into messages at line ends, keeping every entity on the piece it belongs to. A line that alone is too
 * long is cut at a space, or as a last resort between characters, never inside a surrogate pair.
 */
export function splitText(
  text: FormattedString,
  limit = MESSAGE_LIMIT,
  entities = ENTITY_LIMIT,
): FormattedString[] {
  const pieces: FormattedString[] = [];
  let rest = text;
  while (rest.rawText.length > limit || rest.rawEntities.length > entities) {
    const end = cutPoint(rest, limit, entities);
    pieces.push(trimEnd(rest.slice(0, end)));
    rest = trimStart(rest.slice(end));
  }
  pieces.push(rest);
  return pieces.filter((piece) => piece.rawText.trim() !== '');
}

/** Where the first piece ends: after the last line end that still fits both limits. */
function cutPoint(text: FormattedString, limit: number, entities: number): number {
  const starts = text.rawEntities.map((entity) => entity.offset).sort((a, b) => a - b);
  const firstTooMany = starts[entities];
  const longest = Math.min(limit, firstTooMany ?? text.rawText.length, text.rawText.length);
  if (longest <= 0) return Math.min(limit, text.rawText.length);
  const head = text.rawText.slice(0, longest + 1);
  const lineEnd = head.lastIndexOf('\n', longest);
  if (lineEnd > 0) return lineEnd + 1 <= longest ? lineEnd + 1 : lineEnd;
  const space = head.lastIndexOf(' ', longest);
  if (space > 0) return space;
  const code = text.rawText.charCodeAt(longest - 1);
  const highSurrogate = code >= 0xd800 && code <= 0xdbff;
  return highSurrogate && longest > 1 ? longest - 1 : longest;
}

function trimEnd(text: FormattedString): FormattedString {
  const length = text.rawText.trimEnd().length;
  return length === text.rawText.length ? text : text.slice(0, length);
}

function trimStart(text: FormattedString): FormattedString {
  const lost = /^\n+/.exec(text.rawText)?.[0].length ?? 0;
  return lost === 0 ? text : text.slice(lost);
}
