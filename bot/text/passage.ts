import type { FormattedString } from '@grammyjs/parse-mode';
import { shielded, TAPPED } from './assistant.ts';
import { bold, code, inline } from './lines.ts';

/** Characters that are not seen, and those that turn a line around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu;
/** What could be tapped is shielded piece by piece up to this number; beyond, the whole passage is, with one entity. */
const MOST_SHIELDS = 3;

/** A text that somebody else wrote, on one line and cut: never within a character. */
export function clipped(text: string, longest: number): string {
  const line = text.replace(UNSEEN, ' ').trim();
  const shown =
    line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return shown === '' ? '(nothing readable)' : shown;
}

/**
 * Words of a report or of its evidence as plain text of at most `longest` characters: nothing of it is markup, leads anywhere
 * or is a command. It has at most as many entities as `MOST_SHIELDS`.
 */
export function passage(text: string, longest: number): FormattedString {
  const shown = clipped(text, longest);
  return [...shown.matchAll(TAPPED)].length > MOST_SHIELDS ? code(shown) : shielded(shown);
}

/** The same behind a bullet. */
export const point = (text: string, longest: number): FormattedString => inline('• ', passage(text, longest));

/** A title with a name in it that came from outside. */
export function heading(text: string): FormattedString {
  return [...text.matchAll(TAPPED)].length > 0 ? code(text) : bold(text);
}
