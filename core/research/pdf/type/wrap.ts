import type { Face, Faces, Weight } from './faces.ts';

/** What stands on a line in one font. */
interface Piece {
  face: Face;
  text: string;
}

export interface Line {
  pieces: Piece[];
  /** In points. */
  width: number;
}

/** A word of one or more fonts. */
interface Word {
  pieces: Piece[];
  width: number;
}

/** After these a long word may go on in the next line. */
const BREAKS_AFTER = /[/\\\-_.,:;?&=%#)]/;
/** As much of a line may stay empty for a break at a better place. */
const LOSS = 0.4;

/**
 * The lines of a text. It breaks at spaces; a word that is longer than a line is broken within, so that no line is ever wider
 * than there is room. `\n` ends a line, and an empty text has none.
 * @param text as `printable` leaves it
 * @param size points
 * @param width points
 */
export function wrap(
  text: string,
  faces: Faces,
  { weight, size, width }: { weight: Weight; size: number; width: number },
): Line[] {
  const lines: Line[] = [];
  for (const part of text.split('\n')) {
    const words = part.split(' ').filter((word) => word !== '');
    if (words.length > 0) lines.push(...linesOf(words, faces, { weight, size, width }));
  }
  return lines;
}

function linesOf(
  words: readonly string[],
  faces: Faces,
  { weight, size, width }: { weight: Weight; size: number; width: number },
): Line[] {
  const lines: Line[] = [];
  let line: Line = { pieces: [], width: 0 };
  const end = (): void => {
    if (line.pieces.length > 0) lines.push(line);
    line = { pieces: [], width: 0 };
  };
  const add = (word: Word): void => {
    const last = line.pieces.at(-1);
    if (last !== undefined) {
      const gap = last.face.widthOf(' ') * size;
      if (line.width + gap + word.width > width) {
        end();
        add(word);
        return;
      }
      last.text += ' ';
      line.width += gap;
    }
    for (const piece of word.pieces) join(line.pieces, piece);
    line.width += word.width;
  };
  for (const text of words) {
    const word = wordOf(text, faces, weight, size);
    if (word.width <= width) {
      add(word);
      continue;
    }
    // Each part has a line of its own, and what follows the last one goes on behind it.
    end();
    for (const part of brokenWord(text, faces, { weight, size, width })) {
      end();
      add(part);
    }
  }
  end();
  return lines;
}

function wordOf(text: string, faces: Faces, weight: Weight, size: number): Word {
  const pieces = faces.runsOf(text, weight);
  return { pieces, width: pieces.reduce((sum, one) => sum + one.face.widthOf(one.text) * size, 0) };
}

function join(pieces: Piece[], { face, text }: Piece): void {
  const last = pieces.at(-1);
  if (last?.face === face) last.text += text;
  else pieces.push({ face, text });
}

/** The parts of a word that is too long for a line, each with room on one. */
function* brokenWord(
  text: string,
  faces: Faces,
  { weight, size, width }: { weight: Weight; size: number; width: number },
): Generator<Word> {
  let letters: string[] = [];
  let taken = 0;
  for (const letter of lettersOf(text)) {
    const own = wordOf(letter, faces, weight, size).width;
    // Joined letters may be wider together than apart; a little room is left for that.
    if (letters.length > 0 && taken + own > width * 0.98) {
      const at = breakIn(letters);
      yield wordOf(letters.slice(0, at).join(''), faces, weight, size);
      letters = letters.slice(at);
      taken = wordOf(letters.join(''), faces, weight, size).width;
    }
    letters.push(letter);
    taken += own;
  }
  if (letters.length > 0) yield wordOf(letters.join(''), faces, weight, size);
}

/** How many letters stay on the line: up to the last sign after which a word may break, where that is not far back. */
function breakIn(letters: readonly string[]): number {
  const least = Math.ceil(letters.length * (1 - LOSS));
  for (let at = letters.length; at > least; at -= 1) if (BREAKS_AFTER.test(letters[at - 1] ?? '')) return at;
  return letters.length;
}

/** Letters with the marks that belong to them, which must not be parted; as many marks as would fill a line are. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const MOST_MARKS = 12;

function* lettersOf(text: string): Generator<string> {
  if (/^[\u0020-\u007e]*$/.test(text)) {
    yield* text;
    return;
  }
  for (const { segment } of LETTERS.segment(text)) {
    const points = Array.from(segment);
    for (let at = 0; at < points.length; at += MOST_MARKS) yield points.slice(at, at + MOST_MARKS).join('');
  }
}
