import type { TextRun } from '../statement.ts';

/** A word of a line, and where it stands. Of a run of several words the places within are estimated, its two ends are exact. */
export interface Word {
  text: string;
  left: number;
  right: number;
}

/** What stands on one baseline of a page, from left to right. */
export interface Line {
  /** From 1. */
  page: number;
  top: number;
  words: readonly Word[];
  text: string;
}

/** Figures may sit a point above their row; rows are eight points and more apart. */
const SAME_LINE = 3;
/** Bold letters are drawn twice, a fraction of a point apart. */
const SAME_PLACE = 1.5;

/** Of so many runs before it a run may be the second drawing. */
const DRAWN_NEAR = 8;

/** The lines of a page, from top to bottom. Text that is written sideways belongs to none. */
export function linesOfPage(runs: readonly TextRun[], page: number): Line[] {
  const sorted = runs
    .filter(({ left, right }) => right > left)
    .toSorted((one, other) => one.top - other.top || one.left - other.left);
  const lines: Line[] = [];
  let line: TextRun[] = [];
  const end = (): void => {
    const [first] = line;
    if (first !== undefined) lines.push(lineOf(line, page, first.top));
    line = [];
  };
  for (const run of sorted) {
    const [first] = line;
    if (first !== undefined && run.top - first.top > SAME_LINE) end();
    line.push(run);
  }
  end();
  return lines;
}

function lineOf(runs: readonly TextRun[], page: number, top: number): Line {
  const once: TextRun[] = [];
  for (const run of runs.toSorted((one, other) => one.left - other.left))
    if (!once.slice(-DRAWN_NEAR).some((known) => isDrawnTwice(known, run))) once.push(run);
  const words = once.flatMap(wordsOf);
  return { page, top, words, text: words.map(({ text }) => text).join(' ') };
}

function isDrawnTwice(one: TextRun, other: TextRun): boolean {
  return (
    one.text === other.text &&
    Math.abs(one.left - other.left) < SAME_PLACE &&
    Math.abs(one.top - other.top) < SAME_PLACE
  );
}

function wordsOf({ text, left, right }: TextRun): Word[] {
  const each = text.length === 0 ? 0 : (right - left) / text.length;
  return [...text.matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    left: left + each * found.index,
    right:
      found.index + found[0].length === text.length ? right : left + each * (found.index + found[0].length),
  }));
}
