import type { Span } from './passage.ts';

const RATIO = /\b(\d{1,4})(?:\s?:\s?|[- ]for[- ]every[- ]|[- ]for[- ])(\d{1,4})\b/gi;
const FROM_TO =
  /\bsplit\b[^.;]{0,60}?\bfrom\s+(?:a face value of\s+)?(?:₹|Rs\.?\s?)?(\d{1,4})(?:\s+each)?\s+(?:in)?to\s+(?:₹|Rs\.?\s?)?(\d{1,4})\b/gi;
const WORDS = /\b(?:split|splits|bonus|bonuses|sub-division|subdivision|stock dividend|share issue)\b/i;

/** What every ratio has; looked for first, because it is cheap. */
const ANY_RATIO = /\d\s?:|for|split/i;

/** The ratio of a split or a bonus, as it is printed: 3-for-1 is 3. */
interface PrintedSplit extends Span {
  printed: string;
  ratio: number;
}

/** Ratios such as 3:1, in sentences about splits and bonuses, or written as 3-for-1. */
export function splitsIn(text: string): PrintedSplit[] {
  const found: PrintedSplit[] = [];
  if (!ANY_RATIO.test(text)) return found;
  const isAbout = WORDS.test(text);
  for (const [pattern, needsWord] of [
    [RATIO, false],
    [FROM_TO, true],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const [whole, one = '', other = ''] = match;
      if (needsWord && !isAbout) continue;
      if (!needsWord && whole.includes(':') && !isAbout) continue;
      if (Number(other) === 0) continue;
      const offset = needsWord ? whole.lastIndexOf(one, whole.lastIndexOf(other) - 1) : 0;
      const start = match.index + offset;
      found.push({
        start,
        end: match.index + whole.length,
        printed: text.slice(start, match.index + whole.length),
        ratio: Number(one) / Number(other),
      });
    }
  return found;
}
