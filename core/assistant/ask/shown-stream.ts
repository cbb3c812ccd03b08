import { CITATION, isCitation, SUGGEST } from './read-answer.ts';

/** How much may be held back until it is clear what it is. */
const LONGEST_MARK = 80;

/**
 * Passes on an answer as it comes, without its marks: citations are taken out, and from the first suggestion on nothing is
 * shown. What may be the beginning of a mark is held back until it is clear.
 */
export function createShownStream(
  sections: ReadonlySet<string>,
  show: (this: void, piece: string) => void,
): { tell: (this: void, piece: string) => void; end: (this: void) => void } {
  let held = '';
  let isOver = false;

  const settled = (text: string): string =>
    text.replace(CITATION, (mark, names: string) => (isCitation(names, sections) ? '' : mark));

  /** Where what is not clear yet begins. */
  const unclearFrom = (text: string): number => {
    const bracket = text.search(/[ \t]?\[[a-z_, ]*$|[ \t]$/);
    const line = text.lastIndexOf('\n') + 1;
    const begun = text.slice(line).replace(/^[ \t]*[-*]?[ \t]*/, '');
    const isMark = begun.length < SUGGEST.length && SUGGEST.startsWith(begun.toUpperCase());
    const from = Math.min(bracket < 0 ? text.length : bracket, isMark ? line : text.length);
    return text.length - from > LONGEST_MARK ? text.length : from;
  };

  const pass = (text: string): void => {
    const shown = settled(text);
    if (shown !== '') show(shown);
  };

  return {
    tell(piece) {
      if (isOver) return;
      held += piece;
      const over = /^[ \t]*[-*]?[ \t]*SUGGEST:/im.exec(held);
      if (over !== null) {
        isOver = true;
        pass(held.slice(0, over.index));
        held = '';
        return;
      }
      const from = unclearFrom(held);
      pass(held.slice(0, from));
      held = held.slice(from);
    },
    end() {
      if (!isOver) pass(held);
      isOver = true;
      held = '';
    },
  };
}
