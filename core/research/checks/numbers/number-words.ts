const SMALL: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
/** What every word of `NUMBER_WORDS` but the hundred is worth. */
const VALUES: Readonly<Record<string, number>> = { ...SMALL, ...TENS };
const SMALL_WORDS = Object.keys(SMALL).join('|');
const TENS_WORDS = Object.keys(TENS).join('|');

/** A number up to ninety-nine, or a hundred, in words. */
export const NUMBER_WORDS = `(?:(?:${TENS_WORDS})(?:[- ](?:${SMALL_WORDS}))?|${SMALL_WORDS}|(?:a |one )?hundred)`;

/** @param words of `NUMBER_WORDS` */
export function numberOfWords(words: string): number {
  const parts = words.toLowerCase().split(/[- ]/);
  if (parts.at(-1) === 'hundred') return 100;
  return parts.reduce((sum, part) => sum + VALUES[part]!, 0);
}

/** A word that says how much something changed, or which part of it is meant. */
export interface ShareWord {
  start: number;
  end: number;
  printed: string;
  /** Percent points of change, or of the whole. */
  pct: number;
  kind: 'CHANGE' | 'PART';
}

/** Change in percent points of what is multiplied. */
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\b(?:doubled|doubling|doubles|twofold|two-fold|2-fold)\b/gi, 100],
  [/\b(?:tripled|tripling|trebled|trebling|triples|threefold|three-fold|3-fold)\b/gi, 200],
  [/\b(?:quadrupled|quadrupling|fourfold|four-fold|4-fold)\b/gi, 300],
  [/\b(?:fivefold|five-fold|5-fold)\b/gi, 400],
  [/\b(?:tenfold|ten-fold|10-fold)\b/gi, 900],
  [/\b(?:halved|halving|halves)\b/gi, -50],
];
const PARTS = (
  [
    ['three[- ]quarters', 75],
    ['two[- ]thirds', 200 / 3],
    ['four[- ]fifths', 80],
    ['three[- ]fifths', 60],
    ['two[- ]fifths', 40],
    ['half', 50],
    ['(?:a|one)[- ]third', 100 / 3],
    ['(?:a|one)[- ]quarter', 25],
    ['(?:a|one)[- ]fifth', 20],
    ['(?:a|one)[- ]sixth', 100 / 6],
    ['(?:a|one)[- ]eighth', 12.5],
    ['(?:a|one)[- ]tenth', 10],
  ] as const
).map(([words, pct]) => [new RegExp(`\\b${words}\\b(?!-)`, 'gi'), pct] as const);
/** What `half` or `a quarter` is of where it is a part of time. */
const OF_TIME =
  /^\s+of (?:the )?(?:(?:next|last|same|current|financial|fiscal|calendar|coming) )?(?:FY|F\.Y\.|fiscal|20\d\d|year\b|month|quarter|decade)/i;
const NOT_A_PART_BEFORE = /(?:first|second|last|latter|other|each|either|this|one and a|and a|better)[- ]$/i;

const ANY_SHARE = /doubl|tripl|trebl|quadrupl|fold|halv|half|third|quarter|fifth|sixth|eighth|tenth/i;

/** Words such as "doubled" and "a third of". */
export function shareWordsIn(text: string): ShareWord[] {
  const found: ShareWord[] = [];
  if (!ANY_SHARE.test(text)) return found;
  for (const [pattern, pct] of MULTIPLES)
    for (const { 0: printed, index } of text.matchAll(pattern))
      found.push({ start: index, end: index + printed.length, printed, pct, kind: 'CHANGE' });
  for (const [pattern, pct] of PARTS) {
    for (const { 0: printed, index } of text.matchAll(pattern)) {
      const end = index + printed.length;
      const before = text.slice(0, index);
      const after = text.slice(end);
      if (NOT_A_PART_BEFORE.test(before) || OF_TIME.test(after)) continue;
      if (found.some((one) => index < one.end && end > one.start)) continue;
      // "fell by a third" is a change; "a third of revenue" is a part; anything else is language.
      const kind = /\bby (?:about |nearly |almost |over |more than |around )?$/i.test(before)
        ? 'CHANGE'
        : /^\s+(?:of|the)\b/i.test(after)
          ? 'PART'
          : null;
      if (kind === null) continue;
      const article = printed.length - printed.replace(/^a[ -]/i, '').length;
      found.push({ start: index + article, end, printed: printed.slice(article), pct, kind });
    }
  }
  return found;
}
